// C functions that Swift cannot express, needed by the app alone: dialogs, files, links.

#pragma once

#include <CPullToRefreshShim.h>

G_BEGIN_DECLS

// application.c

/// Connects `open` of an application; the handler is called once for each path.
unsigned long tideline_signal_connect_files(
    GtkApplication *_Nonnull application, TidelineSignalTarget target,
    void (*_Nonnull handler)(void *_Nonnull context, const char *_Nonnull path));
/// Connects `activate` of an action that takes a text.
unsigned long tideline_signal_connect_text_parameter(
    GSimpleAction *_Nonnull action, TidelineSignalTarget target,
    void (*_Nonnull handler)(void *_Nonnull context, const char *_Nonnull text));

/// Whether a name on the session bus has an owner. False without such a bus; starts no service.
bool tideline_bus_name_has_owner(const char *_Nonnull name);

/// Calls when the process first gets the signal while the application runs; a second signal has the
/// default action. A signal that is ignored from the start, as under `nohup`, stays ignored.
void tideline_on_ending_signal(GtkApplication *_Nonnull application, int number,
                               TidelineSignalTarget target,
                               void (*_Nonnull handler)(void *_Nonnull context));

// widget.c

/// Whether a window is active, or a window that is transient for it, such as a dialog.
bool tideline_window_is_attended(GtkWindow *_Nonnull window);
/// Keeps a window above its parent, and closes it with the parent.
void tideline_window_set_parent(GtkWindow *_Nonnull window, GtkWindow *_Nonnull parent);
void tideline_accessible_set_expanded(GtkWidget *_Nonnull widget, bool expanded);

/// Realizes the inner text widget of a search entry, if the window is realized.
void tideline_search_entry_realize(GtkSearchEntry *_Nonnull entry);

/// Sets the minimum width of all wrapping labels in a widget, in characters.
void tideline_set_label_width(GtkWidget *_Nonnull widget, int chars);

/// Lets a button's text wrap if the button is too narrow for it.
void tideline_wrap_button_label(GtkButton *_Nonnull button);
/// Sets the accessible level of a heading; 1 is the highest.
void tideline_set_heading_level(GtkWidget *_Nonnull heading, int level);
/// The direction of a text, from its first letter; neutral if it has no letter.
PangoDirection tideline_text_direction(const char *_Nonnull text);

// Appends an item that is hidden while its action is disabled.
void tideline_menu_append_optional(GMenu *_Nonnull menu, const char *_Nonnull label,
                                   const char *_Nonnull action);

/// Calls with the point of a secondary click on the widget, before its children get the event.
void tideline_on_secondary_click(GtkWidget *_Nonnull widget, TidelineSignalTarget target,
                                 void (*_Nonnull handler)(void *_Nonnull context, double x,
                                                          double y));
/// Opens a menu at a point in the widget. Its items activate the widget's actions.
void tideline_popup_menu(GtkWidget *_Nonnull widget, GMenuModel *_Nonnull menu, double x,
                         double y);
/// The child at a point in the widget; null if there is none.
GtkWidget *_Nullable tideline_child_at(GtkWidget *_Nonnull widget, double x, double y)
    CGLIB_UNRETAINED;

// text_region.c

/// A mark on a part of a label's text.
typedef enum {
  TIDELINE_MARK_SELECTED,
  /// A match of a search.
  TIDELINE_MARK_MATCH,
  /// The match that the user has gone to.
  TIDELINE_MARK_PRESENT_MATCH,
} TidelineTextMark;

/// A marked range of a label, in bytes of its text.
typedef struct {
  int start, end;
  TidelineTextMark kind;
} TidelineMarkedRange;

/// A vertical box that marks ranges of text in its labels.
GtkBox *_Nonnull tideline_text_region_new(int spacing) CGLIB_RETAINED;
/// Sets all marks of a label in the region.
void tideline_text_region_mark(GtkBox *_Nonnull region, GtkLabel *_Nonnull label,
                               const TidelineMarkedRange *_Nullable ranges, unsigned int count);
/// The index between two characters nearest to a point in a label, in bytes of the label's text.
int tideline_label_index_at(GtkLabel *_Nonnull label, double x, double y);
/// The rectangle of a range of a label's text, in px of the label; only its first line. `start` and
/// `end` are bytes of the text.
GdkRectangle tideline_label_place_of(GtkLabel *_Nonnull label, int start, int end);

// sight_box.c

/// A vertical box that paints only the children in the visible part of its scrolled window.
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

// layouts.c

/// Places a box's children in as many columns of one size as fit.
void tideline_lay_out_flow(GtkWidget *_Nonnull box);

/// A box that scrolls its content horizontally if the content needs more width than there is.
GtkBox *_Nonnull tideline_wide_box_new(GtkWidget *_Nonnull content) CGLIB_RETAINED;

/// The largest number of columns; the cells of further columns share the last one.
#define TIDELINE_TABLE_COLUMNS 100

/// Lays out a table: the widget's children are the rows, and the rows' children are the cells.
void tideline_lay_out_table(GtkWidget *_Nonnull widget);
void tideline_lay_out_row(GtkWidget *_Nonnull widget);
void tideline_set_cell_span(GtkWidget *_Nonnull cell, int columns, int rows);

/// Lays out the only child, a `GtkPicture`, never larger than the picture.
void tideline_lay_out_picture(GtkWidget *_Nonnull widget);

// files.c: free returned texts by `g_free`.

/// The chosen file's path; null if no file was chosen, or the file has no local path.
char *_Nullable tideline_file_chooser_path(GtkFileChooserNative *_Nonnull chooser);
/// Begins in the home folder. Without a folder, the dialog lists recent files, and no folder among
/// them can be chosen.
void tideline_file_chooser_begin_at_home(GtkFileChooserNative *_Nonnull chooser);
/// Sets the name that the dialog suggests for a file to save.
void tideline_file_chooser_offer_name(GtkFileChooserNative *_Nonnull chooser,
                                      const char *_Nonnull name);
/// Adds a filter for the pictures that GdkPixbuf can read; `name` is its name for the user.
void tideline_file_chooser_show_pictures(GtkFileChooserNative *_Nonnull chooser,
                                         const char *_Nonnull name);
char *_Nullable tideline_color_button_get(GtkColorButton *_Nonnull button);
/// Sets a color in CSS notation; ignores a text that is no color.
void tideline_color_button_set(GtkColorButton *_Nonnull button, const char *_Nonnull css);
char *_Nullable tideline_font_button_get(GtkFontButton *_Nonnull button);
void tideline_font_button_set(GtkFontButton *_Nonnull button, const char *_Nonnull font);
/// The size in a font description, in points, or in px if it says px; 0 if it names no size.
double tideline_font_size(const char *_Nonnull font);

/// Watches a file or a folder, including moves; null if the system cannot.
GFileMonitor *_Nullable tideline_file_monitor_new(
    const char *_Nonnull path, TidelineSignalTarget target,
    void (*_Nonnull handler)(void *_Nonnull context, const char *_Nonnull path,
                             const char *_Nullable other, GFileMonitorEvent event)) CGLIB_RETAINED;

// settings.c

/// A key's stored value that the schema does not allow, as GVariant text to be freed by `g_free`;
/// null if the schema allows it, or if nothing is stored.
char *_Nullable tideline_settings_refused(GSettings *_Nonnull settings,
                                          GSettingsSchema *_Nonnull schema,
                                          const char *_Nonnull key);
/// Binds a text key to a property that is an index into the choices.
void tideline_settings_bind_choice(GSettings *_Nonnull settings, const char *_Nonnull key,
                                   GObject *_Nonnull object, const char *_Nonnull property,
                                   const char *_Nullable const *_Nonnull choices);

// desktop.c

/// Shows a file in the file manager; without one, opens the file's folder.
void tideline_show_in_folder(GtkWindow *_Nonnull parent, const char *_Nonnull path);

/// Opens a file or an address in the default program; then calls with null, or with the reason of a
/// failure.
void tideline_open_uri(GtkWidget *_Nonnull widget, const char *_Nonnull uri,
                       TidelineSignalTarget target,
                       void (*_Nonnull handler)(void *_Nonnull context,
                                                const char *_Nullable reason));
/// Calls when the user follows a link; the handler returns whether GTK must not open it.
unsigned long tideline_connect_activate_link(
    GtkLabel *_Nonnull label, TidelineSignalTarget target,
    bool (*_Nonnull handler)(void *_Nonnull context, const char *_Nonnull uri));

/// The result of a request to be started at each login.
typedef enum {
  TIDELINE_AUTOSTART_GRANTED,
  TIDELINE_AUTOSTART_REFUSED,
  /// The portal left the bus without an answer, or took too long.
  TIDELINE_AUTOSTART_UNANSWERED,
  /// The portal could not be called.
  TIDELINE_AUTOSTART_FAILED,
} TidelineAutostartAnswer;

/// How long the portal may take for an answer, since it may ask the user first: 5 minutes.
#define TIDELINE_AUTOSTART_SECONDS 300

/// Asks the background portal to start a command at each login, or to stop doing so. The handler is
/// called once. It gets D-Bus's error as its `reason` if the portal could not be called, else null.
void tideline_request_autostart(const char *_Nonnull reason,
                                const char *_Nullable const *_Nonnull command, bool is_wanted,
                                TidelineSignalTarget target,
                                void (*_Nonnull handler)(void *_Nonnull context,
                                                         TidelineAutostartAnswer answer,
                                                         const char *_Nullable reason));

// drag_and_drop.c

/// Lets the user drag a file out of a widget. Each time the other program asks for the file, calls
/// with a request, for which ``tideline_finish_file`` must be called once.
void tideline_let_drag_file(GtkWidget *_Nonnull widget, TidelineSignalTarget target,
                            void (*_Nonnull handler)(void *_Nonnull context,
                                                     void *_Nonnull request));
/// Answers a request with the path of the file; null if there is no file.
void tideline_finish_file(void *_Nonnull request, const char *_Nullable path);

/// Calls with the local paths of the dropped files, ended by null. The handler returns whether it
/// accepts the drop.
unsigned long tideline_connect_file_drop(
    GtkDropTarget *_Nonnull drop, TidelineSignalTarget target,
    bool (*_Nonnull handler)(void *_Nonnull context,
                             const char *_Nullable const *_Nonnull paths));
/// Calls when a drag from another program enters the widget, and accepts the drag as a copy.
unsigned long tideline_connect_drop_enter(GtkDropTarget *_Nonnull drop,
                                          TidelineSignalTarget target,
                                          void (*_Nonnull handler)(void *_Nonnull context));
/// Drops files as the user would. Only in debug builds, for tests.
void tideline_drop_files(GtkDropTarget *_Nonnull drop, const char *_Nullable const *_Nonnull paths);

// print.c

/// Callbacks of a print operation, each called with the target's context.
typedef struct {
  /// Lays out the next part; returns 0 if more is left, and the number of pages at the end.
  int (*_Nonnull lay_out)(void *_Nonnull context, GtkPrintContext *_Nonnull paper);
  /// Draws a page, counted from 0.
  void (*_Nonnull draw)(void *_Nonnull context, GtkPrintContext *_Nonnull paper, int page);
  /// Called at least once. `reason` is the error; null if the job was printed, or the user
  /// cancelled it.
  void (*_Nonnull end)(void *_Nonnull context, const char *_Nullable reason);
} TidelinePrintCalls;

/// Prints by the desktop's dialog over `parent`, or into the file `pdf` without a dialog. Returns
/// before the job is done. Lengths are points.
void tideline_print(GtkWindow *_Nullable parent, const char *_Nonnull title,
                    const char *_Nullable pdf, TidelineSignalTarget target,
                    TidelinePrintCalls calls);
/// Paints a texture into a rectangle. Does nothing for other kinds of paintables.
void tideline_paint_picture(cairo_t *_Nonnull canvas, GdkPaintable *_Nonnull picture, double x,
                            double y, double width, double height);

// picture_bytes.c

/// The time limit for decoding a picture in memory, since it may be made to take long.
#define TIDELINE_PICTURE_SECONDS 10

/// Decodes an untrusted picture in memory: PNG, JPEG, the first frame of a GIF, or WebP if there is
/// a loader for it. Scales it down to at most `width` pixels in width and `most` in all. May be
/// called on any thread. Null if it cannot be read.
GdkPaintable *_Nullable tideline_paintable_from_bytes(const guint8 *_Nonnull bytes, gsize count,
                                                      int width, gint64 most,
                                                      TidelinePictureFault *_Nonnull fault)
    CGLIB_RETAINED;

G_END_DECLS
