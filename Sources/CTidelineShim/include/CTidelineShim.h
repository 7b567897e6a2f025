// The C that Swift cannot write and the app needs beside the library: dialogues, files, links.

#pragma once

#include <CPullToRefreshShim.h>

G_BEGIN_DECLS

// application_signals.c

/// Connects `open` of an application, once for each path.
unsigned long tideline_signal_connect_files(
    GtkApplication *_Nonnull application, TidelineSignalTarget target,
    void (*_Nonnull handler)(void *_Nonnull context, const char *_Nonnull path));
/// Connects `activate` of an action that takes a text.
unsigned long tideline_signal_connect_text_parameter(
    GSimpleAction *_Nonnull action, TidelineSignalTarget target,
    void (*_Nonnull handler)(void *_Nonnull context, const char *_Nonnull text));

// widget.c

/// Whether a window has the keyboard's focus, or a window that belongs to it does, such as a
/// dialogue.
bool tideline_window_is_attended(GtkWindow *_Nonnull window);
void tideline_accessible_set_expanded(GtkWidget *_Nonnull widget, bool expanded);

/// Realizes the text of an entry whose window is realized.
void tideline_search_entry_realize(GtkSearchEntry *_Nonnull entry);

// label.c

/// Gives the labels in a widget that wrap room for so many letters at least.
void tideline_set_label_width(GtkWidget *_Nonnull widget, int chars);

/// Lets the text of a button that has no room for it take several lines.
void tideline_wrap_button_label(GtkButton *_Nonnull button);
/// Tells a screen reader how high a heading is, from 1 for the highest.
void tideline_set_heading_level(GtkWidget *_Nonnull heading, int level);
/// From which side a text is read, by its first letter; neutral where it has none.
PangoDirection tideline_text_direction(const char *_Nonnull text);

// text_region.c

/// A mark on a part of a label's text.
typedef enum {
  TIDELINE_MARK_SELECTED,
  /// A match of a search.
  TIDELINE_MARK_MATCH,
  /// The match that the user has gone to.
  TIDELINE_MARK_PRESENT_MATCH,
} TidelineTextMark;

/// In bytes of the label's text.
typedef struct {
  int start, end;
  TidelineTextMark kind;
} TidelineMarkedRange;

/// An upright box that marks text of the labels in it.
GtkBox *_Nonnull tideline_text_region_new(int spacing) CGLIB_RETAINED;
/// Sets all marks of a label in the region.
void tideline_text_region_mark(GtkBox *_Nonnull region, GtkLabel *_Nonnull label,
                               const TidelineMarkedRange *_Nullable ranges, unsigned int count);
/// The place between two characters that is nearest to a point in a label, in bytes of its text.
int tideline_label_index_at(GtkLabel *_Nonnull label, double x, double y);
/// Where in a label a part of its text stands, of which it is the first line, in px. In bytes of the
/// text.
GdkRectangle tideline_label_place_of(GtkLabel *_Nonnull label, int start, int end);

// sight_box.c

/// An upright box that paints only what is in sight of the scrolled window around it.
GtkBox *_Nonnull tideline_sight_box_new(int spacing, GtkAccessibleRole role) CGLIB_RETAINED;

// linked_label.c

/// A widget that holds a label, and a widget for each of its links.
GtkWidget *_Nonnull tideline_linked_label_new(GtkLabel *_Nonnull label) CGLIB_RETAINED;
/// Adds the next link, from and to a byte of the label's text.
GtkWidget *_Nonnull tideline_linked_label_add(GtkWidget *_Nonnull widget,
                                              const char *_Nonnull address, int start, int end)
    CGLIB_UNRETAINED;
/// Shows an ellipsis in the place of a part of a link's text, which has at least three ASCII
/// characters. The range is in bytes of the label's text.
void tideline_linked_label_shorten(GtkWidget *_Nonnull link, int start, int end);

// wide_layout.c

/// A box that scrolls its content to the side if there is less room than it needs.
GtkBox *_Nonnull tideline_wide_box_new(GtkWidget *_Nonnull content) CGLIB_RETAINED;

// table_layout.c

/// Further columns share the last one.
#define TIDELINE_TABLE_COLUMNS 100

/// Lays rows of cells out in columns: the widget's children are the rows, and theirs the cells.
void tideline_lay_out_table(GtkWidget *_Nonnull widget);
void tideline_lay_out_row(GtkWidget *_Nonnull widget);
void tideline_set_cell_span(GtkWidget *_Nonnull cell, int columns, int rows);

// bus_name.c

/// Whether somebody has a name on the session bus. False without such a bus; starts nobody.
bool tideline_bus_name_has_owner(const char *_Nonnull name);

// choosers.c: what is returned as text is to be freed by `g_free`.

/// The chosen file's path; null where there is none, or none on disk.
char *_Nullable tideline_file_chooser_path(GtkFileChooserNative *_Nonnull chooser);
/// The name that is offered for a file that is saved.
void tideline_file_chooser_offer_name(GtkFileChooserNative *_Nonnull chooser,
                                      const char *_Nonnull name);
/// Shows only files of which GTK can make a picture; `name` says so to the user.
void tideline_file_chooser_show_pictures(GtkFileChooserNative *_Nonnull chooser,
                                         const char *_Nonnull name);
char *_Nullable tideline_color_button_get(GtkColorButton *_Nonnull button);
/// Does nothing where the text is no color.
void tideline_color_button_set(GtkColorButton *_Nonnull button, const char *_Nonnull css);
char *_Nullable tideline_font_button_get(GtkFontButton *_Nonnull button);
void tideline_font_button_set(GtkFontButton *_Nonnull button, const char *_Nonnull font);
/// In points, or in pixels where the description says px; 0 where it names no size.
double tideline_font_size(const char *_Nonnull font);

// settings.c

/// A key's stored value that the schema does not allow, as GVariant text to be freed by `g_free`;
/// null if the schema allows it, or if nothing is stored.
char *_Nullable tideline_settings_refused(GSettings *_Nonnull settings,
                                          GSettingsSchema *_Nonnull schema,
                                          const char *_Nonnull key);
/// Keeps a property, which is a place among the choices, and a key of text in step.
void tideline_settings_bind_choice(GSettings *_Nonnull settings, const char *_Nonnull key,
                                   GObject *_Nonnull object, const char *_Nonnull property,
                                   const char *_Nullable const *_Nonnull choices);
/// Adds an action of the key's name, whose state is its value.
void tideline_settings_add_action(GSettings *_Nonnull settings, const char *_Nonnull key,
                                  GActionMap *_Nonnull actions);

// context_menu.c
// Appends an item that is left out while its action is disabled.
void tideline_menu_append_optional(GMenu *_Nonnull menu, const char *_Nonnull label,
                                   const char *_Nonnull action);

/// Where the secondary button was pressed on the widget, before its children hear of it.
void tideline_on_secondary_click(GtkWidget *_Nonnull widget, TidelineSignalTarget target,
                                 void (*_Nonnull handler)(void *_Nonnull context, double x,
                                                          double y));
/// Opens a menu at a place in the widget, whose actions it activates.
void tideline_popup_menu(GtkWidget *_Nonnull widget, GMenuModel *_Nonnull menu, double x,
                         double y);
/// The child that has the place in it, or that holds what has.
GtkWidget *_Nullable tideline_child_at(GtkWidget *_Nonnull widget, double x, double y)
    CGLIB_UNRETAINED;

// file_manager.c

/// Shows a file in the file manager, or else its folder.
void tideline_show_in_folder(GtkWindow *_Nonnull parent, const char *_Nonnull path);

// launch.c

/// Opens a file or an address in the default program; then calls with null, or with the reason why
/// nothing was opened.
void tideline_open_uri(GtkWidget *_Nonnull widget, const char *_Nonnull uri,
                       TidelineSignalTarget target,
                       void (*_Nonnull handler)(void *_Nonnull context,
                                                const char *_Nullable reason));
/// Calls when a link is to be followed; the handler returns whether it has seen to it itself.
unsigned long tideline_connect_activate_link(
    GtkLabel *_Nonnull label, TidelineSignalTarget target,
    bool (*_Nonnull handler)(void *_Nonnull context, const char *_Nonnull uri));

// drag_source.c

/// Lets a file be dragged off a widget. Each time that the other program asks for it, calls with a
/// request, for which ``tideline_finish_file`` must be called once.
void tideline_let_drag_file(GtkWidget *_Nonnull widget, TidelineSignalTarget target,
                            void (*_Nonnull handler)(void *_Nonnull context,
                                                     void *_Nonnull request));
/// Hands the file over; null where there is none.
void tideline_finish_file(void *_Nonnull request, const char *_Nullable path);

// file_monitor.c

/// Watches a file or a folder, moves included; null where the system cannot.
GFileMonitor *_Nullable tideline_file_monitor_new(
    const char *_Nonnull path, TidelineSignalTarget target,
    void (*_Nonnull handler)(void *_Nonnull context, const char *_Nonnull path,
                             const char *_Nullable other, GFileMonitorEvent event)) CGLIB_RETAINED;

// drop_target.c

/// Calls with the paths of what was dropped, ended by null; not with what is not on disk. The
/// handler says whether it takes the drop.
unsigned long tideline_connect_file_drop(
    GtkDropTarget *_Nonnull drop, TidelineSignalTarget target,
    bool (*_Nonnull handler)(void *_Nonnull context,
                             const char *_Nullable const *_Nonnull paths));
/// Calls when a drag comes over the widget, and lets it be dropped there.
unsigned long tideline_connect_drop_enter(GtkDropTarget *_Nonnull drop,
                                          TidelineSignalTarget target,
                                          void (*_Nonnull handler)(void *_Nonnull context));
/// Drops files there, as the user would. A debug build has it, for tests.
void tideline_drop_files(GtkDropTarget *_Nonnull drop, const char *_Nullable const *_Nonnull paths);

// ending_signals.c

/// Calls when the process gets the signal for the first time while the application runs; the next
/// one has its default action. A signal that whoever started the process has it ignore stays ignored.
void tideline_on_ending_signal(GtkApplication *_Nonnull application, int number,
                               TidelineSignalTarget target,
                               void (*_Nonnull handler)(void *_Nonnull context));

// background_portal.c

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

/// Asks the background portal to start a command at each login, or no more. The handler is called once,
/// where the portal could not be called with the desktop's words.
void tideline_request_autostart(const char *_Nonnull reason,
                                const char *_Nullable const *_Nonnull command, bool is_wanted,
                                TidelineSignalTarget target,
                                void (*_Nonnull handler)(void *_Nonnull context,
                                                         TidelineAutostartAnswer answer,
                                                         const char *_Nullable reason));

// print.c

/// Callbacks of a print operation, each called with the target's context.
typedef struct {
  /// Lays out some more; returns how many pages there are once all is, and 0 before.
  int (*_Nonnull lay_out)(void *_Nonnull context, GtkPrintContext *_Nonnull paper);
  /// Draws a page, counted from 0.
  void (*_Nonnull draw)(void *_Nonnull context, GtkPrintContext *_Nonnull paper, int page);
  /// Called at least once; `reason` says why nothing was printed, and is null where it was, or where the
  /// user has changed their mind.
  void (*_Nonnull end)(void *_Nonnull context, const char *_Nullable reason);
} TidelinePrintCalls;

/// Prints, by the desktop's dialogue over `parent`, or into the file `pdf` without one. Returns
/// before that is done. Lengths are points.
void tideline_print(GtkWindow *_Nullable parent, const char *_Nonnull title,
                    const char *_Nullable pdf, TidelineSignalTarget target,
                    TidelinePrintCalls calls);
/// Paints a texture into a place; nothing of another paintable.
void tideline_paint_picture(cairo_t *_Nonnull canvas, GdkPaintable *_Nonnull picture, double x,
                            double y, double width, double height);

// picture_bytes.c

/// How long a picture in memory may take that is made to take long.
#define TIDELINE_PICTURE_SECONDS 10

/// A picture in memory that comes from outside: PNG, JPEG, the first of a GIF, or WebP where there is a
/// loader for it; made smaller, to at most `width` pixels in width and `most` in all. May be called on
/// any thread. Null where it cannot be read.
GdkPaintable *_Nullable tideline_paintable_from_bytes(const guint8 *_Nonnull bytes, gsize count,
                                                      int width, gint64 most,
                                                      TidelinePictureFault *_Nonnull fault)
    CGLIB_RETAINED;

// picture_layout.c

/// Lays the only child out, which is a `GtkPicture`: never larger than the picture is.
void tideline_lay_out_picture(GtkWidget *_Nonnull widget);

G_END_DECLS
