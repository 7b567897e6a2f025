// A list of letters that can be pulled, in Vala. Its server takes half a second to answer, and
// fails the first request for more letters.

using PullToRefresh;

class Letters : Gtk.Application {
  private Gtk.ListBox list;
  private int last_row;
  private int refreshes;
  private int loads;

  public Letters () {
    Object (application_id: "org.example.Letters", flags: ApplicationFlags.NON_UNIQUE);
  }

  protected override void activate () {
    list = new Gtk.ListBox ();
    var scrolled = new Gtk.ScrolledWindow () { child = list };
    append_rows (200);
    on_refresh (scrolled, run => Timeout.add (500, () => refreshed (run)));
    on_load_more (scrolled, run => Timeout.add (500, () => loaded (run)));
    set_prefetch (scrolled, 0.5);
    set_indicator (scrolled, Role.REFRESH, Indicator.RING);
    set_title (scrolled, Role.REFRESH, Title.RELEASE, "Let go for letters");
    set_title (scrolled, Role.LOAD_MORE, Title.EXHAUSTED, "That is all");
    new Gtk.ApplicationWindow (this) {
      default_width = 360, default_height = 480, child = scrolled
    }.present ();
  }

  private bool refreshed (Run run) {
    list.prepend (new Gtk.Label ("Just in %d".printf (++refreshes)));
    end (run, "1 new letter");
    return Source.REMOVE;
  }

  private bool loaded (Run run) {
    if (++loads == 1) {
      fail (run, "The server is asleep");
    } else {
      append_rows (100);
      end_load (run, 100, false);
    }
    return Source.REMOVE;
  }

  private void append_rows (int count) {
    for (var i = 0; i < count; i++) list.append (new Gtk.Label ("Row %d".printf (++last_row)));
  }

  static int main (string[] arguments) {
    return new Letters ().run (arguments);
  }
}
