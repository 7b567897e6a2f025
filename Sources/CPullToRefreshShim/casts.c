// Type checks that are macros in GTK, and variadic functions.

#include "CPullToRefreshShim.h"

bool tideline_is_scrolled_window(GtkWidget *widget)
{
  return GTK_IS_SCROLLED_WINDOW(widget);
}

GtkWindow *tideline_window_of(GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root(widget);
  return GTK_IS_WINDOW(root) ? GTK_WINDOW(root) : NULL;
}

bool tideline_is_native(GtkWidget *widget)
{
  return GTK_IS_NATIVE(widget);
}

bool tideline_object_get_bool(GObject *object, const char *property)
{
  gboolean value = FALSE;
  g_object_get(object, property, &value, NULL);
  return value;
}

void tideline_object_set_bool(GObject *object, const char *property, bool value)
{
  g_object_set(object, property, (gboolean)value, NULL);
}

void tideline_object_set_string(GObject *object, const char *property, const char *value)
{
  g_object_set(object, property, value, NULL);
}

void tideline_warn(const char *message)
{
  g_warning("%s", message);
}
