// A list from a GtkBuilder file that can be pulled, in C. Its server takes a second to answer, and
// every second refresh fails.

#include <pull-to-refresh.h>

#define PAGE 20

static GtkListBox *list;
static int last_row, refreshes;

static void add_row(int position, char *text)
{
  gtk_list_box_insert(list, gtk_label_new(text), position);
  g_free(text);
}

static gboolean refreshed(gpointer run)
{
  if (++refreshes % 2 == 0) {
    pull_to_refresh_fail(*(PullToRefreshRun *)run, "The server is not there");
    return G_SOURCE_REMOVE;
  }
  add_row(0, g_strdup_printf("Just in %d", refreshes));
  pull_to_refresh_end(*(PullToRefreshRun *)run, "1 new");
  return G_SOURCE_REMOVE;
}

static gboolean loaded(gpointer run)
{
  for (int i = 0; i < PAGE; i++)
    add_row(-1, g_strdup_printf("Row %d", ++last_row));
  pull_to_refresh_end_load(*(PullToRefreshRun *)run, PAGE, last_row < 3 * PAGE);
  return G_SOURCE_REMOVE;
}

// Answers a run after a second. If the user has cancelled the run meanwhile, the answer is ignored.
static void in_a_second(PullToRefreshRun run, gpointer answer)
{
  g_timeout_add_full(G_PRIORITY_DEFAULT, 1000, (GSourceFunc)answer, g_memdup2(&run, sizeof run),
                     g_free);
}

static void detach(void)
{
  pull_to_refresh_detach(GTK_WIDGET(list));
}

static void activate(GtkApplication *application, const char *interface)
{
  GtkBuilder *builder = gtk_builder_new_from_file(interface);
  GtkWindow *window = GTK_WINDOW(gtk_builder_get_object(builder, "window"));
  list = GTK_LIST_BOX(gtk_builder_get_object(builder, "list"));
  g_signal_connect(gtk_builder_get_object(builder, "detach"), "clicked", G_CALLBACK(detach), NULL);
  for (int i = 0; i < PAGE; i++)
    add_row(-1, g_strdup_printf("Row %d", ++last_row));

  pull_to_refresh_on_refresh(GTK_WIDGET(list), in_a_second, (gpointer)refreshed, NULL);
  pull_to_refresh_on_load_more(GTK_WIDGET(list), in_a_second, (gpointer)loaded, NULL);

  gtk_window_set_application(window, application);
  gtk_window_present(window);
  g_object_unref(builder);
}

int main(int argc, char **argv)
{
  if (argc < 2) {
    g_printerr("usage: %s guest.ui\n", argv[0]);
    return 2;
  }
  GtkApplication *application = gtk_application_new("org.example.Guest", G_APPLICATION_NON_UNIQUE);
  g_signal_connect(application, "activate", G_CALLBACK(activate), argv[1]);
  int status = g_application_run(G_APPLICATION(application), 1, argv);
  g_object_unref(application);
  return status;
}
