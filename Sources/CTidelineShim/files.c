#include "../CPullToRefreshShim/signal_box.h"
#include "CTidelineShim.h"

// Choosers of files, colors and fonts: functions of interfaces that are not imported into Swift,
// and that newer GTK deprecates.

G_GNUC_BEGIN_IGNORE_DEPRECATIONS

char *tideline_file_chooser_path(GtkFileChooserNative *chooser)
{
  GFile *file = gtk_file_chooser_get_file(GTK_FILE_CHOOSER(chooser));
  char *path = file ? g_file_get_path(file) : NULL;
  g_clear_object(&file);
  return path;
}

void tideline_file_chooser_begin_at_home(GtkFileChooserNative *chooser)
{
  GFile *folder = g_file_new_for_path(g_get_home_dir());
  gtk_file_chooser_set_current_folder(GTK_FILE_CHOOSER(chooser), folder, NULL);
  g_object_unref(folder);
}

void tideline_file_chooser_offer_name(GtkFileChooserNative *chooser, const char *name)
{
  gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(chooser), name);
}

void tideline_file_chooser_show_pictures(GtkFileChooserNative *chooser, const char *name)
{
  GtkFileFilter *filter = gtk_file_filter_new();
  gtk_file_filter_set_name(filter, name);
  gtk_file_filter_add_pixbuf_formats(filter);
  gtk_file_chooser_add_filter(GTK_FILE_CHOOSER(chooser), filter);
  g_object_unref(filter);
}

char *tideline_color_button_get(GtkColorButton *button)
{
  GdkRGBA color;
  gtk_color_chooser_get_rgba(GTK_COLOR_CHOOSER(button), &color);
  return gdk_rgba_to_string(&color);
}

void tideline_color_button_set(GtkColorButton *button, const char *css)
{
  GdkRGBA color;
  if (gdk_rgba_parse(&color, css)) {
    gtk_color_chooser_set_rgba(GTK_COLOR_CHOOSER(button), &color);
  }
}

char *tideline_font_button_get(GtkFontButton *button)
{
  return gtk_font_chooser_get_font(GTK_FONT_CHOOSER(button));
}

void tideline_font_button_set(GtkFontButton *button, const char *font)
{
  gtk_font_chooser_set_font(GTK_FONT_CHOOSER(button), font);
}

double tideline_font_size(const char *font)
{
  PangoFontDescription *description = pango_font_description_from_string(font);
  double size = pango_font_description_get_size(description) / (double)PANGO_SCALE;
  pango_font_description_free(description);
  return size;
}

G_GNUC_END_IGNORE_DEPRECATIONS

// GFileMonitor's signal, with paths in place of GFiles, which Swift does not know.

typedef void (*Handler)(void *context, const char *path, const char *other,
                        GFileMonitorEvent event);

static void changed(GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event,
                    void *box)
{
  (void)monitor;
  char *path = g_file_get_path(file);
  char *other_path = other ? g_file_get_path(other) : NULL;
  Handler handler = (Handler)tideline_signal_box_handler(box);
  if (path)
    handler(tideline_signal_box_context(box), path, other_path, event);
  g_free(path);
  g_free(other_path);
}

GFileMonitor *tideline_file_monitor_new(const char *path, TidelineSignalTarget target,
                                        Handler handler)
{
  GFile *file = g_file_new_for_path(path);
  GFileMonitor *monitor = g_file_monitor(file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  g_object_unref(file);
  if (monitor)
    tideline_signal_connect_boxed(G_OBJECT(monitor), "changed", G_CALLBACK(changed), target,
                                  G_CALLBACK(handler));
  else
    target.release(target.context);
  return monitor;
}
