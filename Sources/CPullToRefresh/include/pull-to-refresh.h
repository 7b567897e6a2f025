// Pull-to-refresh and load-more for any GtkScrolledWindow, for programs in C, and by GObject
// introspection for Vala, Python, JavaScript and Rust. `pkg-config --cflags --libs pull-to-refresh`
// prints the compiler's flags.
//
//     static void refresh(PullToRefreshList *pull, PullToRefreshRun *run, Model *model)
//     {
//       pull_to_refresh_run_finish(run, model_reload(model) ? "3 new" : NULL);
//     }
//
//     g_autoptr(PullToRefreshList) pull = pull_to_refresh_list_new(scrolled_window);
//     g_signal_connect(pull, "refresh", G_CALLBACK(refresh), model);
//
// Use the objects on the process's first thread only, before or while its GLib main loop runs. A
// function that is called on another thread, or gets a freed object or none, changes nothing: it logs
// a warning. A reference may be released on any thread. A handler must not run a main loop of its
// own.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * PullToRefreshState:
 * @PULL_TO_REFRESH_STATE_NONE: the list has no such row
 * @PULL_TO_REFRESH_STATE_IDLE: neither pulled nor running; the row invites the user
 * @PULL_TO_REFRESH_STATE_PEEKING: pulled by a gesture that cannot fire
 * @PULL_TO_REFRESH_STATE_PULLING: pulled, but less than the threshold
 * @PULL_TO_REFRESH_STATE_ARMED: pulled to the threshold: a release starts a run
 * @PULL_TO_REFRESH_STATE_WAITING: a load waits until the refresh under way is over
 * @PULL_TO_REFRESH_STATE_RUNNING: a run is under way
 * @PULL_TO_REFRESH_STATE_SUCCEEDED: a refresh succeeded
 * @PULL_TO_REFRESH_STATE_FAILED: a refresh or load failed
 * @PULL_TO_REFRESH_STATE_CANCELLED: a refresh was cancelled
 * @PULL_TO_REFRESH_STATE_EXHAUSTED: there is no more to load
 *
 * The state of a row.
 */
typedef enum {
  PULL_TO_REFRESH_STATE_NONE,
  PULL_TO_REFRESH_STATE_IDLE,
  PULL_TO_REFRESH_STATE_PEEKING,
  PULL_TO_REFRESH_STATE_PULLING,
  PULL_TO_REFRESH_STATE_ARMED,
  PULL_TO_REFRESH_STATE_WAITING,
  PULL_TO_REFRESH_STATE_RUNNING,
  PULL_TO_REFRESH_STATE_SUCCEEDED,
  PULL_TO_REFRESH_STATE_FAILED,
  PULL_TO_REFRESH_STATE_CANCELLED,
  PULL_TO_REFRESH_STATE_EXHAUSTED,
} PullToRefreshState;

/**
 * PullToRefreshEdge:
 * @PULL_TO_REFRESH_EDGE_TOP: the top
 * @PULL_TO_REFRESH_EDGE_BOTTOM: the bottom
 * @PULL_TO_REFRESH_EDGE_LEADING: the left; the right if the list is read from right to left
 * @PULL_TO_REFRESH_EDGE_TRAILING: the right; the left if the list is read from right to left
 *
 * An edge of a list.
 */
typedef enum {
  PULL_TO_REFRESH_EDGE_TOP,
  PULL_TO_REFRESH_EDGE_BOTTOM,
  PULL_TO_REFRESH_EDGE_LEADING,
  PULL_TO_REFRESH_EDGE_TRAILING,
} PullToRefreshEdge;

/**
 * PullToRefreshIndicator:
 * @PULL_TO_REFRESH_INDICATOR_ARROW: an arrow that turns over; a spinner during a run
 * @PULL_TO_REFRESH_INDICATOR_RING: a ring that fills as the row is pulled
 * @PULL_TO_REFRESH_INDICATOR_SPINNER: a spinner
 * @PULL_TO_REFRESH_INDICATOR_NONE: no indicator, only the title
 *
 * The indicator beside a row's title.
 */
typedef enum {
  PULL_TO_REFRESH_INDICATOR_ARROW,
  PULL_TO_REFRESH_INDICATOR_RING,
  PULL_TO_REFRESH_INDICATOR_SPINNER,
  PULL_TO_REFRESH_INDICATOR_NONE,
} PullToRefreshIndicator;

#define PULL_TO_REFRESH_TYPE_STATE (pull_to_refresh_state_get_type())
GType pull_to_refresh_state_get_type(void);
#define PULL_TO_REFRESH_TYPE_EDGE (pull_to_refresh_edge_get_type())
GType pull_to_refresh_edge_get_type(void);
#define PULL_TO_REFRESH_TYPE_INDICATOR (pull_to_refresh_indicator_get_type())
GType pull_to_refresh_indicator_get_type(void);
#define PULL_TO_REFRESH_TYPE_RUN (pull_to_refresh_run_get_type())
#define PULL_TO_REFRESH_TYPE_ROW (pull_to_refresh_row_get_type())
#define PULL_TO_REFRESH_TYPE_LIST (pull_to_refresh_list_get_type())

/**
 * PullToRefreshRun:
 *
 * One run of a refresh or load: a signal of #PullToRefreshList hands it to its handler, which ends
 * it at once, or keeps a reference and ends it later. Ending a run that is over, such as one that the
 * user or a refresh has cancelled, does nothing. If a program lets go of a run without ending it,
 * the run fails, and a warning is logged. A handler that throws, in a language where it can, should
 * catch its error and call pull_to_refresh_run_fail(): the language may keep the run for a while.
 */
G_DECLARE_FINAL_TYPE(PullToRefreshRun, pull_to_refresh_run, PULL_TO_REFRESH, RUN, GObject)

/**
 * pull_to_refresh_run_finish:
 * @run: a refresh; a load is refused, and continues
 * @summary: (nullable): the result to show, in the user's language; NULL for
 *   #PullToRefreshRow:done-title
 *
 * Ends a refresh as a success.
 */
void pull_to_refresh_run_finish(PullToRefreshRun *run, const char *summary);

/**
 * pull_to_refresh_run_finish_load:
 * @run: a load; a refresh is refused, and continues
 * @added: the number of added rows; -1 if it is unknown
 * @has_more: whether there is more to load
 *
 * Ends a load as a success.
 */
void pull_to_refresh_run_finish_load(PullToRefreshRun *run, int added, gboolean has_more);

/**
 * pull_to_refresh_run_fail:
 * @run: a refresh or a load
 * @reason: (nullable): the reason to show, in the user's language
 *
 * Ends a run as a failure.
 */
void pull_to_refresh_run_fail(PullToRefreshRun *run, const char *reason);

/**
 * pull_to_refresh_run_set_progress:
 * @run: a refresh or a load
 * @fraction: the finished fraction, 0 to 1; less than 0 if it is unknown
 * @title: (nullable): the present step, in the user's language
 *
 * Shows the progress of a run.
 */
void pull_to_refresh_run_set_progress(PullToRefreshRun *run, double fraction, const char *title);

/**
 * pull_to_refresh_run_get_cancellable:
 * @run: a refresh or a load
 *
 * The cancellable for the asynchronous functions that the handler calls. It is cancelled when the
 * run is: by the user, by a refresh, or by the end of its list; in a later iteration of the main loop.
 *
 * Returns: (transfer none) (nullable): the run's cancellable; NULL only for a wrong pointer
 */
GCancellable *pull_to_refresh_run_get_cancellable(PullToRefreshRun *run);

/**
 * PullToRefreshRow:
 *
 * The look, the titles and the state of one row of a list. A row is in one list, in one role. A
 * property that this role does not have has no effect, and a warning is logged. The end of the list
 * disconnects the row's handlers, and releases its child, so that they may refer to the list.
 *
 * Properties:
 *
 * - `enabled`: FALSE hides the row, and turns off its pull and its keys.
 * - `indicator`: The indicator beside the title.
 * - `picture`: A picture in place of the indicator; NULL for #PullToRefreshRow:indicator.
 * - `picture-turns`: Whether the picture turns with the pull and during a run.
 * - `indicator-color`: The indicator's color in CSS notation, such as "#1c71d8"; NULL for the
 *   text's color.
 * - `title-color`: The title's color in CSS notation; NULL for the text's color.
 * - `title-font`: The title's font in Pango's notation, such as "Cantarell Bold 13"; NULL for the
 *   theme's font.
 * - `child`: A widget in place of the indicator, the title and the load button; NULL for these.
 *   Change it by `notify::state` and `notify::progress`.
 * - `pull-title`: Shown while the row is pulled less than the threshold. Each title is in the
 *   user's language; an empty one is not shown, and NULL is the library's own.
 * - `release-title`: Shown while the row is pulled to the threshold.
 * - `running-title`: Shown while a run is under way.
 * - `stuck-title`: Shown once a run takes longer than #PullToRefreshList:stuck-notice.
 * - `failed-title`: Shown after a failure; `%s` is replaced by the reason.
 * - `cancel-title`: The label of the button that cancels the run.
 * - `done-title`: Refresh only: shown after a success without a summary.
 * - `cancelled-title`: Refresh only: shown after a cancellation.
 * - `load-title`: Loads only: the label of the button that loads.
 * - `waiting-title`: Loads only: shown while the load waits until the refresh under way is over.
 * - `nothing-came-title`: Loads only: shown after two loads in a row that added no rows.
 * - `retry-title`: Loads only: the label of the button that loads again after a failure.
 * - `exhausted-title`: Loads only: shown when there is no more to load.
 * - `has-more`: Loads only: whether there is more to load. Each load sets it, and so may a program
 *   that knows it without a load; a refresh keeps a program's FALSE.
 * - `automatic`: Loads only: whether rows are loaded when the row's edge comes near, and not only
 *   when the user asks.
 * - `prefetch`: Loads only: the distance from the edge at which rows are loaded automatically, in
 *   lengths of the visible list.
 * - `state`: The state of the row.
 * - `progress`: The row's pull as a fraction of the threshold, 0 to 1; during a run, the finished
 *   fraction, or 1 if it is unknown.
 */
G_DECLARE_FINAL_TYPE(PullToRefreshRow, pull_to_refresh_row, PULL_TO_REFRESH, ROW, GObject)

/**
 * pull_to_refresh_row_new:
 *
 * Returns: (transfer full): a row with the default look, for a property of a #PullToRefreshList
 */
PullToRefreshRow *pull_to_refresh_row_new(void);

/**
 * pull_to_refresh_row_begin:
 * @row: a row of a list
 *
 * Begins a run, as a pull does, unless the row's state forbids it. A list that is in no window yet
 * begins once it is set up.
 */
void pull_to_refresh_row_begin(PullToRefreshRow *row);

/**
 * pull_to_refresh_row_cancel:
 * @row: a row of a list
 *
 * Cancels the run under way, or a load that waits.
 */
void pull_to_refresh_row_cancel(PullToRefreshRow *row);

/**
 * PullToRefreshList:
 *
 * Pull-to-refresh and load-more of one scrolled window. A role whose signal has no handler is
 * absent: its edge cannot be pulled. Connect before the window is shown; a handler that is
 * connected later counts once the pointer or the focus enters the list.
 *
 * The widget keeps the object until it is destroyed, or until pull_to_refresh_list_detach(): a
 * program need not keep it. The widget's end also disconnects the handlers, so they may refer to it.
 *
 * A list that is in no window yet is set up once it is in one. If there is no scrolled window then,
 * or its parent cannot exchange it, a warning is logged. The scrolled window then has another
 * parent, which a program passes to the functions of the former one, as in
 * `gtk_box_remove(box, gtk_widget_get_parent(scrolled_window))`. The exchange emits the signals of
 * the former parent, such as those of a #GtkNotebook for added and removed pages. If the program
 * takes the scrolled window out of its window, runs are cancelled after a second, and the rows'
 * state is NONE until it is in a window again.
 *
 * Properties:
 *
 * - `widget`: The scrolled window, or any widget inside or around one; the first one, if there are
 *   several. Set it once.
 * - `refresh-row`: The row that refreshes. Set a new row, or NULL for the default look; it is
 *   never NULL.
 * - `load-more-row`: The row that loads more. Set a new row, or NULL for the default look; it is
 *   never NULL.
 * - `load-earlier-row`: The row that loads earlier rows. Set a new row, or NULL for the default
 *   look; it is never NULL.
 * - `edge`: The edge to refresh or load earlier rows at; the opposite edge is that of loading
 *   more. An edge towards which the list's scroll policy never scrolls is refused with a warning.
 * - `floats`: Whether the refresh's row lies over the list, and the list does not move.
 * - `threshold`: The pull that starts a run on release, in px.
 * - `resistance`: The px that a row moves for each px pulled.
 * - `refresh-height`: The height of the refresh's row, in px.
 * - `load-height`: The height of a row that loads, in px.
 * - `wheel-notches`: The notches of a mouse wheel that arm a pull; less than 2 for never.
 * - `minimum-running`: The shortest time for which a row shows a run, in seconds.
 * - `result-shown`: How long the refresh's row shows a result, in seconds.
 * - `stuck-notice`: The seconds after which a run is stuck.
 * - `new-rows-title`: The title of the pill that counts new rows out of sight; `%d` is replaced by
 *   their number. NULL is the library's own, such as "3 new above", in the user's language.
 * - `last-updated-key`: Identifies the list among the program's lists, to show the time of its
 *   last refresh below the title; NULL for no such line. The time is also stored for later starts
 *   of the program.
 * - `last-updated-format`: The format of the time for g_date_time_format(); NULL for words such as
 *   "Updated 5 minutes ago".
 * - `last-updated-folder`: The folder for the times, which is made when needed; NULL for
 *   `last-updated` in a folder of the user's state directory. That folder's name is the id of the
 *   default GApplication, else the name set by g_set_prgname(), else the name of the process,
 *   which in Python and JavaScript is that of the interpreter.
 */
/**
 * PullToRefreshList::refresh:
 * @list: the list
 * @run: the run to end by pull_to_refresh_run_finish()
 *
 * The user has pulled past #PullToRefreshList:edge, or pressed F5 or Ctrl+R.
 */
/**
 * PullToRefreshList::load-more:
 * @list: the list
 * @run: the run to end by pull_to_refresh_run_finish_load()
 *
 * The user has pulled past the opposite edge, or pressed the button there, or the list loads
 * automatically. A load never runs beside a refresh: a refresh cancels it.
 */
/**
 * PullToRefreshList::load-earlier:
 * @list: the list
 * @run: the run to end by pull_to_refresh_run_finish_load()
 *
 * The user asks for earlier rows past the edge of the refresh, for a list that begins in its
 * middle. While the refresh is enabled there, this load is off, and a warning is logged once.
 */
G_DECLARE_FINAL_TYPE(PullToRefreshList, pull_to_refresh_list, PULL_TO_REFRESH, LIST, GObject)

/**
 * pull_to_refresh_list_new:
 * @widget: a scrolled window, or any widget inside or around one
 *
 * Returns: (transfer full): pull-to-refresh of the list; NULL only for a wrong pointer
 */
PullToRefreshList *pull_to_refresh_list_new(GtkWidget *widget);

/**
 * pull_to_refresh_list_get_refresh_row:
 * @list: the list
 *
 * Returns: (transfer none): the row that refreshes; NULL only for a wrong pointer
 */
PullToRefreshRow *pull_to_refresh_list_get_refresh_row(PullToRefreshList *list);

/**
 * pull_to_refresh_list_get_load_more_row:
 * @list: the list
 *
 * Returns: (transfer none): the row that loads more; NULL only for a wrong pointer
 */
PullToRefreshRow *pull_to_refresh_list_get_load_more_row(PullToRefreshList *list);

/**
 * pull_to_refresh_list_get_load_earlier_row:
 * @list: the list
 *
 * Returns: (transfer none): the row that loads earlier rows; NULL only for a wrong pointer
 */
PullToRefreshRow *pull_to_refresh_list_get_load_earlier_row(PullToRefreshList *list);

/**
 * pull_to_refresh_list_detach:
 * @list: the list
 *
 * Removes pull-to-refresh: cancels runs, and returns the scrolled window to its former parent.
 */
void pull_to_refresh_list_detach(PullToRefreshList *list);

/**
 * PullToRefreshChange:
 * @user_data: the data that was passed with the function
 *
 * Changes the rows of a list.
 */
typedef void (*PullToRefreshChange)(gpointer user_data);

/**
 * pull_to_refresh_list_update:
 * @list: the list
 * @arrivals: the number of new rows for a pill to announce; 0 for none. They arrive at the edge of
 *   the refresh; without a refresh, at load-more's edge, once has-more is FALSE there
 * @change: (scope notified) (closure user_data) (destroy destroy): called once, when no finger is
 *   on the list; at once if the list was detached; not called if it was passed within a handler
 *   whose run is cancelled first
 * @user_data: for @change
 * @destroy: (nullable): called with @user_data afterwards, also if @change is not called; but not
 *   on another thread than the main one
 *
 * Changes the rows of a list without moving the rows in sight. Several changes are made in their
 * order.
 */
void pull_to_refresh_list_update(PullToRefreshList *list, int arrivals, PullToRefreshChange change,
                                 gpointer user_data, GDestroyNotify destroy);

/**
 * pull_to_refresh_bind_translations:
 * @directory: (type filename): the directory with the translations, such as "/usr/share/locale"
 *
 * Binds the gettext domain `pull-to-refresh` of the library's own texts: the titles of rows, the pill
 * that counts new rows, and the time of the last refresh. A program can translate them into further
 * languages: its directory has a file such as `fi/LC_MESSAGES/pull-to-refresh.mo`, made from
 * `pull-to-refresh.pot` of the library's sources. Call it before the first list is made.
 */
void pull_to_refresh_bind_translations(const char *directory);

G_END_DECLS
