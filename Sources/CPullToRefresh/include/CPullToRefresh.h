// The functions by which the objects of pull-to-refresh.h and their Swift part, PullToRefreshC,
// call each other, all on the main thread.

#pragma once

#include <stdbool.h>

#include "../../CPullToRefreshGtk/CPullToRefreshGtk.h"
#include "pull-to-refresh.h"

G_BEGIN_DECLS

// The properties of a list that Swift reads. Texts may be null.
typedef struct {
  gboolean floats;
  PullToRefreshEdge edge;
  int wheel_notches;
  double threshold, resistance, refresh_height, load_height;
  double minimum_running, result_shown, stuck_notice;
  char *new_rows_title, *last_updated_key, *last_updated_format, *last_updated_folder;
} TidelineListSettings;

// The properties of a row that Swift reads. Texts and objects may be null. Fields that only
// a load has are adjacent, and so are those that only a refresh has: see row.c.
typedef struct {
  gboolean enabled, turns, has_more, automatic;
  double prefetch;
  PullToRefreshIndicator indicator;
  void *picture, *child;
  char *indicator_color, *title_color, *font;
  char *pull, *release, *running, *stuck, *failed, *cancel, *done, *cancelled;
  char *load, *waiting, *nothing_came, *retry, *exhausted;
} TidelineRowSettings;

// In C. A role is 0 for the refresh, 1 for loading more, 2 for loading earlier rows.

const TidelineListSettings *tideline_list_settings(PullToRefreshList *list);
const TidelineRowSettings *tideline_list_row(PullToRefreshList *list, int role);
// Whether a handler of the role's signal is connected.
bool tideline_list_has_handler(PullToRefreshList *list, int role);
// Sets the state of a role's row, and notifies the program of a change.
void tideline_list_show(PullToRefreshList *list, int role, PullToRefreshState state,
                        double progress, bool has_more);
void tideline_list_show_edge(PullToRefreshList *list, PullToRefreshEdge edge);
// A run, which owns its completion.
PullToRefreshRun *tideline_run_new(PullToRefreshList *list, int role, void *completion);
// Emits the role's signal with a run, and releases the run.
void tideline_list_begin(PullToRefreshList *list, int role, PullToRefreshRun *run);
// The run's cancellable, which may outlive the run.
void *tideline_run_cancellable(PullToRefreshRun *run);
// The run of a cancellable is over, because it was cancelled.
void tideline_run_cancel(void *cancellable);

// In Swift. A binding is the Swift part of a list. A function that ends a completion consumes it.

void *tideline_binding_new(PullToRefreshList *list, void *widget);
void tideline_binding_apply(void *binding);
void tideline_binding_apply_row(void *binding, int role);
void tideline_binding_set_has_more(void *binding, int role, bool has_more);
void tideline_binding_find_handlers(void *binding);
void tideline_binding_begin(void *binding, int role);
void tideline_binding_cancel(void *binding, int role);
void tideline_binding_set_progress(void *binding, int role, double fraction, const char *title);
void tideline_binding_update(void *binding, int arrivals, PullToRefreshChange change,
                             void *user_data, GDestroyNotify destroy);
// Ends pull-to-refresh of the list, and releases the binding.
void tideline_binding_end(void *binding);
void tideline_completion_finish(void *completion, const char *summary);
void tideline_completion_finish_load(void *completion, int added, bool has_more);
void tideline_completion_fail(void *completion, const char *reason);
// The program has let go of a run that is not over.
void tideline_completion_drop(void *completion);
void tideline_bind_translations(const char *directory);

G_END_DECLS
