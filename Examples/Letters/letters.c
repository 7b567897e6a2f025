// A list of letters that can be pulled, in C. Its server takes half a second to answer, and fails
// the first request for more letters.
#include <pull-to-refresh.h>

static GtkListBox *list;
static int last_row, refreshes, loads;

static void append_rows(int count)
{
  while (count--) {
    g_autofree char *text = g_strdup_printf("Row %d", ++last_row);
    gtk_list_box_append(list, gtk_label_new(text));
  }
}

static gboolean refreshed(gpointer run)
{
  g_autofree char *text = g_strdup_printf("Just in %d", ++refreshes);
  gtk_list_box_prepend(list, gtk_label_new(text));
  pull_to_refresh_run_finish(run, "1 new letter");
  return G_SOURCE_REMOVE;
}

static gboolean loaded(gpointer run)
{
  if (++loads > 1) append_rows(100);
  if (loads > 1) pull_to_refresh_run_finish_load(run, 100, FALSE);
  else pull_to_refresh_run_fail(run, "The server is asleep");
  return G_SOURCE_REMOVE;
}

static void in_a_moment(PullToRefreshList *pull, PullToRefreshRun *run, GSourceFunc answer)
{
  (void)pull;
  g_timeout_add_full(G_PRIORITY_DEFAULT, 500, answer, g_object_ref(run), g_object_unref);
}

static void activate(GtkApplication *application)
{
  GtkWidget *window = gtk_application_window_new(application), *scrolled = gtk_scrolled_window_new();
  list = GTK_LIST_BOX(gtk_list_box_new());
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), GTK_WIDGET(list));
  append_rows(200);
  g_autoptr(PullToRefreshList) pull = pull_to_refresh_list_new(scrolled);
  g_autoptr(PullToRefreshRow) refresh = NULL, load = NULL;
  g_object_get(pull, "refresh-row", &refresh, "load-more-row", &load, NULL);
  g_object_set(refresh, "indicator", PULL_TO_REFRESH_INDICATOR_RING, "indicator-color", "#1c71d8",
               "release-title", "Let go for letters", NULL);
  g_object_set(load, "automatic", TRUE, "prefetch", 0.5, "exhausted-title", "That is all", NULL);
  g_signal_connect(pull, "refresh", G_CALLBACK(in_a_moment), refreshed);
  g_signal_connect(pull, "load-more", G_CALLBACK(in_a_moment), loaded);
  gtk_window_set_default_size(GTK_WINDOW(window), 360, 480);
  gtk_window_set_child(GTK_WINDOW(window), scrolled);
  gtk_window_present(GTK_WINDOW(window));
}

int main(int argc, char **argv)
{
  g_autoptr(GtkApplication) application = gtk_application_new(NULL, G_APPLICATION_NON_UNIQUE);
  g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
  return g_application_run(G_APPLICATION(application), argc, argv);
}
