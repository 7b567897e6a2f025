// Makes one mistake in each process: `wrong_arguments CASE`. Prints the outcome if the library lets
// the program continue.

#include <pull-to-refresh.h>
#include <string.h>
#include <sys/mman.h>

static void nothing(PullToRefreshRun run, gpointer data)
{
  (void)run;
  (void)data;
}

static gboolean try(gpointer list)
{
  return pull_to_refresh_on_refresh(list, nothing, NULL, NULL);
}

// Sets an edge that does not exist, or one towards which the list never scrolls.
static gboolean try_edge(int edge)
{
  GtkWidget *list = gtk_scrolled_window_new();
  GtkWidget *window = gtk_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(list), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_window_set_child(GTK_WINDOW(window), list);
  return try(list) && pull_to_refresh_set_edge(list, (PullToRefreshEdge)edge);
}

static void note(PullToRefreshRun run, gpointer noted)
{
  *(PullToRefreshRun *)noted = run;
}

// Ends a run by the function for the other kind of run. The run continues, and can be cancelled.
static gboolean try_end(gboolean is_load)
{
  GtkWidget *list = gtk_scrolled_window_new();
  GtkWidget *window = gtk_window_new();
  gtk_window_set_child(GTK_WINDOW(window), list);
  PullToRefreshRun begun = 0, cancelled = 0;
  pull_to_refresh_on_refresh(list, note, &begun, NULL);
  pull_to_refresh_on_load_more(list, note, &begun, NULL);
  if (is_load)
    pull_to_refresh_begin(list, PULL_TO_REFRESH_ROLE_LOAD_MORE);
  else
    pull_to_refresh_begin(list, PULL_TO_REFRESH_ROLE_REFRESH);
  while (!begun)
    g_main_context_iteration(NULL, TRUE);
  if (is_load)
    pull_to_refresh_end(begun, NULL);
  else
    pull_to_refresh_end_load(begun, 1, TRUE);
  pull_to_refresh_on_cancel(begun, note, &cancelled, NULL);
  pull_to_refresh_cancel(list);
  gint64 end = g_get_monotonic_time() + 2 * G_USEC_PER_SEC;
  while (!cancelled && g_get_monotonic_time() < end)
    g_main_context_iteration(NULL, FALSE);
  gtk_window_destroy(GTK_WINDOW(window));
  return cancelled != begun;
}

static GtkWidget *view(PullToRefreshState state, double progress, gpointer returned)
{
  (void)state;
  (void)progress;
  return returned;
}

// Shows rows whose view is no widget, or a kept widget that is returned without a reference.
static gboolean try_view(gpointer returned)
{
  GtkWidget *list = gtk_scrolled_window_new();
  GtkWidget *window = gtk_window_new();
  gtk_window_set_child(GTK_WINDOW(window), list);
  pull_to_refresh_on_refresh(list, nothing, NULL, NULL);
  pull_to_refresh_set_row_view(list, PULL_TO_REFRESH_ROLE_REFRESH, view, returned, NULL);
  for (int run = 0; run < 3; run++) {
    pull_to_refresh_begin(list, PULL_TO_REFRESH_ROLE_REFRESH);
    pull_to_refresh_cancel(list);
  }
  gtk_window_destroy(GTK_WINDOW(window));
  return FALSE;
}

int main(int argc, char **argv)
{
  const char *wrong = argc > 1 ? argv[1] : "";
  static char text[] = "This is a text and no widget at all";
  gpointer list = NULL;

  gtk_init();
  GtkWidget *widget = g_object_ref_sink(gtk_list_box_new());
  if (!strcmp(wrong, "freed")) {
    list = widget;
    g_object_unref(widget);
  } else if (!strcmp(wrong, "object")) {
    list = g_simple_action_new("action", NULL);
  } else if (!strcmp(wrong, "text")) {
    list = text;
  } else if (!strcmp(wrong, "unmapped")) {
    list = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(list, 4096);
  }

  gboolean taken;
  if (!strcmp(wrong, "handler"))
    taken = pull_to_refresh_on_refresh(widget, NULL, NULL, NULL);
  else if (!strcmp(wrong, "thread"))
    taken = GPOINTER_TO_INT(g_thread_join(g_thread_new("other", (GThreadFunc)(void *)try, widget)));
  else if (!strcmp(wrong, "edge"))
    taken = try_edge(7);
  else if (!strcmp(wrong, "role"))
    taken = pull_to_refresh_set_enabled(widget, (PullToRefreshRole)3, TRUE);
  else if (!strcmp(wrong, "title"))
    taken = pull_to_refresh_set_title(widget, PULL_TO_REFRESH_ROLE_REFRESH,
                                      PULL_TO_REFRESH_TITLE_RETRY, "Again");
  else if (!strcmp(wrong, "indicator"))
    taken = pull_to_refresh_set_indicator(widget, PULL_TO_REFRESH_ROLE_REFRESH,
                                          (PullToRefreshIndicator)-1);
  else if (!strcmp(wrong, "picture"))
    taken = pull_to_refresh_set_picture(widget, PULL_TO_REFRESH_ROLE_REFRESH, (gpointer)text, TRUE);
  else if (!strcmp(wrong, "color"))
    taken = pull_to_refresh_set_colors(widget, PULL_TO_REFRESH_ROLE_REFRESH, NULL, "no color");
  else if (!strcmp(wrong, "metric"))
    taken = pull_to_refresh_set_metric(widget, (PullToRefreshMetric)99, 1);
  else if (!strcmp(wrong, "never"))
    taken = try_edge(PULL_TO_REFRESH_LEADING);
  else if (!strcmp(wrong, "end") || !strcmp(wrong, "end_load"))
    taken = try_end(!strcmp(wrong, "end"));
  else if (!strcmp(wrong, "view"))
    taken = try_view(text);
  else if (!strcmp(wrong, "view_reference"))
    taken = try_view(gtk_label_new("Kept"));
  else
    taken = try(list);
  g_print("%s\n", taken ? "taken" : "refused");
  return taken;
}
