// The C functions that Swift cannot express, needed by the app alone: they need variadic functions, a
// GType of their own, or a macro. Their Swift wrappers say what they do.

#pragma once

#include <CPullToRefreshShim.h>

#include <glib-unix.h>

G_BEGIN_DECLS

// application.c

bool tideline_bus_name_has_owner(const char *_Nonnull name);

bool tideline_is_signal_ignored(int number);

GFileMonitor *_Nullable tideline_file_monitor_new(const char *_Nonnull path) CGLIB_RETAINED;

// widget.c

bool tideline_window_is_attended(GtkWindow *_Nonnull window);
void tideline_window_set_parent(GtkWindow *_Nonnull window, GtkWindow *_Nonnull parent);
void tideline_accessible_set_expanded(GtkWidget *_Nonnull widget, bool expanded);
void tideline_set_heading_level(GtkWidget *_Nonnull heading, int level);
PangoDirection tideline_text_direction(const char *_Nonnull text);
void tideline_popup_menu(GtkWidget *_Nonnull widget, GMenuModel *_Nonnull menu, double x,
                         double y);
GtkWidget *_Nullable tideline_child_at(GtkWidget *_Nonnull widget, double x, double y)
    CGLIB_UNRETAINED;
int tideline_bar_height(GtkScrolledWindow *_Nonnull window);

// text_region.c

/// A mark on a part of a label's text.
typedef enum {
  TIDELINE_MARK_SELECTED,
  TIDELINE_MARK_MATCH,
  TIDELINE_MARK_PRESENT_MATCH,
} TidelineTextMark;

/// A marked range of a label, in bytes of its text.
typedef struct {
  int start, end;
  TidelineTextMark kind;
} TidelineMarkedRange;

GtkBox *_Nonnull tideline_text_region_new(int spacing) CGLIB_RETAINED;
void tideline_text_region_mark(GtkBox *_Nonnull region, GtkLabel *_Nonnull label,
                               const TidelineMarkedRange *_Nullable ranges, unsigned int count);
int tideline_label_index_at(GtkLabel *_Nonnull label, double x, double y);
GdkRectangle tideline_label_place_of(GtkLabel *_Nonnull label, int start, int end);

// sight_box.c

GtkBox *_Nonnull tideline_sight_box_new(int spacing, GtkAccessibleRole role) CGLIB_RETAINED;

// linked_label.c

/// A widget that contains a label, and a widget for each link of the label.
GtkWidget *_Nonnull tideline_linked_label_new(GtkLabel *_Nonnull label) CGLIB_RETAINED;
/// Adds the next link; `start` and `end` are bytes of the label's text.
GtkWidget *_Nonnull tideline_linked_label_add(GtkWidget *_Nonnull widget,
                                              const char *_Nonnull address, int start, int end)
    CGLIB_UNRETAINED;
/// Shows an ellipsis in the place of a part of a link's text, which has at least three ASCII
/// characters. The range is in bytes of the label's text.
void tideline_linked_label_shorten(GtkWidget *_Nonnull link, int start, int end);

// settings.c

/// Free the text by `g_free`.
char *_Nullable tideline_settings_refused(GSettings *_Nonnull settings,
                                          GSettingsSchema *_Nonnull schema,
                                          const char *_Nonnull key);
/// Binds a text key to a property that is an index into the choices.
void tideline_settings_bind_choice(GSettings *_Nonnull settings, const char *_Nonnull key,
                                   GObject *_Nonnull object, const char *_Nonnull property,
                                   const char *_Nullable const *_Nonnull choices);

// drag_and_drop.c

/// Each time the other program asks for the file, calls with a request, for which
/// ``tideline_finish_file`` must be called once, with a path or null.
void tideline_let_drag_file(GtkWidget *_Nonnull widget, TidelineSignalTarget target,
                            void (*_Nonnull handler)(void *_Nonnull context,
                                                     void *_Nonnull request));
void tideline_finish_file(void *_Nonnull request, const char *_Nullable path);
/// Drops files as the user would. Only in debug builds, for tests.
void tideline_drop_files(GtkDropTarget *_Nonnull drop, const char *_Nullable const *_Nonnull paths);

// picture_bytes.c

/// The time limit for decoding a picture in memory, since it may be made to take long.
#define TIDELINE_PICTURE_SECONDS 10

/// Scales the picture down to at most `width` pixels in width and `most` in all. May be called on any
/// thread.
GdkPaintable *_Nullable tideline_paintable_from_bytes(const guint8 *_Nonnull bytes, gsize count,
                                                      int width, gint64 most,
                                                      TidelinePictureFault *_Nonnull fault)
    CGLIB_RETAINED;

G_END_DECLS
