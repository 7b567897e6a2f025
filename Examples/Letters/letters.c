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
  pull_to_refresh_end(GPOINTER_TO_SIZE(run), "1 new letter");
  return G_SOURCE_REMOVE;
}

static gboolean loaded(gpointer run)
{
  if (++loads > 1) append_rows(100);
  if (loads > 1) pull_to_refresh_end_load(GPOINTER_TO_SIZE(run), 100, FALSE);
  else pull_to_refresh_fail(GPOINTER_TO_SIZE(run), "The server is asleep");
  return G_SOURCE_REMOVE;
}

static void in_a_moment(PullToRefreshRun run, gpointer answer)
{
  g_timeout_add(500, (GSourceFunc)answer, GSIZE_TO_POINTER(run));
}

static void activate(GtkApplication *application)
{
  GtkWidget *window = gtk_application_window_new(application), *scrolled = gtk_scrolled_window_new();
  list = GTK_LIST_BOX(gtk_list_box_new());
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), GTK_WIDGET(list));
  append_rows(200);
  pull_to_refresh_on_refresh(scrolled, in_a_moment, (gpointer)refreshed, NULL);
  pull_to_refresh_on_load_more(scrolled, in_a_moment, (gpointer)loaded, NULL);
  pull_to_refresh_set_prefetch(scrolled, 0.5);
  PullToRefreshRole refresh = PULL_TO_REFRESH_ROLE_REFRESH, load = PULL_TO_REFRESH_ROLE_LOAD_MORE;
  pull_to_refresh_set_indicator(scrolled, refresh, PULL_TO_REFRESH_INDICATOR_RING);
  pull_to_refresh_set_title(scrolled, refresh, PULL_TO_REFRESH_TITLE_RELEASE, "Let go for letters");
  pull_to_refresh_set_title(scrolled, load, PULL_TO_REFRESH_TITLE_EXHAUSTED, "That is all");
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
