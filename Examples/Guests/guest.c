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
    pull_to_refresh_run_fail(run, "The server is not there");
    return G_SOURCE_REMOVE;
  }
  add_row(0, g_strdup_printf("Just in %d", refreshes));
  pull_to_refresh_run_finish(run, "1 new");
  return G_SOURCE_REMOVE;
}

static gboolean loaded(gpointer run)
{
  for (int i = 0; i < PAGE; i++)
    add_row(-1, g_strdup_printf("Row %d", ++last_row));
  pull_to_refresh_run_finish_load(run, PAGE, last_row < 3 * PAGE);
  return G_SOURCE_REMOVE;
}

// Answers a run after a second. If the user has cancelled the run meanwhile, the answer is ignored.
static void in_a_second(PullToRefreshList *pull, PullToRefreshRun *run, GSourceFunc answer)
{
  (void)pull;
  g_timeout_add_full(G_PRIORITY_DEFAULT, 1000, answer, g_object_ref(run), g_object_unref);
}

static void activate(GtkApplication *application, const char *interface)
{
  g_type_ensure(PULL_TO_REFRESH_TYPE_LIST);
  GtkBuilder *builder = gtk_builder_new_from_file(interface);
  GtkWindow *window = GTK_WINDOW(gtk_builder_get_object(builder, "window"));
  list = GTK_LIST_BOX(gtk_builder_get_object(builder, "list"));
  GObject *pull = gtk_builder_get_object(builder, "pull");
  g_signal_connect(pull, "refresh", G_CALLBACK(in_a_second), refreshed);
  g_signal_connect(pull, "load-more", G_CALLBACK(in_a_second), loaded);
  g_signal_connect_swapped(gtk_builder_get_object(builder, "detach"), "clicked",
                           G_CALLBACK(pull_to_refresh_list_detach), pull);
  for (int i = 0; i < PAGE; i++)
    add_row(-1, g_strdup_printf("Row %d", ++last_row));

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
