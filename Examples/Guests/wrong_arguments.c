// Makes one mistake in each process: `wrong_arguments CASE`. The library warns, changes nothing, and
// the program continues.

#include <pull-to-refresh.h>
#include <string.h>
#include <sys/mman.h>

static PullToRefreshRow *row_of(PullToRefreshList *pull, const char *name)
{
  PullToRefreshRow *row;
  g_object_get(pull, name, &row, NULL);
  g_object_unref(row);  // the list keeps it
  return row;
}

static PullToRefreshState state_of(PullToRefreshRow *row)
{
  PullToRefreshState state;
  g_object_get(row, "state", &state, NULL);
  return state;
}

static PullToRefreshList *list_in_window(void)
{
  GtkWidget *list = gtk_scrolled_window_new(), *window = gtk_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(list), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_window_set_child(GTK_WINDOW(window), list);
  PullToRefreshList *pull = pull_to_refresh_list_new(list);
  g_object_unref(pull);  // the list keeps it
  return pull;
}

static void keep(PullToRefreshList *pull, PullToRefreshRun *run, PullToRefreshRun **kept)
{
  (void)pull;
  *kept = g_object_ref(run);
}

static gboolean is_any_pointer_refused(gpointer pointer)
{
  return !pull_to_refresh_list_new(pointer);
}

// A run is ended by the function for the other kind of run. It continues, and can be cancelled.
static gboolean is_other_end_refused(gboolean is_load)
{
  PullToRefreshList *pull = list_in_window();
  PullToRefreshRun *run = NULL;
  g_signal_connect(pull, is_load ? "load-more" : "refresh", G_CALLBACK(keep), &run);
  PullToRefreshRow *row = row_of(pull, is_load ? "load-more-row" : "refresh-row");
  pull_to_refresh_row_begin(row);
  while (!run)
    g_main_context_iteration(NULL, TRUE);
  if (is_load)
    pull_to_refresh_run_finish(run, NULL);
  else
    pull_to_refresh_run_finish_load(run, 1, TRUE);
  pull_to_refresh_row_cancel(row);
  while (!g_cancellable_is_cancelled(pull_to_refresh_run_get_cancellable(run)))
    g_main_context_iteration(NULL, TRUE);
  g_object_unref(run);
  return TRUE;
}

static void forget(void) {}

// A handler that throws, in a language where it can, leaves its run like this one.
static gboolean is_forgotten_run_failed(void)
{
  PullToRefreshList *pull = list_in_window();
  g_signal_connect(pull, "refresh", G_CALLBACK(forget), NULL);
  pull_to_refresh_row_begin(row_of(pull, "refresh-row"));
  while (state_of(row_of(pull, "refresh-row")) != PULL_TO_REFRESH_STATE_FAILED)
    g_main_context_iteration(NULL, TRUE);
  return TRUE;
}

static gboolean is_edge_refused(void)
{
  PullToRefreshList *pull = list_in_window();
  PullToRefreshEdge edge;
  g_object_set(pull, "edge", PULL_TO_REFRESH_EDGE_LEADING, NULL);
  g_object_get(pull, "edge", &edge, NULL);
  return edge == PULL_TO_REFRESH_EDGE_TOP;
}

static gboolean is_color_refused(void)
{
  PullToRefreshRow *row = row_of(list_in_window(), "refresh-row");
  g_autofree char *color = NULL;
  g_object_set(row, "title-color", "red", NULL);
  g_object_set(row, "title-color", "no color", NULL);
  g_object_get(row, "title-color", &color, NULL);
  return g_str_equal(color, "red");
}

static gboolean is_shared_row_refused(void)
{
  PullToRefreshList *pull = list_in_window();
  g_object_set(pull, "load-more-row", row_of(pull, "refresh-row"), NULL);
  return row_of(pull, "load-more-row") != row_of(pull, "refresh-row");
}

// The warning is all there is: a row may be filled before it is in a list.
static gboolean is_other_role_told(const char *name, const char *row_name)
{
  PullToRefreshList *pull = list_in_window();
  g_autoptr(PullToRefreshRow) row = pull_to_refresh_row_new();
  g_object_set(row, name, "Nothing", NULL);
  g_object_set(pull, row_name, row, NULL);
  return row_of(pull, row_name) == row;
}

static gboolean is_second_list_refused(void)
{
  GtkWidget *widget, *other;
  PullToRefreshList *pull = list_in_window();
  g_object_get(pull, "widget", &widget, NULL);
  PullToRefreshList *second = pull_to_refresh_list_new(widget);
  g_object_get(second, "widget", &other, NULL);
  g_object_unref(second);
  g_object_unref(widget);
  return !other;
}

int main(int argc, char **argv)
{
  const char *wrong = argc > 1 ? argv[1] : "";
  static char text[] = "This is a text and no widget at all";
  gboolean refused;

  gtk_init();
  if (g_str_equal(wrong, "null")) {
    refused = is_any_pointer_refused(NULL);
  } else if (g_str_equal(wrong, "freed")) {
    GtkWidget *widget = g_object_ref_sink(gtk_list_box_new());
    g_object_unref(widget);
    refused = is_any_pointer_refused(widget);
  } else if (g_str_equal(wrong, "object")) {
    refused = is_any_pointer_refused(g_simple_action_new("action", NULL));
  } else if (g_str_equal(wrong, "text")) {
    refused = is_any_pointer_refused(text);
  } else if (g_str_equal(wrong, "unmapped")) {
    gpointer page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(page, 4096);
    refused = is_any_pointer_refused(page);
  } else if (g_str_equal(wrong, "thread")) {
    GtkWidget *widget = g_object_ref_sink(gtk_list_box_new());
    refused = GPOINTER_TO_INT(
        g_thread_join(g_thread_new("other", (GThreadFunc)(void *)is_any_pointer_refused, widget)));
  } else if (g_str_equal(wrong, "list")) {
    pull_to_refresh_list_detach((gpointer)text);
    refused = TRUE;
  } else if (g_str_equal(wrong, "row")) {
    pull_to_refresh_row_begin(NULL);
    refused = TRUE;
  } else if (g_str_equal(wrong, "run")) {
    pull_to_refresh_run_fail((gpointer)text, NULL);
    refused = TRUE;
  } else if (g_str_equal(wrong, "finish") || g_str_equal(wrong, "finish_load")) {
    refused = is_other_end_refused(g_str_equal(wrong, "finish"));
  } else {
    refused = g_str_equal(wrong, "forgotten") ? is_forgotten_run_failed()
              : g_str_equal(wrong, "edge")    ? is_edge_refused()
              : g_str_equal(wrong, "color")   ? is_color_refused()
              : g_str_equal(wrong, "shared")  ? is_shared_row_refused()
              : g_str_equal(wrong, "load")    ? is_other_role_told("done-title", "load-more-row")
              : g_str_equal(wrong, "refresh") ? is_other_role_told("retry-title", "refresh-row")
                                              : is_second_list_refused();
  }
  g_print("%s\n", refused ? "refused" : "taken");
  return !refused;
}
