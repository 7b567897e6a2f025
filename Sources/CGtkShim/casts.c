// Type checks that GTK has as macros, and calls that are variadic.

#include "CGtkShim.h"

bool tideline_is_scrolled_window(GtkWidget *widget)
{
  return GTK_IS_SCROLLED_WINDOW(widget);
}

bool tideline_is_box(GtkWidget *widget)
{
  return GTK_IS_BOX(widget);
}

bool tideline_object_get_bool(GObject *object, const char *property)
{
  gboolean value = FALSE;
  g_object_get(object, property, &value, NULL);
  return value;
}

void tideline_list_scroll_to_item(GtkWidget *list, unsigned int position)
{
  gtk_widget_activate_action(list, "list.scroll-to-item", "u", position);
}
