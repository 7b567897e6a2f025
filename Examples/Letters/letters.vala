// A list of letters that can be pulled, in Vala. Its server takes half a second to answer, and
// fails the first request for more letters.

class Letters : Gtk.Application {
  private Gtk.ListBox list;
  private int last_row;
  private int refreshes;
  private int loads;

  protected override void activate () {
    list = new Gtk.ListBox ();
    var scrolled = new Gtk.ScrolledWindow () { child = list };
    append_rows (200);
    var pull = new PullToRefresh.List (scrolled);
    pull.refresh_row = new PullToRefresh.Row () {
      indicator = RING, indicator_color = "#1c71d8", release_title = "Let go for letters"
    };
    pull.load_more_row = new PullToRefresh.Row () {
      automatic = true, prefetch = 0.5, exhausted_title = "That is all"
    };
    pull.refresh.connect (run => Timeout.add (500, () => refreshed (run)));
    pull.load_more.connect (run => Timeout.add (500, () => loaded (run)));
    new Gtk.ApplicationWindow (this) {
      default_width = 360, default_height = 480, child = scrolled
    }.present ();
  }

  private bool refreshed (PullToRefresh.Run run) {
    list.prepend (new Gtk.Label ("Just in %d".printf (++refreshes)));
    run.finish ("1 new letter");
    return Source.REMOVE;
  }

  private bool loaded (PullToRefresh.Run run) {
    if (++loads > 1) append_rows (100);
    if (loads > 1) run.finish_load (100, false); else run.fail ("The server is asleep");
    return Source.REMOVE;
  }

  private void append_rows (int count) {
    for (var i = 0; i < count; i++) list.append (new Gtk.Label ("Row %d".printf (++last_row)));
  }

  static int main (string[] arguments) {
    return new Letters () {
      application_id = "org.example.Letters", flags = NON_UNIQUE
    }.run (arguments);
  }
}
