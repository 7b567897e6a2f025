// Pull-to-refresh and load-more for any GtkScrolledWindow, for programs in C, and by GObject
// introspection for Vala, Python, JavaScript and Rust. `pkg-config --cflags --libs pull-to-refresh`
// prints the compiler's flags.
//
//     static void refresh(PullToRefreshRun run, gpointer model)
//     {
//       pull_to_refresh_end(run, model_reload(model) ? "3 new" : NULL);
//     }
//
//     pull_to_refresh_on_refresh(list, refresh, model, NULL);
//
// A program keeps no object of the library: each function takes the list, or the number of a run.
// The list is a scrolled window, or any widget inside or around one. Call the functions on the main
// thread only, before or while its GLib main loop runs. On another thread, or with a pointer to a
// freed widget or to none, a function changes nothing: it logs a warning and returns FALSE or 0. In
// a debug build of the library it ends the program instead, with a message that explains the
// mistake.
//
// Functions that set something also take a list that is in no window yet: the setting takes effect
// once the list is in one. If there is no scrolled window then, or its parent cannot exchange it, a
// warning is logged. So TRUE means that the arguments are valid, not that the setting is in effect.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * PullToRefreshRun:
 *
 * The number of one run of a handler. Ending a run that is over, such as one that the user or a
 * refresh has cancelled, does nothing.
 */
typedef guint64 PullToRefreshRun;

/**
 * PullToRefreshHandler:
 * @run: the run
 * @user_data: the data that was set with the handler
 *
 * Begins a run, on the main thread. The handler may end the run at once, or later. A handler that
 * throws, in a language where it can, must catch its error and call pull_to_refresh_fail(): the
 * library is not told of the error, and the run would continue.
 */
typedef void (*PullToRefreshHandler)(PullToRefreshRun run, gpointer user_data);

/**
 * PullToRefreshRole:
 * @PULL_TO_REFRESH_ROLE_REFRESH: the row that refreshes, past an edge; by default the top
 * @PULL_TO_REFRESH_ROLE_LOAD_MORE: the row that loads more, past the opposite edge
 * @PULL_TO_REFRESH_ROLE_LOAD_EARLIER: the row that loads earlier rows, past the edge of the refresh
 *
 * The role of a row in a list.
 */
typedef enum {
  PULL_TO_REFRESH_ROLE_REFRESH,
  PULL_TO_REFRESH_ROLE_LOAD_MORE,
  PULL_TO_REFRESH_ROLE_LOAD_EARLIER,
} PullToRefreshRole;

/**
 * PullToRefreshState:
 * @PULL_TO_REFRESH_NONE: the list has no such row
 * @PULL_TO_REFRESH_IDLE: neither pulled nor running; the row invites the user
 * @PULL_TO_REFRESH_PEEKING: pulled by a gesture that cannot fire
 * @PULL_TO_REFRESH_PULLING: pulled, but less than the threshold
 * @PULL_TO_REFRESH_ARMED: pulled to the threshold: a release starts a run
 * @PULL_TO_REFRESH_WAITING: a load waits until the refresh under way is over
 * @PULL_TO_REFRESH_RUNNING: a run is under way
 * @PULL_TO_REFRESH_SUCCEEDED: a refresh succeeded
 * @PULL_TO_REFRESH_FAILED: a refresh or load failed
 * @PULL_TO_REFRESH_CANCELLED: a refresh was cancelled
 * @PULL_TO_REFRESH_EXHAUSTED: there is no more to load
 *
 * The state of a row.
 */
typedef enum {
  PULL_TO_REFRESH_NONE,
  PULL_TO_REFRESH_IDLE,
  PULL_TO_REFRESH_PEEKING,
  PULL_TO_REFRESH_PULLING,
  PULL_TO_REFRESH_ARMED,
  PULL_TO_REFRESH_WAITING,
  PULL_TO_REFRESH_RUNNING,
  PULL_TO_REFRESH_SUCCEEDED,
  PULL_TO_REFRESH_FAILED,
  PULL_TO_REFRESH_CANCELLED,
  PULL_TO_REFRESH_EXHAUSTED,
} PullToRefreshState;

/**
 * PullToRefreshEdge:
 * @PULL_TO_REFRESH_TOP: the top
 * @PULL_TO_REFRESH_BOTTOM: the bottom
 * @PULL_TO_REFRESH_LEADING: the left; the right if the list is read from right to left
 * @PULL_TO_REFRESH_TRAILING: the right; the left if the list is read from right to left
 *
 * An edge of a list.
 */
typedef enum {
  PULL_TO_REFRESH_TOP,
  PULL_TO_REFRESH_BOTTOM,
  PULL_TO_REFRESH_LEADING,
  PULL_TO_REFRESH_TRAILING,
} PullToRefreshEdge;

/**
 * PullToRefreshTitle:
 * @PULL_TO_REFRESH_TITLE_PULL: the row is pulled less than the threshold
 * @PULL_TO_REFRESH_TITLE_RELEASE: the row is pulled to the threshold
 * @PULL_TO_REFRESH_TITLE_RUNNING: the handler runs
 * @PULL_TO_REFRESH_TITLE_STUCK: the handler runs for longer than PULL_TO_REFRESH_STUCK_NOTICE
 * @PULL_TO_REFRESH_TITLE_FAILED: the run failed; `%s` is replaced by the reason
 * @PULL_TO_REFRESH_TITLE_CANCEL: the button that cancels the run
 * @PULL_TO_REFRESH_TITLE_DONE: the refresh succeeded without a summary
 * @PULL_TO_REFRESH_TITLE_CANCELLED: the refresh was cancelled
 * @PULL_TO_REFRESH_TITLE_LOAD_MORE: the button that loads
 * @PULL_TO_REFRESH_TITLE_WAITING: the load waits until the refresh under way is over
 * @PULL_TO_REFRESH_TITLE_NOTHING_CAME: two loads in a row added no rows
 * @PULL_TO_REFRESH_TITLE_RETRY: the button that tries to load again
 * @PULL_TO_REFRESH_TITLE_EXHAUSTED: there is no more to load
 *
 * A title of a row. All rows have the first six, only the refresh has the next two, and only the
 * rows that load have the others.
 */
typedef enum {
  PULL_TO_REFRESH_TITLE_PULL,
  PULL_TO_REFRESH_TITLE_RELEASE,
  PULL_TO_REFRESH_TITLE_RUNNING,
  PULL_TO_REFRESH_TITLE_STUCK,
  PULL_TO_REFRESH_TITLE_FAILED,
  PULL_TO_REFRESH_TITLE_CANCEL,
  PULL_TO_REFRESH_TITLE_DONE,
  PULL_TO_REFRESH_TITLE_CANCELLED,
  PULL_TO_REFRESH_TITLE_LOAD_MORE,
  PULL_TO_REFRESH_TITLE_WAITING,
  PULL_TO_REFRESH_TITLE_NOTHING_CAME,
  PULL_TO_REFRESH_TITLE_RETRY,
  PULL_TO_REFRESH_TITLE_EXHAUSTED,
} PullToRefreshTitle;

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

/**
 * PullToRefreshMetric:
 * @PULL_TO_REFRESH_THRESHOLD: the pull that starts a run on release, in px; 24 to 400, default 100
 * @PULL_TO_REFRESH_RESISTANCE: px that the row moves for each px pulled; 0.1 to 1, default 0.5
 * @PULL_TO_REFRESH_REFRESH_HEIGHT: the height of the refresh's row, in px; 0 to 400, default 54
 * @PULL_TO_REFRESH_LOAD_MORE_HEIGHT: the height of a row that loads, in px; 0 to 400, default 44
 * @PULL_TO_REFRESH_WHEEL_NOTCHES: wheel notches that arm a pull; 2 to 10, default 3; 0 for never
 * @PULL_TO_REFRESH_MINIMUM_RUNNING: the shortest time a row runs, in seconds; 0 to 10, default 0.6
 * @PULL_TO_REFRESH_RESULT_SHOWN: the time a result is shown, in seconds; 0 to 60, default 0.8
 * @PULL_TO_REFRESH_STUCK_NOTICE: the seconds after which a run is stuck; 1 to 3600, default 30
 *
 * A number that shapes the pull. A value outside its range is moved to the range's nearest end.
 */
typedef enum {
  PULL_TO_REFRESH_THRESHOLD,
  PULL_TO_REFRESH_RESISTANCE,
  PULL_TO_REFRESH_REFRESH_HEIGHT,
  PULL_TO_REFRESH_LOAD_MORE_HEIGHT,
  PULL_TO_REFRESH_WHEEL_NOTCHES,
  PULL_TO_REFRESH_MINIMUM_RUNNING,
  PULL_TO_REFRESH_RESULT_SHOWN,
  PULL_TO_REFRESH_STUCK_NOTICE,
} PullToRefreshMetric;

// Handlers

/**
 * pull_to_refresh_on_refresh:
 * @list: the list
 * @handler: begins a refresh
 * @user_data: for the handler
 * @destroy: (nullable): called with @user_data when the handler is released: when the list is
 *   destroyed or detached, or the handler replaced; during a run, once the run is over, in a later
 *   iteration of the main loop. Not called if FALSE is returned: the caller then keeps @user_data.
 *
 * Lets the user refresh by a pull past the top, by F5 and by Ctrl+R. Replaces an earlier handler.
 *
 * Returns: whether the handler was set
 */
gboolean pull_to_refresh_on_refresh(GtkWidget *list, PullToRefreshHandler handler,
                                    gpointer user_data, GDestroyNotify destroy);

/**
 * pull_to_refresh_on_load_more:
 * @list: the list
 * @handler: begins a load
 * @user_data: for the handler
 * @destroy: (nullable): as for pull_to_refresh_on_refresh()
 *
 * Lets the user load more by a pull past the edge opposite to the refresh, and by a button there. A
 * load never runs beside a refresh: a refresh cancels it.
 *
 * Returns: whether the handler was set
 */
gboolean pull_to_refresh_on_load_more(GtkWidget *list, PullToRefreshHandler handler,
                                      gpointer user_data, GDestroyNotify destroy);

/**
 * pull_to_refresh_on_load_earlier:
 * @list: the list
 * @handler: begins a load
 * @user_data: for the handler
 * @destroy: (nullable): as for pull_to_refresh_on_refresh()
 *
 * Lets the user load earlier rows past the edge of the refresh, for a list that begins in its
 * middle. While the refresh is enabled there, this load is off, and a warning is logged once;
 * pull_to_refresh_set_enabled() switches the refresh off.
 *
 * Returns: whether the handler was set
 */
gboolean pull_to_refresh_on_load_earlier(GtkWidget *list, PullToRefreshHandler handler,
                                         gpointer user_data, GDestroyNotify destroy);

/**
 * PullToRefreshNotify:
 * @list: the list
 * @user_data: the data that was set with the function
 *
 * Called after each change of a state, on the main thread.
 */
typedef void (*PullToRefreshNotify)(GtkWidget *list, gpointer user_data);

/**
 * pull_to_refresh_on_state:
 * @list: the list
 * @notify: called after each change of a row's state, and for each px of a pull
 * @user_data: for @notify
 * @destroy: (nullable): as for pull_to_refresh_on_refresh()
 *
 * Observes the states of all rows. Replaces an earlier function.
 *
 * Returns: whether the function was set
 */
gboolean pull_to_refresh_on_state(GtkWidget *list, PullToRefreshNotify notify, gpointer user_data,
                                  GDestroyNotify destroy);

/**
 * pull_to_refresh_detach:
 * @list: the list
 *
 * Removes pull-to-refresh: cancels runs, and returns the list to its former parent.
 *
 * Returns: FALSE if there was none, as for a list that is in no window yet, whose settings still
 *   wait for a window
 */
gboolean pull_to_refresh_detach(GtkWidget *list);

// Runs

/**
 * pull_to_refresh_end:
 * @run: a refresh; a load is refused like a wrong pointer, and continues
 * @summary: (nullable): the result to show, in the user's language; NULL for
 *   PULL_TO_REFRESH_TITLE_DONE
 *
 * Ends a refresh as a success.
 */
void pull_to_refresh_end(PullToRefreshRun run, const char *summary);

/**
 * pull_to_refresh_end_load:
 * @run: a load; a refresh is refused like a wrong pointer, and continues
 * @added: the number of added rows; -1 if it is unknown
 * @has_more: whether there is more to load
 *
 * Ends a load as a success.
 */
void pull_to_refresh_end_load(PullToRefreshRun run, int added, gboolean has_more);

/**
 * pull_to_refresh_fail:
 * @run: a refresh or a load
 * @reason: (nullable): the reason to show, in the user's language
 *
 * Ends a run as a failure.
 */
void pull_to_refresh_fail(PullToRefreshRun run, const char *reason);

/**
 * pull_to_refresh_on_cancel:
 * @run: a refresh or a load; if the run is over, @handler is never called
 * @handler: called when the run is cancelled: by the user, by a refresh, or by the end of its list
 * @user_data: for the handler
 * @destroy: (nullable): called with @user_data after @handler, or when the run is over
 *
 * Sets the handler of a run's cancellation. Replaces an earlier one. The handler is called in a
 * later iteration of the main loop, after pull_to_refresh_cancel(), pull_to_refresh_detach() or
 * gtk_window_destroy() has returned.
 */
void pull_to_refresh_on_cancel(PullToRefreshRun run, PullToRefreshHandler handler,
                               gpointer user_data, GDestroyNotify destroy);

/**
 * pull_to_refresh_set_progress:
 * @list: the list
 * @fraction: the finished fraction of the refresh under way, 0 to 1; less than 0 if it is unknown
 * @title: (nullable): the present step of the refresh, in the user's language
 *
 * Shows the progress of the refresh under way. Ignored while no refresh runs, and cleared when the
 * run ends.
 *
 * Returns: whether the list has pull-to-refresh
 */
gboolean pull_to_refresh_set_progress(GtkWidget *list, double fraction, const char *title);

// Commands and states

/**
 * pull_to_refresh_begin:
 * @list: the list
 * @role: the role of the run
 *
 * Begins a run, as a pull does, unless the row's state forbids it.
 *
 * Returns: whether the list has pull-to-refresh and a parent, which it has no longer once its window
 *   is destroyed
 */
gboolean pull_to_refresh_begin(GtkWidget *list, PullToRefreshRole role);

/**
 * pull_to_refresh_cancel:
 * @list: the list
 *
 * Cancels all runs of the list, and a load that waits.
 *
 * Returns: whether the list has pull-to-refresh
 */
gboolean pull_to_refresh_cancel(GtkWidget *list);

/**
 * pull_to_refresh_get_state:
 * @list: the list
 * @role: the role of the row
 *
 * Returns: the state of the row
 */
PullToRefreshState pull_to_refresh_get_state(GtkWidget *list, PullToRefreshRole role);

/**
 * pull_to_refresh_get_progress:
 * @list: the list
 * @role: the role of the row
 *
 * Returns: the row's pull as a fraction of the threshold, 0 to 1; during a run, the finished
 *   fraction, or 1 if it is unknown
 */
double pull_to_refresh_get_progress(GtkWidget *list, PullToRefreshRole role);

/**
 * pull_to_refresh_set_has_more:
 * @list: the list
 * @role: the role of the row
 * @has_more: whether there is more to load
 *
 * Sets whether there is more to load, if that is known without a load. A refresh keeps this value.
 *
 * Returns: whether the arguments are valid
 */
gboolean pull_to_refresh_set_has_more(GtkWidget *list, PullToRefreshRole role, gboolean has_more);

/**
 * pull_to_refresh_get_has_more:
 * @list: the list
 * @role: the role of the row
 *
 * Returns: whether there is more to load
 */
gboolean pull_to_refresh_get_has_more(GtkWidget *list, PullToRefreshRole role);

/**
 * PullToRefreshChange:
 * @user_data: the data that was passed with the function
 *
 * Changes the rows of a list.
 */
typedef void (*PullToRefreshChange)(gpointer user_data);

/**
 * pull_to_refresh_update:
 * @list: the list
 * @arrivals: the number of new rows for a pill to announce; 0 for none. They arrive at the edge of
 *   the refresh; in a list that loads at both edges, at that of loading more, once there is no more
 * @change: called once, when no finger is on the list; not called if it was passed within a handler
 *   whose run is cancelled first
 * @user_data: for @change
 * @destroy: (nullable): called with @user_data after @change
 *
 * Changes the rows of a list without moving the rows in sight.
 *
 * Returns: whether the arguments are valid
 */
gboolean pull_to_refresh_update(GtkWidget *list, int arrivals, PullToRefreshChange change,
                                gpointer user_data, GDestroyNotify destroy);

// Behavior

/**
 * pull_to_refresh_set_edge:
 * @list: the list
 * @refresh: the edge to refresh or load earlier rows at; the opposite edge is that of loading more
 *
 * Returns: FALSE if the list is in a window, and its scroll policy never scrolls towards the edge
 */
gboolean pull_to_refresh_set_edge(GtkWidget *list, PullToRefreshEdge refresh);

/**
 * pull_to_refresh_set_prefetch:
 * @list: the list
 * @prefetch: the distance from the edge at which more is loaded, in lengths of the visible list,
 *   0 to 10; less than 0, the default, to load only when the user asks
 *
 * Returns: whether the arguments are valid
 */
gboolean pull_to_refresh_set_prefetch(GtkWidget *list, double prefetch);

/**
 * pull_to_refresh_set_enabled:
 * @list: the list
 * @role: the role of the row
 * @enabled: FALSE hides the row, and turns off its pull and its keys
 *
 * Returns: whether the arguments are valid
 */
gboolean pull_to_refresh_set_enabled(GtkWidget *list, PullToRefreshRole role, gboolean enabled);

/**
 * pull_to_refresh_set_metric:
 * @list: the list
 * @metric: the metric
 * @value: the new value
 *
 * Returns: whether the arguments are valid
 */
gboolean pull_to_refresh_set_metric(GtkWidget *list, PullToRefreshMetric metric, double value);

// Looks

/**
 * pull_to_refresh_set_title:
 * @list: the list
 * @role: the role of the row
 * @title: the title to change
 * @text: the text, in the user's language; an empty text is not shown
 *
 * Returns: FALSE if the row has no such title
 */
gboolean pull_to_refresh_set_title(GtkWidget *list, PullToRefreshRole role,
                                   PullToRefreshTitle title, const char *text);

/**
 * pull_to_refresh_set_indicator:
 * @list: the list
 * @role: the role of the row
 * @indicator: the indicator
 *
 * Returns: whether the arguments are valid
 */
gboolean pull_to_refresh_set_indicator(GtkWidget *list, PullToRefreshRole role,
                                       PullToRefreshIndicator indicator);

/**
 * pull_to_refresh_set_picture:
 * @list: the list
 * @role: the role of the row
 * @picture: the picture that replaces the indicator
 * @turns: whether the picture turns with the pull and during a run
 *
 * Returns: whether the arguments are valid
 */
gboolean pull_to_refresh_set_picture(GtkWidget *list, PullToRefreshRole role,
                                     GdkPaintable *picture, gboolean turns);

/**
 * pull_to_refresh_set_colors:
 * @list: the list
 * @role: the role of the row
 * @indicator: (nullable): the indicator's color in CSS notation, such as "#1c71d8"; NULL for the
 *   text's color
 * @title: (nullable): the title's color, in the same notation
 *
 * Returns: FALSE if one of the texts is no color; both colors are then left unchanged
 */
gboolean pull_to_refresh_set_colors(GtkWidget *list, PullToRefreshRole role, const char *indicator,
                                    const char *title);

/**
 * pull_to_refresh_set_font:
 * @list: the list
 * @role: the role of the row
 * @font: (nullable): the font in Pango's notation, such as "Cantarell Bold 13"; NULL for the
 *   theme's font
 *
 * Returns: whether the arguments are valid
 */
gboolean pull_to_refresh_set_font(GtkWidget *list, PullToRefreshRole role, const char *font);

/**
 * pull_to_refresh_set_floats:
 * @list: the list
 * @floats: whether the refresh's row lies over the list, and the list does not move
 *
 * Returns: whether the arguments are valid
 */
gboolean pull_to_refresh_set_floats(GtkWidget *list, gboolean floats);

/**
 * pull_to_refresh_set_last_updated:
 * @list: the list
 * @key: (nullable): identifies the list among the program's lists; NULL for no second line
 *
 * Shows the time of the last refresh below the title of the refresh. The time is stored, also for
 * later starts of the program, in the file of pull_to_refresh_set_last_updated_file().
 *
 * Returns: whether the arguments are valid
 */
gboolean pull_to_refresh_set_last_updated(GtkWidget *list, const char *key);

/**
 * pull_to_refresh_set_last_updated_file:
 * @path: (nullable) (type filename): a JSON file, which is made when needed, with its folder; NULL
 *   for the program's default
 *
 * Sets the file for the times of the lists that get their keys afterwards. The default is
 * `last-updated.json` in a folder of the user's state directory. The folder has the id of the default
 * GApplication, else the name set by g_set_prgname(), else the name of the process, which in Python
 * and JavaScript is that of the interpreter.
 */
void pull_to_refresh_set_last_updated_file(const char *path);

/**
 * PullToRefreshTimeText:
 * @updated: the time of the last refresh, in seconds since 1970
 * @now: the current time, in seconds since 1970
 * @user_data: the data that was set with the function
 *
 * Returns: (transfer full) (nullable): the text to show, in the user's language; NULL for none
 */
typedef char *(*PullToRefreshTimeText)(gint64 updated, gint64 now, gpointer user_data);

/**
 * pull_to_refresh_set_last_updated_text:
 * @list: the list; the text is shown once pull_to_refresh_set_last_updated() has set its key
 * @text: (nullable) (scope notified) (closure user_data) (destroy destroy): writes the second line
 *   of the refresh; NULL for the library's own words, such as "Updated 5 minutes ago"
 * @user_data: for @text
 * @destroy: (nullable): as for pull_to_refresh_on_refresh()
 *
 * Returns: whether the arguments are valid
 */
gboolean pull_to_refresh_set_last_updated_text(GtkWidget *list, PullToRefreshTimeText text,
                                               gpointer user_data, GDestroyNotify destroy);

/**
 * PullToRefreshRowView:
 * @state: the state of the row
 * @progress: the same value as from pull_to_refresh_get_progress()
 * @user_data: the data that was set with the function
 *
 * Returns: (transfer full): the widget to show, which may be the same each time; in C, return
 *   g_object_ref() of a widget that the program keeps
 */
typedef GtkWidget *(*PullToRefreshRowView)(PullToRefreshState state, double progress,
                                           gpointer user_data);

/**
 * pull_to_refresh_set_row_view:
 * @list: the list
 * @role: the role of the row
 * @view: (nullable) (scope notified) (closure user_data) (destroy destroy): makes a widget that
 *   replaces the indicator, the title and the buttons; NULL for these
 * @user_data: for @view
 * @destroy: (nullable): as for pull_to_refresh_on_refresh()
 *
 * Returns: whether the arguments are valid
 */
gboolean pull_to_refresh_set_row_view(GtkWidget *list, PullToRefreshRole role,
                                      PullToRefreshRowView view, gpointer user_data,
                                      GDestroyNotify destroy);

/**
 * pull_to_refresh_bind_translations:
 * @directory: (type filename): the directory with the translations of the library's own texts, such
 *   as "/usr/share/locale"
 */
void pull_to_refresh_bind_translations(const char *directory);

G_END_DECLS
