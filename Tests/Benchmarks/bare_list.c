/* A window with nothing but a list, as the base of comparison. Each row has three labels.
 *
 * The argument is a file with the texts: one label a line, three lines a row. Like Tideline, it
 * writes the time when rows were first painted into the file named by TIDELINE_TRACE, as JSON.
 * With -DADWAITA it is a libadwaita window. */

#ifdef ADWAITA
#include <adwaita.h>
#else
#include <gtk/gtk.h>
#endif

#define LINES 3

static gboolean painted;

static void on_after_paint(GdkFrameClock *clock, gpointer list) {
  const char *path = g_getenv("TIDELINE_TRACE");
  double now = g_get_monotonic_time() / 1e6;
  FILE *trace;
  if (painted || !gtk_widget_get_mapped(list)) return;
  painted = TRUE;
  if (!path || !(trace = fopen(path, "a"))) return;
  fprintf(trace, "{\"painted\":%.6f}\n", now);
  fclose(trace);
}

static void add_label(GtkWidget *row) {
  GtkWidget *label = gtk_label_new(NULL);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
  gtk_box_append(GTK_BOX(row), label);
}

static void on_setup(GtkSignalListItemFactory *factory, GtkListItem *item) {
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
  for (int line = 0; line < LINES; line++) add_label(row);
  gtk_list_item_set_child(item, row);
}

static void on_bind(GtkSignalListItemFactory *factory, GtkListItem *item) {
  const char *texts = gtk_string_object_get_string(gtk_list_item_get_item(item));
  char **lines = g_strsplit(texts, "\n", LINES);
  GtkWidget *label = gtk_widget_get_first_child(gtk_list_item_get_child(item));
  for (int line = 0; line < LINES; line++, label = gtk_widget_get_next_sibling(label))
    gtk_label_set_text(GTK_LABEL(label), lines[line]);
  g_strfreev(lines);
}

static GtkStringList *read_rows(const char *path) {
  GtkStringList *rows = gtk_string_list_new(NULL);
  char *texts;
  if (!g_file_get_contents(path, &texts, NULL, NULL)) return rows;
  char **lines = g_strsplit(texts, "\n", -1);
  for (guint line = 0; line + LINES < g_strv_length(lines); line += LINES)
    gtk_string_list_take(
        rows, g_strjoin("\n", lines[line], lines[line + 1], lines[line + 2], NULL));
  g_strfreev(lines);
  g_free(texts);
  return rows;
}

static GtkWidget *make_list(const char *path) {
  GListModel *rows = G_LIST_MODEL(read_rows(path));
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
  GtkWidget *scroller = gtk_scrolled_window_new();
  g_signal_connect(factory, "setup", G_CALLBACK(on_setup), NULL);
  g_signal_connect(factory, "bind", G_CALLBACK(on_bind), NULL);
  gtk_scrolled_window_set_child(
      GTK_SCROLLED_WINDOW(scroller),
      gtk_list_view_new(GTK_SELECTION_MODEL(gtk_single_selection_new(rows)), factory));
  gtk_widget_set_vexpand(scroller, TRUE);
  return scroller;
}

static GtkWindow *make_window(GtkApplication *application, GtkWidget *list) {
#ifdef ADWAITA
  GtkWidget *window = adw_application_window_new(application);
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append(GTK_BOX(box), adw_header_bar_new());
  gtk_box_append(GTK_BOX(box), list);
  adw_application_window_set_content(ADW_APPLICATION_WINDOW(window), box);
#else
  GtkWidget *window = gtk_application_window_new(application);
  gtk_window_set_titlebar(GTK_WINDOW(window), gtk_header_bar_new());
  gtk_window_set_child(GTK_WINDOW(window), list);
#endif
  /* The size of Tideline's window at its first start. */
  gtk_window_set_default_size(GTK_WINDOW(window), 1100, 760);
  return GTK_WINDOW(window);
}

static void on_activate(GtkApplication *application, gpointer path) {
  GtkWidget *list = make_list(path);
  GtkWindow *window = make_window(application, list);
  gtk_widget_realize(GTK_WIDGET(window));
  g_signal_connect(gtk_widget_get_frame_clock(GTK_WIDGET(window)), "after-paint",
                   G_CALLBACK(on_after_paint), list);
  gtk_window_present(window);
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  const char *id = "org.tideline.BareList";
#ifdef ADWAITA
  GtkApplication *application =
      GTK_APPLICATION(adw_application_new(id, G_APPLICATION_DEFAULT_FLAGS));
#else
  GtkApplication *application = gtk_application_new(id, G_APPLICATION_DEFAULT_FLAGS);
#endif
  g_signal_connect(application, "activate", G_CALLBACK(on_activate), argv[1]);
  return g_application_run(G_APPLICATION(application), 1, argv);
}
