// Pictures from an icon's name or a file. For a missing one GTK returns a placeholder; these
// functions report it instead.

#include "CPullToRefreshShim.h"

#include <string.h>
#include <sys/stat.h>

GObject *tideline_icon_theme(GtkWidget *widget)
{
  return (GObject *)gtk_icon_theme_get_for_display(gtk_widget_get_display(widget));
}

GdkPaintable *tideline_paintable_from_icon(GtkWidget *widget, const char *name, int size)
{
  GtkIconTheme *theme = (GtkIconTheme *)tideline_icon_theme(widget);
  if (!*name)
    return NULL;
  GtkIconPaintable *icon = gtk_icon_theme_lookup_icon(
      theme, name, NULL, size, gtk_widget_get_scale_factor(widget),
      gtk_widget_get_direction(widget), 0);
  // Looks at the found name: gtk_icon_theme_has_icon ignores icons outside the themes, such as in
  // /usr/share/pixmaps.
  const char *found = gtk_icon_paintable_get_icon_name(icon);
  if (g_strcmp0(found, "image-missing") == 0 && strcmp(name, "image-missing") != 0)
    g_clear_object(&icon);
  return (GdkPaintable *)icon;
}

GdkPaintable *tideline_paintable_from_file(const char *path, int limit,
                                           TidelinePictureFault *fault, char **reason)
{
  struct stat file;
  // Takes regular files only: a pipe would block, and a device might never end.
  if (stat(path, &file) != 0 || !S_ISREG(file.st_mode)) {
    *fault = TIDELINE_PICTURE_NO_FILE;
    *reason = g_strdup("it is not a file");
    return NULL;
  }
  int width = 0, height = 0;
  if (file.st_size <= TIDELINE_PICTURE_BYTES)
    gdk_pixbuf_get_file_info(path, &width, &height);
  // Checks the file's own size, because a scaled picture is still read as a whole.
  if (file.st_size > TIDELINE_PICTURE_BYTES || (gint64)width * height > TIDELINE_PICTURE_PIXELS) {
    *fault = TIDELINE_PICTURE_TOO_LARGE;
    *reason = g_strdup("it has more than 20 MB or 40 million pixels");
    return NULL;
  }
  GError *error = NULL;
  GdkPixbuf *pixels = width > limit || height > limit
                          ? gdk_pixbuf_new_from_file_at_size(path, limit, limit, &error)
                          : gdk_pixbuf_new_from_file(path, &error);
  if (!pixels) {
    *fault = TIDELINE_PICTURE_NO_PICTURE;
    *reason = g_strdup(error ? error->message : "it is not a picture");
    g_clear_error(&error);
    return NULL;
  }
  GdkPaintable *paintable = (GdkPaintable *)gdk_texture_new_for_pixbuf(pixels);
  g_object_unref(pixels);
  return paintable;
}
