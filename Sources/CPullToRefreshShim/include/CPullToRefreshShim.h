// The C functions that Swift cannot express: they need variadic functions, a GType of their own, or
// a private symbol. Their Swift wrappers say what they do.

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "../../CPullToRefreshGtk/CPullToRefreshGtk.h"

G_BEGIN_DECLS

// main_queue.c

/// Lets the GLib main loop run the blocks of libdispatch's main queue, and with it Swift's main
/// actor. A second call does nothing. Call it on the main thread before the loop runs.
void tideline_main_queue_attach(void);
/// Runs the blocks on the main queue now. Does nothing within such a block.
void tideline_main_queue_run(void);

// signal_box.c

/// A Swift object that a signal connection keeps alive, and the function that releases it.
typedef struct {
  void *_Nonnull context;
  void (*_Nonnull release)(void *_Nonnull context);
} TidelineSignalTarget;

/// The number of connections that hold a target; 0 once every connected object is finalized. Only
/// in debug builds, for tests.
unsigned int tideline_signal_live_boxes(void);

/// Connects a signal. The handler gets the signal's arguments, of which the object is the first, and
/// returns the result of a signal that has one. Only GLib's destroy notify releases the target.
/// Returns the handler id.
unsigned long tideline_signal_connect(
    GObject *_Nonnull object, const char *_Nonnull signal, bool after, TidelineSignalTarget target,
    bool (*_Nonnull handler)(void *_Nonnull context, const GValue *_Nonnull arguments));
/// `gtk_widget_add_tick_callback`, with the frame's time in µs; the handler returns false to end.
unsigned int tideline_add_tick_callback(
    GtkWidget *_Nonnull widget, TidelineSignalTarget target,
    bool (*_Nonnull handler)(void *_Nonnull context, int64_t frame_time));
/// `g_timeout_add_full` that calls once. Returns the source id, for `g_source_remove`.
unsigned int tideline_add_timeout(
    unsigned int milliseconds, int priority, TidelineSignalTarget target,
    void (*_Nonnull handler)(void *_Nonnull context));

/// `g_object_set_data_full`: the object owns the target until it dies or the key is set again.
void tideline_object_own(GObject *_Nonnull object, const char *_Nonnull key,
                         TidelineSignalTarget target);
/// The context given to `tideline_object_own`, or null.
void *_Nullable tideline_object_owned(GObject *_Nonnull object, const char *_Nonnull key);
/// Releases the target that the object owns under the key.
void tideline_object_disown(GObject *_Nonnull object, const char *_Nonnull key);

/// The life that was given to `tideline_object_set_life` for an object, or null.
void *_Nullable tideline_object_life(GObject *_Nonnull object);
/// Calls `end` when the object's last reference was released. Use it once for an object; it is not
/// counted as a connection.
void tideline_object_set_life(GObject *_Nonnull object, void *_Nonnull life,
                              void (*_Nonnull end)(void *_Nullable life));
/// Whether an object whose life has not ended can still be retained.
bool tideline_object_is_referenced(void *_Nonnull object);

// current_event.c

bool tideline_is_current_touch_begin(GtkEventController *_Nonnull controller);

/// The widget under the event that a controller is handling, at or below the controller's own; null
/// if there is no event, or no widget there. `is_elsewhere` is set for an event of another surface,
/// such as a popover's.
GtkWidget *_Nullable tideline_current_target(GtkEventController *_Nonnull controller,
                                             bool *_Nonnull is_elsewhere) CGLIB_UNRETAINED;
/// The kind of device that sent the event, and the tool on a tablet; a mouse and an unknown tool if
/// the event names none.
GdkInputSource tideline_current_source(GtkEventController *_Nonnull controller,
                                       GdkDeviceToolType *_Nonnull tool);
bool tideline_takes_scrolling(GtkWidget *_Nonnull widget);
bool tideline_takes_dragging(GtkWidget *_Nonnull widget);
bool tideline_selects_by_dragging(GtkWidget *_Nonnull widget);

// pull_container.c

GtkWidget *_Nonnull tideline_pull_container_new(void) CGLIB_RETAINED;
bool tideline_is_pull_container(GtkWidget *_Nonnull widget);
void tideline_pull_container_set_child(GtkWidget *_Nonnull container, GtkWidget *_Nullable child);
void tideline_pull_container_follow(GtkWidget *_Nonnull container, GtkWidget *_Nullable guest);
void tideline_pull_container_add(GtkWidget *_Nonnull container, GtkWidget *_Nonnull over);
void tideline_pull_container_set_room(GtkWidget *_Nonnull container, GtkBorder room);
/// Sets the child's offset from its laid-out position, in px. While the child is held, it is only
/// painted there: a gesture on it would otherwise count the offset as the finger's movement.
void tideline_pull_container_slide(GtkWidget *_Nonnull container, double x, double y, bool is_held);

/// The place of a row over the child.
typedef struct {
  GtkPositionType side;
  /// The length by which the row reaches into the container, and its visible part, in px.
  int length;
  double shown;
  /// Whether the row is centered on its side, and only as wide as it needs to be.
  bool floats;
} TidelineRowPlace;

void tideline_pull_container_place_row(GtkWidget *_Nonnull container, GtkWidget *_Nonnull row,
                                       TidelineRowPlace place);
void tideline_pull_container_move(GtkWidget *_Nonnull container, GtkWidget *_Nonnull over,
                                  double x, double y);

// widget.c: the accessible setters are variadic.

void tideline_accessible_set_label(GtkWidget *_Nonnull widget, const char *_Nonnull label);
void tideline_accessible_set_description(GtkWidget *_Nonnull widget,
                                         const char *_Nonnull description);
void tideline_accessible_set_busy(GtkWidget *_Nonnull widget, bool busy);

bool tideline_accessible_announce(GtkWidget *_Nonnull widget, const char *_Nonnull text);

/// The model of a list view, grid view or column view; null for another widget.
GObject *_Nullable tideline_list_model(GtkWidget *_Nonnull view) CGLIB_UNRETAINED;
/// Scrolls a row of a list view, grid view or column view into view, by the function of GTK 4.12 if
/// there is one (looked up at run time). False for another widget, and if there is no such row.
bool tideline_list_scroll_to_item(GtkWidget *_Nonnull view, unsigned int position);
bool tideline_list_scroll_to_last(GtkWidget *_Nonnull view);

bool tideline_widget_place(GtkWidget *_Nonnull widget, GtkWidget *_Nonnull other,
                           double *_Nonnull left, double *_Nonnull top);
void tideline_set_orientation(GtkWidget *_Nonnull widget, GtkOrientation orientation);
GtkTextMark *_Nonnull tideline_text_view_mark_top(GtkTextView *_Nonnull view) CGLIB_RETAINED;
bool tideline_text_view_mark_place(GtkTextView *_Nonnull view, GtkTextMark *_Nonnull mark,
                                   double *_Nonnull top);
void tideline_text_mark_delete(GtkTextMark *_Nonnull mark);

// object.c: variadic calls, and the check of pointers.

bool tideline_object_get_bool(GObject *_Nonnull object, const char *_Nonnull property);
void tideline_object_set_bool(GObject *_Nonnull object, const char *_Nonnull property, bool value);

/// `g_warning`, which is variadic.
void tideline_warn(const char *_Nonnull message);

/// Whether an object of a class, or with an interface, is at an address. Anything else may be
/// there, or no memory at all. Takes some microseconds. A new object in a freed one's place counts.
bool tideline_is_live_object(const void *_Nullable pointer, GType type);
bool tideline_is_main_thread(void);

const char *_Nullable tideline_program_name(void);

// replace_child.c

bool tideline_replace_child(GtkWidget *_Nonnull child, GtkWidget *_Nullable replacement);

// key_list_model.c

GListModel *_Nonnull tideline_key_list_new(void) CGLIB_RETAINED;
void tideline_key_list_splice(GListModel *_Nonnull list, unsigned int position,
                              unsigned int removed, const int64_t *_Nullable keys,
                              unsigned int added);
typedef struct {
  unsigned int old_start;
  unsigned int old_count;
  unsigned int new_start;
  unsigned int new_count;
} TidelineKeyRun;
/// Gives the keys other objects from now on.
void tideline_key_list_forget_items(GListModel *_Nonnull list);
/// Begins to replace all keys: returns room for the new ones, which the caller fills in.
int64_t *_Nonnull tideline_key_list_begin_replacing(GListModel *_Nonnull list, unsigned int count);
/// Takes the new keys. The runs are all differences, from the top down. Each run is one
/// items-changed; the lowest run is first, so that a key that moves up is never in the list twice.
void tideline_key_list_replace(GListModel *_Nonnull list, const TidelineKeyRun *_Nullable runs,
                               unsigned int run_count);
unsigned int tideline_key_list_count(GListModel *_Nonnull list);
int64_t tideline_key_list_key(GListModel *_Nonnull list, unsigned int position);
bool tideline_key_list_item_key(GObject *_Nonnull item, int64_t *_Nonnull key);

// turning_paintable.c

GdkPaintable *_Nonnull tideline_turning_paintable_new(void) CGLIB_RETAINED;
void tideline_turning_paintable_set_child(GdkPaintable *_Nonnull turning,
                                          GdkPaintable *_Nullable child);
void tideline_turning_paintable_set_angle(GdkPaintable *_Nonnull turning, double degrees);
void tideline_turning_paintable_set_tinted(GdkPaintable *_Nonnull turning, bool tinted);

// picture.c

GObject *_Nonnull tideline_icon_theme(GtkWidget *_Nonnull widget) CGLIB_UNRETAINED;
GdkPaintable *_Nullable tideline_paintable_from_icon(GtkWidget *_Nonnull widget,
                                                     const char *_Nonnull name, int size)
    CGLIB_RETAINED;
typedef enum {
  TIDELINE_PICTURE_NO_FILE,
  TIDELINE_PICTURE_TOO_LARGE,
  TIDELINE_PICTURE_NO_PICTURE,
} TidelinePictureFault;

/// The largest size of a picture file, so that a wrongly chosen file does not fill the memory.
#define TIDELINE_PICTURE_BYTES 20000000
#define TIDELINE_PICTURE_PIXELS 40000000

/// A picture from a file, scaled down to at most `limit` pixels in width and height. Null if it
/// cannot be read; free the reason by `g_free`.
GdkPaintable *_Nullable tideline_paintable_from_file(const char *_Nonnull path, int limit,
                                                     TidelinePictureFault *_Nonnull fault,
                                                     char *_Nullable *_Nonnull reason)
    CGLIB_RETAINED;

G_END_DECLS
