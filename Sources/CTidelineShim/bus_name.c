// Looks up a name on the session bus; the arguments of such a call are variadic.

#include "CTidelineShim.h"

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
