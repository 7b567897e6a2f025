// A run of a handler, as a program holds it.

#include "objects.h"

struct _PullToRefreshRun {
  GObject parent_instance;
  PullToRefreshList *list;
  GCancellable *cancellable;
  int role;
};

// The completion is with the cancellable, which the Swift part keeps, too: a worker thread may free the
// run while the main thread cancels it. There is none once the run is over.
static const char key[] = "pull-to-refresh-completion";

G_DEFINE_FINAL_TYPE(PullToRefreshRun, pull_to_refresh_run, G_TYPE_OBJECT)

static gboolean drop(gpointer cancellable)
{
  gpointer completion = g_object_steal_data(cancellable, key);
  if (completion)
    tideline_completion_drop(completion);
  return G_SOURCE_REMOVE;
}

static void run_finalize(GObject *object)
{
  PullToRefreshRun *self = (PullToRefreshRun *)object;
  if (self->list && !tideline_is_main_thread()) {
    g_idle_add_full(G_PRIORITY_DEFAULT, drop, g_steal_pointer(&self->cancellable), g_object_unref);
    tideline_release_on_main_thread(g_steal_pointer(&self->list));
  } else {
    drop(self->cancellable);
  }
  g_clear_object(&self->list);
  g_clear_object(&self->cancellable);
  G_OBJECT_CLASS(pull_to_refresh_run_parent_class)->finalize(object);
}

static void pull_to_refresh_run_class_init(PullToRefreshRunClass *class)
{
  G_OBJECT_CLASS(class)->finalize = run_finalize;
}

static void pull_to_refresh_run_init(PullToRefreshRun *self)
{
  self->cancellable = g_cancellable_new();
}

PullToRefreshRun *tideline_run_new(PullToRefreshList *list, int role, void *completion)
{
  PullToRefreshRun *run = g_object_new(PULL_TO_REFRESH_TYPE_RUN, NULL);
  run->list = g_object_ref(list);
  run->role = role;
  g_object_set_data(G_OBJECT(run->cancellable), key, completion);
  return run;
}

void *tideline_run_cancellable(PullToRefreshRun *run)
{
  return run->cancellable;
}

void tideline_run_cancel(void *cancellable)
{
  g_object_set_data(cancellable, key, NULL);
  g_cancellable_cancel(cancellable);
}

// Takes the completion of a run that ends; NULL if it is over, or is of the other kind.
static gpointer take(PullToRefreshRun *run, bool is_load, const char *function)
{
  if (!tideline_may_use(run, PULL_TO_REFRESH_TYPE_RUN, function))
    return NULL;
  if ((run->role > 0) != is_load) {
    tideline_warn(is_load ? "pull-to-refresh: This run is a refresh. End it by "
                            "pull_to_refresh_run_finish()."
                          : "pull-to-refresh: This run is a load. End it by "
                            "pull_to_refresh_run_finish_load().");
    return NULL;
  }
  return g_object_steal_data(G_OBJECT(run->cancellable), key);
}

void pull_to_refresh_run_finish(PullToRefreshRun *run, const char *summary)
{
  gpointer completion = take(run, false, G_STRFUNC);
  if (completion)
    tideline_completion_finish(completion, summary);
}

void pull_to_refresh_run_finish_load(PullToRefreshRun *run, int added, gboolean has_more)
{
  gpointer completion = take(run, true, G_STRFUNC);
  if (completion)
    tideline_completion_finish_load(completion, added, has_more);
}

void pull_to_refresh_run_fail(PullToRefreshRun *run, const char *reason)
{
  if (!TIDELINE_MAY_USE(run, PULL_TO_REFRESH_TYPE_RUN))
    return;
  gpointer completion = g_object_steal_data(G_OBJECT(run->cancellable), key);
  if (completion)
    tideline_completion_fail(completion, reason);
}

void pull_to_refresh_run_set_progress(PullToRefreshRun *run, double fraction, const char *title)
{
  if (!TIDELINE_MAY_USE(run, PULL_TO_REFRESH_TYPE_RUN) ||
      !g_object_get_data(G_OBJECT(run->cancellable), key))
    return;
  gpointer binding = tideline_list_binding(run->list);
  if (binding)
    tideline_binding_set_progress(binding, run->role, fraction, title);
}

GCancellable *pull_to_refresh_run_get_cancellable(PullToRefreshRun *run)
{
  return TIDELINE_MAY_USE(run, PULL_TO_REFRESH_TYPE_RUN) ? run->cancellable : NULL;
}
