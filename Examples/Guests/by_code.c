// Does everything that a program can do without its user: sets a list up before it is in a window,
// refreshes, loads, fails, cancels and detaches. Exits with 1 at the first unexpected result.

#include <pull-to-refresh.h>
#include <stdlib.h>
#include <unistd.h>

static PullToRefreshRun begun, cancelled;
static int destroyed, changes, views, times;

static void begin(PullToRefreshRun run, gpointer data)
{
  (void)data;
  begun = run;
}

static void cancel(PullToRefreshRun run, gpointer data)
{
  (void)data;
  cancelled = run;
}

static void destroy(gpointer data)
{
  (void)data;
  destroyed++;
}

static void change(GtkWidget *list, gpointer data)
{
  (void)list;
  (void)data;
  changes++;
}

static char *write_time(gint64 updated, gint64 now, gpointer data)
{
  (*(int *)data)++;
  return updated <= now ? g_strdup("Fresh") : NULL;
}

static void come(gpointer data)
{
  (void)data;
  begun = 1;
}

static void expect(gboolean condition, const char *what)
{
  if (condition)
    return;
  g_printerr("not as expected: %s\n", what);
  exit(1);
}

static gboolean expired(gpointer flag)
{
  *(gboolean *)flag = TRUE;
  return G_SOURCE_REMOVE;
}

static const PullToRefreshRole refreshes = PULL_TO_REFRESH_ROLE_REFRESH;
static const PullToRefreshRole loads = PULL_TO_REFRESH_ROLE_LOAD_MORE;

static void wait_for(PullToRefreshRole role, GtkWidget *list, PullToRefreshState wanted,
                     const char *what)
{
  gboolean is_late = FALSE;
  guint timeout = g_timeout_add_seconds(10, expired, &is_late);
  while (pull_to_refresh_get_state(list, role) != wanted && !is_late)
    g_main_context_iteration(NULL, TRUE);
  expect(!is_late, what);
  g_source_remove(timeout);
}

// Waits for a file in the program's own folder for its state.
static void wait_for_file(const char *name, const char *what)
{
  gboolean is_late = FALSE;
  guint timeout = g_timeout_add_seconds(10, expired, &is_late);
  char *path = g_build_filename(g_get_user_state_dir(), "by-code-program", name, NULL);
  while (!g_file_test(path, G_FILE_TEST_EXISTS) && !is_late)
    g_main_context_iteration(NULL, FALSE);
  g_free(path);
  expect(!is_late, what);
  g_source_remove(timeout);
}

static PullToRefreshRun next_run(void)
{
  begun = 0;
  while (!begun)
    g_main_context_iteration(NULL, TRUE);
  return begun;
}

// Whether the list leaves room at its bottom for the whole row of a refresh, 54 px.
static gboolean gives_way_below(GtkWidget *list)
{
  GtkWidget *around = gtk_widget_get_parent(list);
  graphene_point_t corner;
  if (!gtk_widget_compute_point(list, around, graphene_point_zero(), &corner))
    return FALSE;
  return gtk_widget_get_height(around) - (corner.y + gtk_widget_get_height(list)) == 54;
}

static void refresh(GtkWidget *list)
{
  pull_to_refresh_begin(list, refreshes);
  PullToRefreshRun run = next_run();
  wait_for(refreshes, list, PULL_TO_REFRESH_RUNNING, "a refresh runs");
  while (!gives_way_below(list))
    g_main_context_iteration(NULL, TRUE);
  pull_to_refresh_end(run, "1 new");
  pull_to_refresh_end(run, "twice");
  wait_for(refreshes, list, PULL_TO_REFRESH_SUCCEEDED, "it went well");
  wait_for(refreshes, list, PULL_TO_REFRESH_IDLE, "it is over");

  pull_to_refresh_begin(list, refreshes);
  pull_to_refresh_fail(next_run(), "The server is not there");
  wait_for(refreshes, list, PULL_TO_REFRESH_FAILED, "a refresh has failed");

  pull_to_refresh_begin(list, refreshes);
  run = next_run();
  pull_to_refresh_on_cancel(run, cancel, NULL, NULL);
  pull_to_refresh_cancel(list);
  wait_for(refreshes, list, PULL_TO_REFRESH_CANCELLED, "a refresh is cancelled");
  while (cancelled != run)
    g_main_context_iteration(NULL, TRUE);
  pull_to_refresh_end(run, "too late");
  wait_for(refreshes, list, PULL_TO_REFRESH_IDLE, "the cancelled one is over");
}

static void load(GtkWidget *list)
{
  pull_to_refresh_begin(list, loads);
  pull_to_refresh_fail(next_run(), "The server is not there");
  wait_for(loads, list, PULL_TO_REFRESH_FAILED, "a load has failed");
  pull_to_refresh_begin(list, loads);
  pull_to_refresh_end_load(next_run(), 1, TRUE);
  wait_for(loads, list, PULL_TO_REFRESH_IDLE, "a load went well");
  pull_to_refresh_begin(list, loads);
  pull_to_refresh_end_load(next_run(), 1, FALSE);
  wait_for(loads, list, PULL_TO_REFRESH_EXHAUSTED, "there is no more");
}

static GtkWidget *view(PullToRefreshState state, double progress, gpointer kept)
{
  views++;
  (void)progress;
  // A new widget while the refresh runs, the same one otherwise.
  return state == PULL_TO_REFRESH_RUNNING ? gtk_label_new("Running") : g_object_ref(kept);
}

// Changes everything that a row shows, then replaces its content by a widget of the program's own.
static void look(GtkWidget *list)
{
  expect(pull_to_refresh_set_title(list, refreshes, PULL_TO_REFRESH_TITLE_PULL, "More?"), "a title");
  expect(pull_to_refresh_set_indicator(list, loads, PULL_TO_REFRESH_INDICATOR_RING), "a ring");
  expect(pull_to_refresh_set_colors(list, refreshes, "#1c71d8", NULL), "a color");
  expect(pull_to_refresh_set_font(list, loads, "Bold 13"), "a font");
  expect(pull_to_refresh_set_floats(list, FALSE), "whether it floats");
  GtkWidget *kept = g_object_ref_sink(gtk_label_new("Kept"));
  expect(pull_to_refresh_set_row_view(list, refreshes, view, kept, g_object_unref), "a view");
  pull_to_refresh_begin(list, refreshes);
  PullToRefreshRun run = next_run();
  expect(pull_to_refresh_set_progress(list, 0.25, "A quarter"), "a run's progress");
  expect(pull_to_refresh_get_progress(list, refreshes) == 0.25, "it is told");
  pull_to_refresh_end(run, NULL);
  wait_for(refreshes, list, PULL_TO_REFRESH_IDLE, "the row with a view of its own is closed");
  expect(views > 0, "the view was asked for");
  expect(pull_to_refresh_set_row_view(list, refreshes, NULL, NULL, NULL), "no view");
}

// The refresh and the load of earlier rows share an edge: a load needs the refresh disabled.
static void load_earlier(GtkWidget *list)
{
  const PullToRefreshRole earlier = PULL_TO_REFRESH_ROLE_LOAD_EARLIER;
  expect(pull_to_refresh_set_enabled(list, refreshes, FALSE), "the refresh is off");
  expect(pull_to_refresh_on_load_earlier(list, begin, NULL, destroy), "earlier rows are offered");
  wait_for(earlier, list, PULL_TO_REFRESH_IDLE, "earlier rows have the edge");
  pull_to_refresh_begin(list, earlier);
  PullToRefreshRun first = next_run();
  pull_to_refresh_begin(list, loads);
  next_run();
  wait_for(loads, list, PULL_TO_REFRESH_RUNNING, "both ends load at once");
  pull_to_refresh_end_load(first, 1, FALSE);
  wait_for(earlier, list, PULL_TO_REFRESH_EXHAUSTED, "there are no earlier rows");
  pull_to_refresh_cancel(list);
  wait_for(loads, list, PULL_TO_REFRESH_IDLE, "the other load is cancelled");
  expect(!pull_to_refresh_get_has_more(list, earlier), "it is told");
  expect(pull_to_refresh_get_has_more(list, loads), "the other end has more");
}

static void arrive(GtkWidget *list)
{
  expect(pull_to_refresh_set_has_more(list, loads, TRUE), "there is more");
  expect(pull_to_refresh_get_has_more(list, loads), "it is told");
  begun = 0;
  expect(pull_to_refresh_update(list, 0, come, NULL, destroy), "a change is taken");
  while (!begun)
    g_main_context_iteration(NULL, TRUE);
}

// Closes the window of a list that the program keeps.
static void close_window(void)
{
  GtkWidget *list = g_object_ref_sink(gtk_scrolled_window_new());
  GtkWidget *window = gtk_window_new();
  gtk_window_set_child(GTK_WINDOW(window), list);
  expect(pull_to_refresh_on_refresh(list, begin, NULL, NULL), "a refresh is taken");
  expect(pull_to_refresh_begin(list, refreshes), "it begins");
  expect(pull_to_refresh_cancel(list), "it is cancelled");
  gtk_window_destroy(GTK_WINDOW(window));
  expect(!pull_to_refresh_begin(list, refreshes), "a list without a window begins nothing");
  g_object_unref(list);
}

int main(void)
{
  alarm(60);  // ends it where something is waited for in vain
  g_set_prgname("by-code-program");
  gtk_init();
  GtkWidget *list = gtk_scrolled_window_new();
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(list), gtk_label_new("Row"));
  expect(pull_to_refresh_on_refresh(list, begin, NULL, destroy), "a refresh is taken");
  expect(pull_to_refresh_on_load_more(list, begin, NULL, destroy), "a load is taken");
  expect(pull_to_refresh_set_prefetch(list, -1), "its mode is taken");
  expect(pull_to_refresh_set_edge(list, PULL_TO_REFRESH_BOTTOM), "an edge is taken");
  expect(pull_to_refresh_on_state(list, change, NULL, destroy), "what watches states is taken");
  expect(pull_to_refresh_set_metric(list, PULL_TO_REFRESH_MINIMUM_RUNNING, 0.1), "a number is taken");
  expect(pull_to_refresh_set_last_updated_text(list, write_time, &times, destroy), "words are taken");
  expect(pull_to_refresh_set_last_updated(list, "by-code"), "their second line, too");
  expect(pull_to_refresh_set_last_updated(list, "by-code"), "it is taken once more");
  expect(!pull_to_refresh_detach(list), "there is nothing to detach yet");

  GtkWidget *window = gtk_window_new();
  gtk_window_set_default_size(GTK_WINDOW(window), 360, 480);
  gtk_window_set_child(GTK_WINDOW(window), list);
  gtk_window_present(GTK_WINDOW(window));
  wait_for(refreshes, list, PULL_TO_REFRESH_IDLE, "the list is attached");
  while (!gtk_widget_get_height(list))
    g_main_context_iteration(NULL, TRUE);
  refresh(list);
  load(list);
  expect(changes > 8, "each change of a state was told");
  expect(times > 0, "the words were asked for");
  wait_for_file("last-updated.json", "the time is kept by the program's name");
  expect(pull_to_refresh_set_last_updated_text(list, NULL, NULL, NULL), "the library's own words");
  char *path = g_build_filename(g_get_user_state_dir(), "by-code-program", "own.json", NULL);
  pull_to_refresh_set_last_updated_file(path);
  g_free(path);
  expect(pull_to_refresh_set_last_updated(list, "by-code"), "a file of the program's own");
  look(list);
  wait_for_file("own.json", "the time is kept in the program's own file");
  arrive(list);
  load_earlier(list);
  expect(pull_to_refresh_detach(list), "it is detached");
  expect(pull_to_refresh_get_state(list, refreshes) == PULL_TO_REFRESH_NONE, "no refresh is left");
  expect(!pull_to_refresh_begin(list, refreshes), "nothing is left to refresh");
  expect(gtk_widget_get_parent(list) == window, "the list is where it was");
  gtk_window_destroy(GTK_WINDOW(window));
  close_window();
  while (destroyed < 6)
    g_main_context_iteration(NULL, TRUE);
  g_print("done\n");
  return 0;
}
