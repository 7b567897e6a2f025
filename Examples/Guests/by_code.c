// All that a program can do without its user: it sets a list up before that is in a window,
// refreshes, loads, fails, cancels and detaches. It fails at the first thing that is not as expected.

#include <pull-to-refresh.h>
#include <stdlib.h>
#include <unistd.h>

static PullToRefreshRun begun, cancelled;
static int destroyed;

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

typedef PullToRefreshState State(GtkWidget *list);

static void wait_for(State *state, GtkWidget *list, PullToRefreshState wanted, const char *what)
{
  gboolean is_late = FALSE;
  guint timeout = g_timeout_add_seconds(10, expired, &is_late);
  while (state(list) != wanted && !is_late)
    g_main_context_iteration(NULL, TRUE);
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

// Whether the list gives way at its bottom to the whole row of a refresh.
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
  State *state = pull_to_refresh_get_refresh_state;
  pull_to_refresh_refresh(list);
  PullToRefreshRun run = next_run();
  wait_for(state, list, PULL_TO_REFRESH_RUNNING, "a refresh runs");
  while (!gives_way_below(list))
    g_main_context_iteration(NULL, TRUE);
  pull_to_refresh_end(run, "1 new");
  pull_to_refresh_end(run, "twice");
  wait_for(state, list, PULL_TO_REFRESH_SUCCEEDED, "it went well");
  wait_for(state, list, PULL_TO_REFRESH_IDLE, "it is over");

  pull_to_refresh_refresh(list);
  pull_to_refresh_fail(next_run(), "The server is not there");
  wait_for(state, list, PULL_TO_REFRESH_FAILED, "a refresh has failed");

  pull_to_refresh_refresh(list);
  run = next_run();
  pull_to_refresh_on_cancel(run, cancel, NULL);
  pull_to_refresh_cancel(list);
  wait_for(state, list, PULL_TO_REFRESH_CANCELLED, "a refresh is cancelled");
  while (cancelled != run)
    g_main_context_iteration(NULL, TRUE);
  pull_to_refresh_end(run, "too late");
  wait_for(state, list, PULL_TO_REFRESH_IDLE, "the cancelled one is over");
}

static void load(GtkWidget *list)
{
  State *state = pull_to_refresh_get_load_state;
  pull_to_refresh_load_more(list);
  pull_to_refresh_fail(next_run(), "The server is not there");
  wait_for(state, list, PULL_TO_REFRESH_FAILED, "a load has failed");
  pull_to_refresh_load_more(list);
  pull_to_refresh_end_load(next_run(), 1, TRUE);
  wait_for(state, list, PULL_TO_REFRESH_IDLE, "a load went well");
  pull_to_refresh_load_more(list);
  pull_to_refresh_end_load(next_run(), 1, FALSE);
  wait_for(state, list, PULL_TO_REFRESH_EXHAUSTED, "there is no more");
}

int main(void)
{
  alarm(60);  // ends it where something is waited for in vain
  gtk_init();
  GtkWidget *list = gtk_scrolled_window_new();
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(list), gtk_label_new("Row"));
  expect(pull_to_refresh_on_refresh(list, begin, NULL, destroy), "a refresh is taken");
  expect(pull_to_refresh_on_load_more(list, begin, NULL, destroy), "a load is taken");
  expect(pull_to_refresh_set_prefetch(list, -1), "its mode is taken");
  expect(pull_to_refresh_set_edge(list, PULL_TO_REFRESH_BOTTOM), "an edge is taken");
  expect(!pull_to_refresh_detach(list), "there is nothing to detach yet");

  GtkWidget *window = gtk_window_new();
  gtk_window_set_default_size(GTK_WINDOW(window), 360, 480);
  gtk_window_set_child(GTK_WINDOW(window), list);
  gtk_window_present(GTK_WINDOW(window));
  wait_for(pull_to_refresh_get_refresh_state, list, PULL_TO_REFRESH_IDLE, "the list is attached");
  while (!gtk_widget_get_height(list))
    g_main_context_iteration(NULL, TRUE);
  refresh(list);
  load(list);
  expect(pull_to_refresh_detach(list), "it is detached");
  expect(pull_to_refresh_get_refresh_state(list) == PULL_TO_REFRESH_NONE, "no refresh is left");
  expect(!pull_to_refresh_refresh(list), "nothing is left to refresh");
  expect(gtk_widget_get_parent(list) == window, "the list is where it was");
  gtk_window_destroy(GTK_WINDOW(window));
  while (destroyed < 2)
    g_main_context_iteration(NULL, TRUE);
  g_print("done\n");
  return 0;
}
