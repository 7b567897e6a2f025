// Does everything that a program can do without its user: sets a list up before it is in a window,
// refreshes, loads, fails, cancels and detaches. Exits with 1 at the first unexpected result.

#include <pull-to-refresh.h>
#include <stdlib.h>
#include <unistd.h>

static PullToRefreshRun *begun;
static int changes, moves, destroyed;
static PullToRefreshRow *refresh_row, *load_row, *earlier_row;

static void begin(PullToRefreshList *pull, PullToRefreshRun *run, gpointer data)
{
  (void)pull;
  (void)data;
  g_set_object(&begun, run);
}

static void count(int *counted)
{
  ++*counted;
}

static void come(gpointer counted)
{
  ++*(int *)counted;
}

static void destroy(gpointer data)
{
  (void)data;
  destroyed++;
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

static PullToRefreshState state_of(PullToRefreshRow *row)
{
  PullToRefreshState state;
  g_object_get(row, "state", &state, NULL);
  return state;
}

static double progress_of(PullToRefreshRow *row)
{
  double progress;
  g_object_get(row, "progress", &progress, NULL);
  return progress;
}

static gboolean has_more(PullToRefreshRow *row)
{
  gboolean more;
  g_object_get(row, "has-more", &more, NULL);
  return more;
}

static void wait_for(PullToRefreshRow *row, PullToRefreshState wanted, const char *what)
{
  gboolean is_late = FALSE;
  guint timeout = g_timeout_add_seconds(10, expired, &is_late);
  while (state_of(row) != wanted && !is_late)
    g_main_context_iteration(NULL, TRUE);
  expect(!is_late, what);
  g_source_remove(timeout);
}

// Waits for a file in the program's own folder for its state.
static void wait_for_file(const char *path, const char *what)
{
  gboolean is_late = FALSE;
  guint timeout = g_timeout_add_seconds(10, expired, &is_late);
  while (!g_file_test(path, G_FILE_TEST_EXISTS) && !is_late)
    g_main_context_iteration(NULL, FALSE);
  expect(!is_late, what);
  g_source_remove(timeout);
}

static PullToRefreshRun *next_run(PullToRefreshRow *row)
{
  g_clear_object(&begun);
  pull_to_refresh_row_begin(row);
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
  PullToRefreshRun *run = next_run(refresh_row);
  wait_for(refresh_row, PULL_TO_REFRESH_STATE_RUNNING, "a refresh runs");
  while (!gives_way_below(list))
    g_main_context_iteration(NULL, TRUE);
  pull_to_refresh_run_finish(run, "1 new");
  pull_to_refresh_run_finish(run, "twice");
  wait_for(refresh_row, PULL_TO_REFRESH_STATE_SUCCEEDED, "a refresh succeeded");
  wait_for(refresh_row, PULL_TO_REFRESH_STATE_IDLE, "it is over");

  pull_to_refresh_run_fail(next_run(refresh_row), "The server is not there");
  wait_for(refresh_row, PULL_TO_REFRESH_STATE_FAILED, "a refresh has failed");

  run = next_run(refresh_row);
  pull_to_refresh_row_cancel(refresh_row);
  wait_for(refresh_row, PULL_TO_REFRESH_STATE_CANCELLED, "a refresh is cancelled");
  while (!g_cancellable_is_cancelled(pull_to_refresh_run_get_cancellable(run)))
    g_main_context_iteration(NULL, TRUE);
  pull_to_refresh_run_finish(run, "too late");
  wait_for(refresh_row, PULL_TO_REFRESH_STATE_IDLE, "the cancelled one is over");
}

static void load(void)
{
  pull_to_refresh_run_fail(next_run(load_row), "The server is not there");
  wait_for(load_row, PULL_TO_REFRESH_STATE_FAILED, "a load has failed");
  pull_to_refresh_run_finish_load(next_run(load_row), 1, TRUE);
  wait_for(load_row, PULL_TO_REFRESH_STATE_IDLE, "a load succeeded");
  pull_to_refresh_run_finish_load(next_run(load_row), 1, FALSE);
  wait_for(load_row, PULL_TO_REFRESH_STATE_EXHAUSTED, "there is no more");
  expect(!has_more(load_row), "the row says so");
  g_object_set(load_row, "has-more", TRUE, NULL);
  wait_for(load_row, PULL_TO_REFRESH_STATE_IDLE, "there is more again");
  g_clear_object(&begun);
  g_object_set(load_row, "automatic", TRUE, NULL);
  while (!begun)
    g_main_context_iteration(NULL, TRUE);
  g_object_set(load_row, "automatic", FALSE, NULL);
  pull_to_refresh_run_finish_load(begun, 1, TRUE);
  wait_for(load_row, PULL_TO_REFRESH_STATE_IDLE, "a row loads on request again");
}

// Changes everything that a row shows, then replaces its content by a widget of the program's own.
static void look(void)
{
  g_autoptr(GtkWidget) label = g_object_ref_sink(gtk_label_new("Own"));
  g_object_set(refresh_row, "indicator-color", "#1c71d8", "title-font", "Bold 13", "pull-title",
               "More?", "child", label, NULL);
  expect(gtk_widget_get_parent(label) != NULL, "the row shows the widget");
  PullToRefreshRun *run = next_run(refresh_row);
  pull_to_refresh_run_set_progress(run, 0.25, "A quarter");
  expect(progress_of(refresh_row) == 0.25, "the row has the run's progress");
  pull_to_refresh_run_finish(run, NULL);
  wait_for(refresh_row, PULL_TO_REFRESH_STATE_IDLE, "the row with a view of its own is closed");
  g_object_set(refresh_row, "child", NULL, NULL);
  expect(!gtk_widget_get_parent(label), "the row has its own content again");
}

// The refresh and the load of earlier rows share an edge: a load needs the refresh disabled.
static void load_earlier(PullToRefreshList *pull)
{
  g_object_set(refresh_row, "enabled", FALSE, NULL);
  g_signal_connect(pull, "load-earlier", G_CALLBACK(begin), NULL);
  g_autoptr(PullToRefreshRun) first = g_object_ref(next_run(earlier_row));
  PullToRefreshRun *second = next_run(load_row);
  wait_for(load_row, PULL_TO_REFRESH_STATE_RUNNING, "both ends load at once");
  pull_to_refresh_run_set_progress(second, 0.25, NULL);
  expect(progress_of(load_row) == 0.25 && progress_of(earlier_row) == 1,
         "each row has the progress of its own run");
  pull_to_refresh_run_finish_load(first, 1, FALSE);
  wait_for(earlier_row, PULL_TO_REFRESH_STATE_EXHAUSTED, "there are no earlier rows");
  pull_to_refresh_row_cancel(load_row);
  wait_for(load_row, PULL_TO_REFRESH_STATE_IDLE, "the other load is cancelled");
  expect(!has_more(earlier_row) && has_more(load_row), "only the other end has more");
}

static void close_in_handler(PullToRefreshList *pull, PullToRefreshRun *run, GtkWindow *window)
{
  (void)run;
  pull_to_refresh_row_cancel(refresh_row);
  pull_to_refresh_row_begin(refresh_row);
  pull_to_refresh_list_detach(pull);
  gtk_window_destroy(window);
  destroyed++;
}

// Closes the window of a list that the program keeps, and destroys one within its handler.
static void close_windows(void)
{
  GtkWidget *list = g_object_ref_sink(gtk_scrolled_window_new()), *window = gtk_window_new();
  gtk_window_set_child(GTK_WINDOW(window), list);
  PullToRefreshList *pull = pull_to_refresh_list_new(list);
  g_object_get(pull, "refresh-row", &refresh_row, NULL);
  g_signal_connect(pull, "refresh", G_CALLBACK(begin), NULL);
  next_run(refresh_row);
  gtk_window_destroy(GTK_WINDOW(window));
  pull_to_refresh_row_begin(refresh_row);
  pull_to_refresh_run_finish(begun, NULL);
  g_object_unref(refresh_row);
  g_object_unref(list);
  g_object_unref(pull);

  window = gtk_window_new();
  gtk_window_set_child(GTK_WINDOW(window), gtk_scrolled_window_new());
  pull = pull_to_refresh_list_new(window);
  g_object_get(pull, "refresh-row", &refresh_row, NULL);
  g_signal_connect(pull, "refresh", G_CALLBACK(close_in_handler), window);
  g_object_weak_ref(G_OBJECT(pull), (GWeakNotify)(void *)destroy, NULL);
  destroyed = 0;
  pull_to_refresh_row_begin(refresh_row);
  g_object_unref(pull);
  while (destroyed < 2)
    g_main_context_iteration(NULL, TRUE);
  pull_to_refresh_row_begin(refresh_row);
  expect(state_of(refresh_row) == PULL_TO_REFRESH_STATE_NONE, "nothing is left");
  g_object_unref(refresh_row);
}

int main(void)
{
  alarm(60);  // ends it where something is waited for in vain
  g_set_prgname("by-code-program");
  gtk_init();
  GtkWidget *list = gtk_scrolled_window_new();
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(list), gtk_label_new("Row"));
  PullToRefreshList *pull = pull_to_refresh_list_new(list);
  g_object_set(pull, "edge", PULL_TO_REFRESH_EDGE_BOTTOM, "minimum-running", 0.1,
               "last-updated-key", "by-code", NULL);
  g_object_get(pull, "refresh-row", &refresh_row, "load-more-row", &load_row, "load-earlier-row",
               &earlier_row, NULL);
  g_signal_connect(pull, "refresh", G_CALLBACK(begin), NULL);
  g_signal_connect(pull, "load-more", G_CALLBACK(begin), NULL);
  g_signal_connect_swapped(refresh_row, "notify::state", G_CALLBACK(count), &changes);

  GtkWidget *window = gtk_window_new();
  gtk_window_set_default_size(GTK_WINDOW(window), 360, 480);
  gtk_window_set_child(GTK_WINDOW(window), list);
  gtk_window_present(GTK_WINDOW(window));
  wait_for(refresh_row, PULL_TO_REFRESH_STATE_IDLE, "the list is attached");
  expect(state_of(earlier_row) == PULL_TO_REFRESH_STATE_NONE, "a role without a handler is absent");
  while (!gtk_widget_get_height(list))
    g_main_context_iteration(NULL, TRUE);
  refresh(list);
  load();
  expect(changes > 8, "each change of a state was notified");
  g_autofree char *folder = g_build_filename(g_get_user_state_dir(), "by-code-program", NULL);
  g_autofree char *common = g_build_filename(folder, "last-updated", NULL);
  g_autofree char *own = g_build_filename(folder, "own", NULL);
  wait_for_file(common, "the time is kept by the program's name");
  g_object_set(pull, "last-updated-folder", own, "last-updated-format", "%x %R", NULL);
  look();
  wait_for_file(own, "the time is kept in the program's own file");
  pull_to_refresh_list_update(pull, 0, come, &moves, destroy);
  while (!destroyed)
    g_main_context_iteration(NULL, TRUE);
  expect(moves == 1, "the rows have changed once");
  load_earlier(pull);
  pull_to_refresh_list_detach(pull);
  expect(state_of(load_row) == PULL_TO_REFRESH_STATE_NONE, "no row is left");
  expect(gtk_widget_get_parent(list) == window, "the list is where it was");
  pull_to_refresh_row_begin(load_row);
  gtk_window_destroy(GTK_WINDOW(window));
  g_object_unref(refresh_row);
  g_object_unref(load_row);
  g_object_unref(earlier_row);
  g_object_unref(pull);
  close_windows();
  g_clear_object(&begun);
  g_print("done\n");
  return 0;
}
