// Pull-to-refresh and load-more for any GtkScrolledWindow, for programs in C, and by GObject
// introspection for Vala, Python, JavaScript and Rust. `pkg-config --cflags --libs pull-to-refresh`
// says how to compile with it.
//
//     static void refresh(PullToRefreshRun run, gpointer model)
//     {
//       pull_to_refresh_end(run, model_reload(model) ? "3 new" : NULL);
//     }
//
//     pull_to_refresh_on_refresh(list, refresh, model, NULL);
//
// There is no object beside the list whose life a program would have to follow: each function takes
// the list, which is a scrolled window or any widget inside or around one. Everything belongs to the
// main thread, before or while its GLib main loop runs. A pointer that is no widget, one that was
// freed, and a call from another thread change nothing: the function logs a warning and returns FALSE
// or 0. In a debug build of the library it ends the program instead, with a sentence that says what
// is wrong.
//
// Functions that set something also take a list that is in no window yet: they take effect once it is
// in one. If there is no scrolled window then, or its parent cannot exchange it, a warning is logged.
// So TRUE means that the arguments are right, not that the list has its place already.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * PullToRefreshRun:
 *
 * One run of a handler. It is a number: to end a run twice, or after the user or a refresh has
 * cancelled it, does nothing.
 */
typedef guint64 PullToRefreshRun;

/**
 * PullToRefreshHandler:
 * @run: the run
 * @user_data: as it was set with the handler
 *
 * Begins a run, on the main thread. It may end the run at once, or return and end it later.
 */
typedef void (*PullToRefreshHandler)(PullToRefreshRun run, gpointer user_data);

/**
 * PullToRefreshRole:
 * @PULL_TO_REFRESH_ROLE_REFRESH: the row past one edge, the top at first, that refreshes
 * @PULL_TO_REFRESH_ROLE_LOAD_MORE: the row past the opposite edge that loads more
 * @PULL_TO_REFRESH_ROLE_LOAD_EARLIER: the row in place of the refresh's that loads earlier rows
 *
 * The rows of a list, by what they do.
 */
typedef enum {
  PULL_TO_REFRESH_ROLE_REFRESH,
  PULL_TO_REFRESH_ROLE_LOAD_MORE,
  PULL_TO_REFRESH_ROLE_LOAD_EARLIER,
} PullToRefreshRole;

/**
 * PullToRefreshState:
 * @PULL_TO_REFRESH_NONE: the list has no such row
 * @PULL_TO_REFRESH_IDLE: nothing but an invitation
 * @PULL_TO_REFRESH_PEEKING: pulled by a gesture that cannot fire
 * @PULL_TO_REFRESH_PULLING: pulled, not far enough
 * @PULL_TO_REFRESH_ARMED: pulled far enough: letting go fires
 * @PULL_TO_REFRESH_WAITING: a load waits for the refresh before it
 * @PULL_TO_REFRESH_RUNNING: a run is under way
 * @PULL_TO_REFRESH_SUCCEEDED: a refresh went well
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
 * @PULL_TO_REFRESH_LEADING: the left; the right where the list is read from right to left
 * @PULL_TO_REFRESH_TRAILING: the right; the left where the list is read from right to left
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
 * @PULL_TO_REFRESH_TITLE_PULL: pulled, not far enough
 * @PULL_TO_REFRESH_TITLE_RELEASE: pulled far enough
 * @PULL_TO_REFRESH_TITLE_RUNNING: the handler runs
 * @PULL_TO_REFRESH_TITLE_STUCK: the handler has been running for long
 * @PULL_TO_REFRESH_TITLE_FAILED: it failed; `%s` is replaced by the reason
 * @PULL_TO_REFRESH_TITLE_CANCEL: the button that cancels the run
 * @PULL_TO_REFRESH_TITLE_DONE: the refresh went well and had no summary
 * @PULL_TO_REFRESH_TITLE_CANCELLED: the refresh was cancelled
 * @PULL_TO_REFRESH_TITLE_LOAD_MORE: the button that loads
 * @PULL_TO_REFRESH_TITLE_WAITING: more was asked for during a refresh
 * @PULL_TO_REFRESH_TITLE_NOTHING_CAME: two loads in a row added no rows
 * @PULL_TO_REFRESH_TITLE_RETRY: the button that tries to load again
 * @PULL_TO_REFRESH_TITLE_EXHAUSTED: there is no more to load
 *
 * A title of a row. Each row has the first six, the refresh alone the next two, and the loads the
 * others.
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
 * @PULL_TO_REFRESH_INDICATOR_ARROW: an arrow that turns over, and a spinner while it runs
 * @PULL_TO_REFRESH_INDICATOR_RING: a ring that fills with the pull
 * @PULL_TO_REFRESH_INDICATOR_SPINNER: a spinner
 * @PULL_TO_REFRESH_INDICATOR_NONE: the title alone
 *
 * The picture beside a row's title.
 */
typedef enum {
  PULL_TO_REFRESH_INDICATOR_ARROW,
  PULL_TO_REFRESH_INDICATOR_RING,
  PULL_TO_REFRESH_INDICATOR_SPINNER,
  PULL_TO_REFRESH_INDICATOR_NONE,
} PullToRefreshIndicator;

/**
 * PullToRefreshMetric:
 * @PULL_TO_REFRESH_THRESHOLD: how far to pull until a release fires, in px; 24 to 400, at first 100
 * @PULL_TO_REFRESH_RESISTANCE: px that the row moves for each px pulled; 0.1 to 1, at first 0.5
 * @PULL_TO_REFRESH_REFRESH_HEIGHT: the height of the refresh's row, in px; 0 to 400, at first 54
 * @PULL_TO_REFRESH_LOAD_MORE_HEIGHT: the height of a row that loads, in px; 0 to 400, at first 44
 * @PULL_TO_REFRESH_WHEEL_NOTCHES: notches of a wheel that arm a pull; 2 to 10, at first 3; 0 for none
 * @PULL_TO_REFRESH_MINIMUM_RUNNING: how long a row runs at least, in seconds; 0 to 10, at first 0.6
 * @PULL_TO_REFRESH_RESULT_SHOWN: how long a result is shown, in seconds; 0 to 60, at first 0.8
 * @PULL_TO_REFRESH_STUCK_NOTICE: after how many seconds a run counts as stuck; 1 to 3600, at first 30
 *
 * A number that shapes the pull. One outside its range is moved to the nearest end.
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
 * @destroy: (nullable): is called with @user_data when the handler goes: with the list, when it is
 *   detached or replaced; where a run is under way, once that is over, in a later turn of the main
 *   loop. Not where FALSE is returned: then @user_data stays the caller's.
 *
 * Lets the user refresh by a pull past the top, by F5 and by Ctrl+R. Replaces the handler before.
 *
 * Returns: whether the handler was taken
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
 * Lets the user load more by a pull past the opposite edge, and by a button there. A load never runs
 * beside a refresh, which cancels it.
 *
 * Returns: whether the handler was taken
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
 * Lets the user load earlier rows past the edge of the refresh, for a list that begins in its middle. A
 * list has one of the two there: while it refreshes, this load is off, and a warning is logged once.
 * pull_to_refresh_set_enabled() switches the refresh off.
 *
 * Returns: whether the handler was taken
 */
gboolean pull_to_refresh_on_load_earlier(GtkWidget *list, PullToRefreshHandler handler,
                                         gpointer user_data, GDestroyNotify destroy);

/**
 * PullToRefreshNotify:
 * @list: the list
 * @user_data: as it was set with the function
 *
 * Is called after each change of a state, on the main thread.
 */
typedef void (*PullToRefreshNotify)(GtkWidget *list, gpointer user_data);

/**
 * pull_to_refresh_on_state:
 * @list: the list
 * @notify: is called after each change of a row's state, and for each px of a pull
 * @user_data: for @notify
 * @destroy: (nullable): as for pull_to_refresh_on_refresh()
 *
 * Tells of each change of what the rows show. Replaces the function before.
 *
 * Returns: whether the function was taken
 */
gboolean pull_to_refresh_on_state(GtkWidget *list, PullToRefreshNotify notify, gpointer user_data,
                                  GDestroyNotify destroy);

/**
 * pull_to_refresh_detach:
 * @list: the list
 *
 * Takes pull-to-refresh away: runs are cancelled, and the list returns to its former place.
 *
 * Returns: FALSE where there was none, as for a list that is in no window yet: what waits for one
 *   is kept
 */
gboolean pull_to_refresh_detach(GtkWidget *list);

// Runs

/**
 * pull_to_refresh_end:
 * @run: a refresh; a load is refused like a wrong pointer, and continues
 * @summary: (nullable): is shown to the user, in their language; NULL for the title of a refresh that
 *   is done
 *
 * Ends a refresh well.
 */
void pull_to_refresh_end(PullToRefreshRun run, const char *summary);

/**
 * pull_to_refresh_end_load:
 * @run: a load; a refresh is refused like a wrong pointer, and continues
 * @added: by how many rows the list grew; -1 where that is not known
 * @has_more: whether there is more to load
 *
 * Ends a load well.
 */
void pull_to_refresh_end_load(PullToRefreshRun run, int added, gboolean has_more);

/**
 * pull_to_refresh_fail:
 * @run: a refresh or a load
 * @reason: (nullable): is shown to the user, in their language
 *
 * Ends a run that failed.
 */
void pull_to_refresh_fail(PullToRefreshRun run, const char *reason);

/**
 * pull_to_refresh_on_cancel:
 * @run: a refresh or a load; one that is over has nothing to call
 * @handler: is called when the run is cancelled: by the user, by a refresh, or since its list has gone
 * @user_data: for the handler
 * @destroy: (nullable): is called with @user_data after that, or when the run is over
 *
 * Tells that a run is cancelled. Replaces the handler before. It is called in a later turn of the
 * main loop than what cancels the run, so also after pull_to_refresh_cancel(),
 * pull_to_refresh_detach() or gtk_window_destroy() has returned.
 */
void pull_to_refresh_on_cancel(PullToRefreshRun run, PullToRefreshHandler handler,
                               gpointer user_data, GDestroyNotify destroy);

/**
 * pull_to_refresh_set_progress:
 * @list: the list
 * @fraction: how far the refresh under way has come, 0 to 1; less than 0 where that is not known
 * @title: (nullable): what it does, in the user's language
 *
 * Shows how far the refresh under way has come. It is ignored while none runs, and forgotten when
 * the run ends.
 *
 * Returns: whether the list has pull-to-refresh
 */
gboolean pull_to_refresh_set_progress(GtkWidget *list, double fraction, const char *title);

// Commands and states

/**
 * pull_to_refresh_begin:
 * @list: the list
 * @role: what to do
 *
 * Does what a pull does.
 *
 * Returns: whether the list has pull-to-refresh
 */
gboolean pull_to_refresh_begin(GtkWidget *list, PullToRefreshRole role);

/**
 * pull_to_refresh_cancel:
 * @list: the list
 *
 * Cancels what runs or waits.
 *
 * Returns: whether the list has pull-to-refresh
 */
gboolean pull_to_refresh_cancel(GtkWidget *list);

/**
 * pull_to_refresh_get_state:
 * @list: the list
 * @role: which row
 *
 * Returns: what the row shows
 */
PullToRefreshState pull_to_refresh_get_state(GtkWidget *list, PullToRefreshRole role);

/**
 * pull_to_refresh_get_progress:
 * @list: the list
 * @role: which row
 *
 * Returns: how far the row is pulled, 0 to 1, where 1 is far enough; of a run, how far it has come, and
 *   1 where that is not known
 */
double pull_to_refresh_get_progress(GtkWidget *list, PullToRefreshRole role);

/**
 * pull_to_refresh_set_has_more:
 * @list: the list
 * @role: which row
 * @has_more: whether there is more to load
 *
 * Says so where that is known without a load; a refresh does not change it then.
 *
 * Returns: whether the arguments are right
 */
gboolean pull_to_refresh_set_has_more(GtkWidget *list, PullToRefreshRole role, gboolean has_more);

/**
 * pull_to_refresh_get_has_more:
 * @list: the list
 * @role: which row
 *
 * Returns: whether there is more to load
 */
gboolean pull_to_refresh_get_has_more(GtkWidget *list, PullToRefreshRole role);

/**
 * PullToRefreshChange:
 * @user_data: as it was given with the function
 *
 * Changes the rows of a list.
 */
typedef void (*PullToRefreshChange)(gpointer user_data);

/**
 * pull_to_refresh_update:
 * @list: the list
 * @arrivals: how many rows come at the edge of the refresh, or in a list that loads at both edges at the
 *   one of loading more once there is no more, which a pill offers; 0 for none
 * @change: is called once, when no finger holds the list; not if it is given within a handler whose run
 *   is cancelled first
 * @user_data: for @change
 * @destroy: (nullable): is called with @user_data after that
 *
 * Changes rows so that the row that is read keeps its place.
 *
 * Returns: whether @change was taken
 */
gboolean pull_to_refresh_update(GtkWidget *list, int arrivals, PullToRefreshChange change,
                                gpointer user_data, GDestroyNotify destroy);

// Behaviour

/**
 * pull_to_refresh_set_edge:
 * @list: the list
 * @refresh: the edge past which it refreshes or loads earlier rows; it loads more past the opposite one
 *
 * Returns: FALSE where a list that has its place never scrolls towards the edge by its policy
 */
gboolean pull_to_refresh_set_edge(GtkWidget *list, PullToRefreshEdge refresh);

/**
 * pull_to_refresh_set_prefetch:
 * @list: the list
 * @prefetch: how many lengths of the list are left before the edge when more is loaded, 0 to 10;
 *   less than 0 for only when the user asks, as it is at first
 *
 * Returns: whether the arguments are right
 */
gboolean pull_to_refresh_set_prefetch(GtkWidget *list, double prefetch);

/**
 * pull_to_refresh_set_enabled:
 * @list: the list
 * @role: which row
 * @enabled: FALSE hides the row, and turns off its pull and its keys
 *
 * Returns: whether the arguments are right
 */
gboolean pull_to_refresh_set_enabled(GtkWidget *list, PullToRefreshRole role, gboolean enabled);

/**
 * pull_to_refresh_set_metric:
 * @list: the list
 * @metric: which number
 * @value: its value
 *
 * Returns: whether the arguments are right
 */
gboolean pull_to_refresh_set_metric(GtkWidget *list, PullToRefreshMetric metric, double value);

// Looks

/**
 * pull_to_refresh_set_title:
 * @list: the list
 * @role: which row
 * @title: which of its titles
 * @text: in the user's language; an empty one is not shown
 *
 * Returns: FALSE where the row has no such title
 */
gboolean pull_to_refresh_set_title(GtkWidget *list, PullToRefreshRole role,
                                   PullToRefreshTitle title, const char *text);

/**
 * pull_to_refresh_set_indicator:
 * @list: the list
 * @role: which row
 * @indicator: its indicator
 *
 * Returns: whether the arguments are right
 */
gboolean pull_to_refresh_set_indicator(GtkWidget *list, PullToRefreshRole role,
                                       PullToRefreshIndicator indicator);

/**
 * pull_to_refresh_set_picture:
 * @list: the list
 * @role: which row
 * @picture: stands in place of the indicator
 * @turns: whether it turns with the pull, and while a run is under way
 *
 * Returns: whether the arguments are right
 */
gboolean pull_to_refresh_set_picture(GtkWidget *list, PullToRefreshRole role,
                                     GdkPaintable *picture, gboolean turns);

/**
 * pull_to_refresh_set_colors:
 * @list: the list
 * @role: which row
 * @indicator: (nullable): a color as CSS writes it, such as "#1c71d8"; NULL for the text's
 * @title: (nullable): the same for the title
 *
 * Returns: FALSE where one of them is no color; then both stay as they were
 */
gboolean pull_to_refresh_set_colors(GtkWidget *list, PullToRefreshRole role, const char *indicator,
                                    const char *title);

/**
 * pull_to_refresh_set_font:
 * @list: the list
 * @role: which row
 * @font: (nullable): as Pango describes it, such as "Cantarell Bold 13"; NULL for the theme's
 *
 * Returns: whether the arguments are right
 */
gboolean pull_to_refresh_set_font(GtkWidget *list, PullToRefreshRole role, const char *font);

/**
 * pull_to_refresh_set_floats:
 * @list: the list
 * @floats: whether the refresh's row lies over the list, which does not move then
 *
 * Returns: whether the arguments are right
 */
gboolean pull_to_refresh_set_floats(GtkWidget *list, gboolean floats);

/**
 * pull_to_refresh_set_last_updated:
 * @list: the list
 * @key: (nullable): names the list among those of the program; NULL for no second line
 *
 * Says below the title of the refresh when the list was last refreshed, also in a run of the program
 * before.
 *
 * Returns: whether the arguments are right
 */
gboolean pull_to_refresh_set_last_updated(GtkWidget *list, const char *key);

/**
 * PullToRefreshTimeText:
 * @updated: when the list was last refreshed, in seconds since 1970
 * @now: the present, in seconds since 1970
 * @user_data: as it was set with the function
 *
 * Returns: (transfer full) (nullable): the text to show, in the user's language; NULL for none
 */
typedef char *(*PullToRefreshTimeText)(gint64 updated, gint64 now, gpointer user_data);

/**
 * pull_to_refresh_set_last_updated_text:
 * @list: the list, for which pull_to_refresh_set_last_updated() was called before
 * @text: (nullable) (scope notified) (closure user_data) (destroy destroy): writes the second line
 *   of the refresh; NULL for the library's own words, such as "Updated 5 minutes ago"
 * @user_data: for @text
 * @destroy: (nullable): as for pull_to_refresh_on_refresh()
 *
 * Returns: whether the arguments are right
 */
gboolean pull_to_refresh_set_last_updated_text(GtkWidget *list, PullToRefreshTimeText text,
                                               gpointer user_data, GDestroyNotify destroy);

/**
 * PullToRefreshRowView:
 * @state: what the row shows
 * @progress: as pull_to_refresh_get_progress() returns it
 * @user_data: as it was set with the function
 *
 * Returns: (transfer full): the widget to show; the same one each time keeps it. In C, return
 *   g_object_ref() of one that is kept.
 */
typedef GtkWidget *(*PullToRefreshRowView)(PullToRefreshState state, double progress,
                                           gpointer user_data);

/**
 * pull_to_refresh_set_row_view:
 * @list: the list
 * @role: which row
 * @view: (nullable) (scope notified) (closure user_data) (destroy destroy): makes a widget that stands
 *   in place of the indicator, the title and the buttons; NULL for these
 * @user_data: for @view
 * @destroy: (nullable): as for pull_to_refresh_on_refresh()
 *
 * Returns: whether the arguments are right
 */
gboolean pull_to_refresh_set_row_view(GtkWidget *list, PullToRefreshRole role,
                                      PullToRefreshRowView view, gpointer user_data,
                                      GDestroyNotify destroy);

/**
 * pull_to_refresh_bind_translations:
 * @directory: (type filename): where the translations of the library's own texts are, such as
 *   "/usr/share/locale"
 */
void pull_to_refresh_bind_translations(const char *directory);

G_END_DECLS
