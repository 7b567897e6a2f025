// GFileMonitor's signal, with paths in place of GFiles, which Swift does not know.

#include "../CPullToRefreshShim/signal_box.h"
#include "CTidelineShim.h"

typedef void (*Handler)(void *context, const char *path, const char *other,
                        GFileMonitorEvent event);

static void changed(GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event,
                    void *box)
{
  (void)monitor;
  char *path = g_file_get_path(file);
  char *other_path = other ? g_file_get_path(other) : NULL;
  Handler handler = (Handler)tideline_signal_box_handler(box);
  if (path)
    handler(tideline_signal_box_context(box), path, other_path, event);
  g_free(path);
  g_free(other_path);
}

GFileMonitor *tideline_file_monitor_new(const char *path, TidelineSignalTarget target,
                                        Handler handler)
{
  GFile *file = g_file_new_for_path(path);
  GFileMonitor *monitor = g_file_monitor(file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  g_object_unref(file);
  if (monitor)
    tideline_signal_connect_boxed(G_OBJECT(monitor), "changed", G_CALLBACK(changed), target,
                                  G_CALLBACK(handler));
  else
    target.release(target.context);
  return monitor;
}
