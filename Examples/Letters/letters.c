// A list of letters that can be pulled, in C. Its server takes half a second to answer, and fails
// the first request for more letters.
#include <pull-to-refresh.h>

static GtkListBox *list;
static int last_row, refreshes, loads;

static void insert(int position, const char *format, int number)
{
  g_autofree char *text = g_strdup_printf(format, number);
  gtk_list_box_insert(list, gtk_label_new(text), position);
}

static gboolean refreshed(gpointer run)
{
  insert(0, "Just in %d", ++refreshes);
  pull_to_refresh_run_finish(run, "1 new letter");
  return G_SOURCE_REMOVE;
}

static gboolean loaded(gpointer run)
{
  if (++loads == 1) pull_to_refresh_run_fail(run, "The server is asleep");
  else while (last_row < 300) insert(-1, "Row %d", ++last_row);
  pull_to_refresh_run_finish_load(run, 100, FALSE);  // does nothing once the run has failed
  return G_SOURCE_REMOVE;
}

static void in_a_moment(GSourceFunc answer, PullToRefreshRun *run)
{
  g_timeout_add_full(G_PRIORITY_DEFAULT, 500, answer, g_object_ref(run), g_object_unref);
}

int main(void)
{
  gtk_init();
  list = GTK_LIST_BOX(gtk_list_box_new());
  while (last_row < 200) insert(-1, "Row %d", ++last_row);
  GtkWidget *scrolled = g_object_new(GTK_TYPE_SCROLLED_WINDOW, "child", list, NULL);
  g_autoptr(PullToRefreshList) pull = pull_to_refresh_list_new(scrolled);
  g_object_set(pull_to_refresh_list_get_refresh_row(pull), "indicator-color", "#1c71d8", "indicator",
               PULL_TO_REFRESH_INDICATOR_RING, "release-title", "Let go for letters", NULL);
  g_object_set(pull_to_refresh_list_get_load_more_row(pull), "automatic", TRUE, "prefetch", 0.5,
               "exhausted-title", "That is all", NULL);
  g_signal_connect_swapped(pull, "refresh", G_CALLBACK(in_a_moment), refreshed);
  g_signal_connect_swapped(pull, "load-more", G_CALLBACK(in_a_moment), loaded);
  gtk_window_present(g_object_new(GTK_TYPE_WINDOW, "child", scrolled, "default-width", 360,
                                  "default-height", 480, NULL));
  while (g_list_model_get_n_items(gtk_window_get_toplevels())) g_main_context_iteration(NULL, TRUE);
}
