// A wheel has turned past the edge of a list, and the list's window closes within 50 ms. GTK then
// begins the spring-back of a list that has no frame clock any more, if the program still keeps the
// list, and logs "gdk_frame_clock_get_frame_time: assertion 'GDK_IS_FRAME_CLOCK (frame_clock)'
// failed".
//
//   cc wheel-then-close.c $(pkg-config --cflags --libs gtk4) -o wheel-then-close
//   ../../../scripts/with-display sh -c './wheel-then-close 2>&1'

#include <gtk/gtk.h>

static void turn(GtkWidget *scrolled)
{
  GListModel *controllers = gtk_widget_observe_controllers(scrolled);
  for (guint i = 0; i < g_list_model_get_n_items(controllers); i++) {
    GtkEventController *controller = g_list_model_get_item(controllers, i);
    gboolean handled;
    if (GTK_IS_EVENT_CONTROLLER_SCROLL(controller))
      g_signal_emit_by_name(controller, "scroll", 0.0, -1.0, &handled);
    g_object_unref(controller);
  }
  g_object_unref(controllers);
}

static gboolean quit(gpointer ended)
{
  *(gboolean *)ended = TRUE;
  return G_SOURCE_REMOVE;
}

int main(void)
{
  gtk_init();
  GtkWidget *window = gtk_window_new();
  GtkWidget *scrolled = g_object_ref(gtk_scrolled_window_new());
  GtkWidget *label = gtk_label_new("Long");
  gtk_widget_set_size_request(label, -1, 9999);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), label);
  gtk_window_set_child(GTK_WINDOW(window), scrolled);
  gtk_window_present(GTK_WINDOW(window));
  gboolean ended = FALSE;
  g_timeout_add(300, quit, &ended);
  while (!ended)
    g_main_context_iteration(NULL, TRUE);
  turn(scrolled);
  gtk_window_destroy(GTK_WINDOW(window));
  ended = FALSE;
  g_timeout_add(300, quit, &ended);
  while (!ended)
    g_main_context_iteration(NULL, TRUE);
  g_object_unref(scrolled);
  return 0;
}
