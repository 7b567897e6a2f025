// Tab leaves a collapsed GtkExpander. Its child then has no root, but GTK 4.18 offers it the focus,
// and logs "gtk_root_get_focus: assertion 'GTK_IS_ROOT (self)' failed". GTK 4.8 does not.
//
//   cc collapsed-expander.c $(pkg-config --cflags --libs gtk4) -o collapsed-expander
//   ../../../scripts/with-display sh -c './collapsed-expander 2>&1'

#include <gtk/gtk.h>

int main(void)
{
  gtk_init();
  GtkWidget *window = gtk_window_new();
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *expander = gtk_expander_new("Details");
  GtkWidget *child = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  for (int i = 0; i < 3; i++) {
    GtkWidget *label = gtk_label_new("Inside");
    gtk_label_set_selectable(GTK_LABEL(label), TRUE);
    gtk_box_append(GTK_BOX(child), label);
  }
  gtk_expander_set_child(GTK_EXPANDER(expander), child);
  gtk_box_append(GTK_BOX(box), expander);
  gtk_box_append(GTK_BOX(box), gtk_button_new_with_label("Behind"));
  gtk_window_set_child(GTK_WINDOW(window), box);
  gtk_window_present(GTK_WINDOW(window));
  gtk_widget_grab_focus(expander);
  gtk_widget_child_focus(window, GTK_DIR_TAB_FORWARD);
  gtk_window_destroy(GTK_WINDOW(window));
  return 0;
}
