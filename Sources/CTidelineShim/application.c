#include "CTidelineShim.h"

#include <glib-unix.h>
#include <signal.h>

// The end of a session, a terminal that is closed, and Ctrl+C, as events of the main loop.

typedef void (*EndingHandler)(void *context);

typedef struct {
  int number;
  TidelineSignalTarget target;
  EndingHandler handler;
} Ending;

static gboolean ended(gpointer data)
{
  Ending *ending = data;
  // A second signal ends the process at once, even if the main loop is busy. GLib restores the
  // default action only when the source is freed.
  signal(ending->number, SIG_DFL);
  ending->handler(ending->target.context);
  return G_SOURCE_REMOVE;
}

static void release(gpointer data)
{
  Ending *ending = data;
  ending->target.release(ending->target.context);
  g_free(ending);
}

static void stop(GSource *source)
{
  g_source_destroy(source);
}

// Whether the signal is ignored, as under `nohup`.
static bool is_ignored(int number)
{
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

void tideline_on_ending_signal(GtkApplication *application, int number,
                               TidelineSignalTarget target, EndingHandler handler)
{
  if (is_ignored(number)) {
    target.release(target.context);
    return;
  }
  Ending *ending = g_new0(Ending, 1);
  ending->number = number;
  ending->target = target;
  ending->handler = handler;
  GSource *source = g_unix_signal_source_new(number);
  g_source_set_callback(source, ended, ending, release);
  g_source_attach(source, NULL);
  g_signal_connect_data(application, "shutdown", G_CALLBACK(stop), source,
                        (GClosureNotify)(void (*)(void))g_source_unref, G_CONNECT_SWAPPED);
}

GFileMonitor *tideline_file_monitor_new(const char *path)
{
  GFile *file = g_file_new_for_path(path);
  GFileMonitor *monitor = g_file_monitor(file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  g_object_unref(file);
  return monitor;
}

// Looks up a name on the session bus; the arguments of such a call are variadic.

bool tideline_bus_name_has_owner(const char *name)
{
  GDBusConnection *bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
  if (!bus)
    return false;
  GVariant *answer = g_dbus_connection_call_sync(
      bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
      g_variant_new("(s)", name), G_VARIANT_TYPE("(b)"), G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL);
  gboolean has_owner = FALSE;
  if (answer)
    g_variant_get(answer, "(b)", &has_owner);
  g_clear_pointer(&answer, g_variant_unref);
  g_object_unref(bus);
  return has_owner;
}
