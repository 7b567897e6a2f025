#include "CTidelineShim.h"

#include <signal.h>

bool tideline_is_signal_ignored(int number)
{
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
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
