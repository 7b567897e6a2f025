// Pull-to-refresh and load-more for any GtkScrolledWindow, for programs in C and all languages that
// can call C. Compile with `pkg-config --cflags --libs pull-to-refresh`.
//
//     static void refresh(PullToRefreshRun run, gpointer model)
//     {
//       pull_to_refresh_end(run, model_reload(model) ? "3 new" : NULL);
//     }
//
//     pull_to_refresh_on_refresh(list, refresh, model, NULL);
//
// Each function takes the list: a scrolled window, or any widget inside or around one. Call all
// functions on the main thread, before or while its GLib main loop runs. A pointer to no widget, a
// freed one, and a call from another thread change nothing: the function logs a warning and returns
// FALSE or 0. A debug build of the library stops the program instead, with a message.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/// One run of a handler. It is a number: ending a run twice, or after the user or a refresh has
/// cancelled it, does nothing.
typedef guint64 PullToRefreshRun;

/// Begins a run, on the main thread. It may end the run at once, or return and end it later.
typedef void (*PullToRefreshHandler)(PullToRefreshRun run, gpointer data);

/// The state of a row.
typedef enum {
  /// The list has no such row.
  PULL_TO_REFRESH_NONE,
  /// Nothing runs; a row that is always visible invites to pull.
  PULL_TO_REFRESH_IDLE,
  /// Pulled by a gesture that cannot fire.
  PULL_TO_REFRESH_PEEKING,
  /// Pulled, not far enough.
  PULL_TO_REFRESH_PULLING,
  /// Pulled far enough: a release fires.
  PULL_TO_REFRESH_ARMED,
  /// A load waits for the refresh before it.
  PULL_TO_REFRESH_WAITING,
  /// A run is under way.
  PULL_TO_REFRESH_RUNNING,
  /// A refresh succeeded.
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
  /// The left; the right in a list that reads from right to left.
  PULL_TO_REFRESH_LEADING,
  /// The right; the left in a list that reads from right to left.
  PULL_TO_REFRESH_TRAILING,
} PullToRefreshEdge;

// Handlers

// The first four functions also take a list that is in no window yet: their settings take effect
// when it is in one. If there is no scrolled window then, or its parent cannot exchange it, a
// warning is logged. TRUE therefore means that the arguments are right, not that the list is
// already in place.

/// Lets the user refresh by a pull past the top, by F5 and by Ctrl+R. Replaces the former handler.
///
/// `destroy` is called with `data` when the handler goes: when the list goes or is detached, or the
/// handler is replaced. If a run is under way, it is called after the run, in a later turn of the
/// main loop. It may be NULL. If the function returns FALSE, it is not called, and the caller keeps
/// `data`.
gboolean pull_to_refresh_on_refresh(GtkWidget *list, PullToRefreshHandler handler, gpointer data,
                                    GDestroyNotify destroy);

/// Lets the user load more by a pull past the opposite edge, and by a button there. A load never
/// runs beside a refresh, which cancels it. `destroy` is as above.
gboolean pull_to_refresh_on_load_more(GtkWidget *list, PullToRefreshHandler handler, gpointer data,
                                      GDestroyNotify destroy);

/// Also loads more when less than `prefetch` lengths of the list, 0 to 10, are left before that
/// edge. A negative value, which is the default, loads only when the user asks.
gboolean pull_to_refresh_set_prefetch(GtkWidget *list, double prefetch);

/// Moves the refresh to an edge, by default the top, and loading more to the opposite one. FALSE if
/// the list is in place and never scrolls towards the edge by its policy.
gboolean pull_to_refresh_set_edge(GtkWidget *list, PullToRefreshEdge refresh);

/// Takes pull-to-refresh away: runs are cancelled, and the list returns to its former place. FALSE
/// if the list had none, for example because it is in no window yet; settings that wait for a
/// window are kept.
gboolean pull_to_refresh_detach(GtkWidget *list);

// Runs

/// Ends a refresh as a success. `summary` is shown to the user, in their language; NULL for "Up to
/// date". The run of a load is refused like a wrong pointer, and continues.
void pull_to_refresh_end(PullToRefreshRun run, const char *summary);

/// Ends a load as a success. `added` is the number of new rows, -1 if unknown. The run of a refresh
/// is refused like a wrong pointer, and continues.
void pull_to_refresh_end_load(PullToRefreshRun run, int added, gboolean has_more);

/// Ends a refresh or a load as a failure. `reason` is shown to the user, in their language.
void pull_to_refresh_fail(PullToRefreshRun run, const char *reason);

/// Calls when the run is cancelled: by the user, by a refresh, or because its list has gone. It
/// calls nothing for a run that is over. Replaces the former handler.
///
/// The call comes in a later turn of the main loop than the cancellation, and so also after
/// pull_to_refresh_cancel, pull_to_refresh_detach or gtk_window_destroy has returned. To free
/// `data` earlier, end the run first: a run that was ended calls nothing.
void pull_to_refresh_on_cancel(PullToRefreshRun run, PullToRefreshHandler handler, gpointer data);

// Commands and states

/// Refreshes, like a pull past the edge of the refresh.
gboolean pull_to_refresh_refresh(GtkWidget *list);

/// Loads more, like a pull past the opposite edge.
gboolean pull_to_refresh_load_more(GtkWidget *list);

/// Cancels the run that is under way or waits.
gboolean pull_to_refresh_cancel(GtkWidget *list);

/// The state of the refresh's row.
PullToRefreshState pull_to_refresh_get_refresh_state(GtkWidget *list);

/// The state of the row for loading more.
PullToRefreshState pull_to_refresh_get_load_state(GtkWidget *list);

/// Sets the folder of the translations of the library's own texts, such as "/usr/share/locale".
void pull_to_refresh_bind_translations(const char *directory);

G_END_DECLS
