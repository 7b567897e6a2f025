// Pull-to-refresh and load-more for any GtkScrolledWindow, for programs in C and whatever else can
// call C. `pkg-config --cflags --libs pull-to-refresh` says how to compile with it.
//
//     static void refresh(PullToRefreshRun run, gpointer model)
//     {
//       pull_to_refresh_end(run, model_reload(model) ? "3 new" : NULL);
//     }
//
//     pull_to_refresh_on_refresh(list, refresh, model, NULL);
//
// Each function takes the list: a scrolled window, or any widget inside or around one. All of it
// belongs to the main thread, before or while its GLib main loop runs. A pointer that is no widget,
// one that was freed, and a call from another thread change nothing: the function logs a warning
// and returns FALSE or 0. In a debug build of the library it ends the program instead, with a
// sentence that says what is wrong.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/// One run of a handler. It is a number: to end a run twice, or after the user or a refresh has
/// cancelled it, does nothing.
typedef guint64 PullToRefreshRun;

/// Begins a run, on the main thread. It may end the run at once, or return and end it later.
typedef void (*PullToRefreshHandler)(PullToRefreshRun run, gpointer data);

/// What a row shows.
typedef enum {
  /// The list has no such row.
  PULL_TO_REFRESH_NONE,
  /// Nothing but an invitation.
  PULL_TO_REFRESH_IDLE,
  /// Pulled by a gesture that cannot fire.
  PULL_TO_REFRESH_PEEKING,
  /// Pulled, not far enough.
  PULL_TO_REFRESH_PULLING,
  /// Pulled far enough: letting go fires.
  PULL_TO_REFRESH_ARMED,
  /// A load waits for the refresh before it.
  PULL_TO_REFRESH_WAITING,
  /// A run is under way.
  PULL_TO_REFRESH_RUNNING,
  /// A refresh went well.
  PULL_TO_REFRESH_SUCCEEDED,
  /// A refresh or load failed.
  PULL_TO_REFRESH_FAILED,
  /// A refresh was cancelled.
  PULL_TO_REFRESH_CANCELLED,
  /// There is no more to load.
  PULL_TO_REFRESH_EXHAUSTED,
} PullToRefreshState;

/// An edge of a list.
typedef enum {
  PULL_TO_REFRESH_TOP,
  PULL_TO_REFRESH_BOTTOM,
  /// The left; the right where the list is read from right to left.
  PULL_TO_REFRESH_LEADING,
  /// The right; the left where the list is read from right to left.
  PULL_TO_REFRESH_TRAILING,
} PullToRefreshEdge;

// Handlers

// The first four functions also take a list that is in no window yet: what they set counts once it
// is in one. Where there is no scrolled window then, or its parent cannot exchange it, a warning is
// logged. So TRUE means that the arguments are right, not that the list has its place already.

/// Lets the user refresh by a pull past the top, by F5 and by Ctrl+R. Replaces the handler before.
///
/// `destroy` is called with `data` when the handler goes: with the list, when it is detached, or
/// replaced; where a run is under way, once that is over, in a later turn of the main loop. It may
/// be NULL. Where the function returns FALSE, it is not called, and `data` stays the caller's.
gboolean pull_to_refresh_on_refresh(GtkWidget *list, PullToRefreshHandler handler, gpointer data,
                                    GDestroyNotify destroy);

/// Lets the user load more by a pull past the opposite edge, and by a button there. Never runs beside a
/// refresh, which cancels it. `destroy` is as above.
gboolean pull_to_refresh_on_load_more(GtkWidget *list, PullToRefreshHandler handler, gpointer data,
                                      GDestroyNotify destroy);

/// Also loads more when less than `prefetch` lengths of the list, 0 to 10, are left before that edge;
/// where it is negative, only when the user asks, as it is at first.
gboolean pull_to_refresh_set_prefetch(GtkWidget *list, double prefetch);

/// Has the list refresh past an edge, the top at first, and load more past the opposite one. FALSE
/// where a list that has its place never scrolls towards the edge by its policy.
gboolean pull_to_refresh_set_edge(GtkWidget *list, PullToRefreshEdge refresh);

/// Takes pull-to-refresh away: runs are cancelled, and the list stands where it stood before.
/// FALSE where there was none, as for a list that is in no window yet: what waits for one is kept.
gboolean pull_to_refresh_detach(GtkWidget *list);

// Runs

/// Ends a refresh well. `summary` is shown to the user, in their language; NULL for "Up to date". A
/// run that is a load is refused like a wrong pointer, and goes on.
void pull_to_refresh_end(PullToRefreshRun run, const char *summary);

/// Ends a load well. `added` is by how many rows the list grew, -1 where that is not known. A run
/// that is a refresh is refused like a wrong pointer, and goes on.
void pull_to_refresh_end_load(PullToRefreshRun run, int added, gboolean has_more);

/// Ends a refresh or a load that failed. `reason` is shown to the user, in their language.
void pull_to_refresh_fail(PullToRefreshRun run, const char *reason);

/// Calls when the run is cancelled: by the user, by a refresh, or since its list has gone. A run that
/// is over already has nothing to call. Replaces the handler before.
///
/// It is called in a later turn of the main loop than what cancels the run, so also after
/// pull_to_refresh_cancel, pull_to_refresh_detach or gtk_window_destroy has returned. To free
/// `data` earlier, end the run first: a run that was ended calls nothing.
void pull_to_refresh_on_cancel(PullToRefreshRun run, PullToRefreshHandler handler, gpointer data);

// Commands and states

/// Does what a pull past the edge of the refresh does.
gboolean pull_to_refresh_refresh(GtkWidget *list);

/// Does what a pull past the opposite edge does.
gboolean pull_to_refresh_load_more(GtkWidget *list);

/// Cancels what runs or waits.
gboolean pull_to_refresh_cancel(GtkWidget *list);

/// What the row of the refresh shows.
PullToRefreshState pull_to_refresh_get_refresh_state(GtkWidget *list);

/// What the row of loading more shows.
PullToRefreshState pull_to_refresh_get_load_state(GtkWidget *list);

/// Where the translations of the library's own texts are, such as "/usr/share/locale".
void pull_to_refresh_bind_translations(const char *directory);

G_END_DECLS
