// Pictures from an icon's name or a file. GTK answers both with a placeholder where there is
// nothing to read; here that is an answer of its own.

#include "CGtkShim.h"

GObject *tideline_icon_theme(GtkWidget *widget)
{
  return (GObject *)gtk_icon_theme_get_for_display(gtk_widget_get_display(widget));
}

GdkPaintable *tideline_paintable_from_icon(GtkWidget *widget, const char *name, int size)
{
  GtkIconTheme *theme = (GtkIconTheme *)tideline_icon_theme(widget);
  if (!*name || !gtk_icon_theme_has_icon(theme, name))
    return NULL;
  return (GdkPaintable *)gtk_icon_theme_lookup_icon(
      theme, name, NULL, size, gtk_widget_get_scale_factor(widget),
      gtk_widget_get_direction(widget), 0);
}

GdkPaintable *tideline_paintable_from_file(GtkWidget *widget, const char *path, int size,
                                           char **reason)
{
  // A pipe would be waited for, and a device might never end.
  if (!g_file_test(path, G_FILE_TEST_IS_REGULAR)) {
    *reason = g_strdup("it is not a file");
    return NULL;
  }
  int width = 0, height = 0;
  int limit = size * gtk_widget_get_scale_factor(widget);
  GError *error = NULL;
  gdk_pixbuf_get_file_info(path, &width, &height);
  GdkPixbuf *pixels = width > limit || height > limit
                          ? gdk_pixbuf_new_from_file_at_size(path, limit, limit, &error)
                          : gdk_pixbuf_new_from_file(path, &error);
  if (!pixels) {
    *reason = g_strdup(error ? error->message : "it is not a picture");
    g_clear_error(&error);
    return NULL;
  }
  GdkPaintable *paintable = (GdkPaintable *)gdk_texture_new_for_pixbuf(pixels);
  g_object_unref(pixels);
  return paintable;
}

bool tideline_is_paintable(void *pointer)
{
  return GDK_IS_PAINTABLE(pointer);
}
