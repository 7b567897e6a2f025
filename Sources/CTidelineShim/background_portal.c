// Asks the desktop, from within a sandbox, to start the program at each login: the background portal.

#include "CTidelineShim.h"

typedef void (*AnsweredHandler)(void *context, bool is_granted, const char *reason);

typedef struct {
  TidelineSignalTarget target;
  AnsweredHandler handler;
  GDBusConnection *bus;
  guint subscription;
  bool is_wanted;
} Request;

static void finish(Request *request, bool is_granted, const char *reason)
{
  request->handler(request->target.context, is_granted, reason);
  request->target.release(request->target.context);
  g_dbus_connection_signal_unsubscribe(request->bus, request->subscription);
}

static void request_free(gpointer data)
{
  Request *request = data;
  g_object_unref(request->bus);
  g_free(request);
}

static void responded(GDBusConnection *bus, const char *sender, const char *path,
                      const char *interface, const char *signal, GVariant *parameters,
                      gpointer data)
{
  (void)bus, (void)sender, (void)path, (void)interface, (void)signal;
  Request *request = data;
  gboolean is_started = FALSE;
  guint32 response = 2;
  if (g_variant_is_of_type(parameters, G_VARIANT_TYPE("(ua{sv})"))) {
    GVariant *results;
    g_variant_get(parameters, "(u@a{sv})", &response, &results);
    g_variant_lookup(results, "autostart", "b", &is_started);
    g_variant_unref(results);
  }
  finish(request, response == 0 && is_started == request->is_wanted, NULL);
}

static void called(GObject *source, GAsyncResult *result, gpointer data)
{
  GError *error = NULL;
  GVariant *reply = g_dbus_connection_call_finish(G_DBUS_CONNECTION(source), result, &error);
  if (reply)
    g_variant_unref(reply);
  else
    finish(data, false, error->message);
  g_clear_error(&error);
}

void tideline_request_autostart(const char *reason, const char *const *command, bool is_wanted,
                                TidelineSignalTarget target, AnsweredHandler handler)
{
  static unsigned count;
  GError *error = NULL;
  GDBusConnection *bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, &error);
  if (!bus) {
    handler(target.context, false, error->message);
    target.release(target.context);
    g_error_free(error);
    return;
  }
  Request *request = g_new0(Request, 1);
  *request = (Request){target, handler, bus, 0, is_wanted};
  // The portal answers at a path that the caller knows before, so that no answer is missed.
  char *token = g_strdup_printf("tideline%u", ++count);
  char *sender = g_strdelimit(g_strdup(g_dbus_connection_get_unique_name(bus) + 1), ".", '_');
  char *path = g_strdup_printf("/org/freedesktop/portal/desktop/request/%s/%s", sender, token);
  request->subscription = g_dbus_connection_signal_subscribe(
      bus, "org.freedesktop.portal.Desktop", "org.freedesktop.portal.Request", "Response", path,
      NULL, G_DBUS_SIGNAL_FLAGS_NONE, responded, request, request_free);
  GVariantBuilder options;
  g_variant_builder_init(&options, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add(&options, "{sv}", "handle_token", g_variant_new_string(token));
  g_variant_builder_add(&options, "{sv}", "reason", g_variant_new_string(reason));
  g_variant_builder_add(&options, "{sv}", "autostart", g_variant_new_boolean(is_wanted));
  g_variant_builder_add(&options, "{sv}", "commandline", g_variant_new_strv(command, -1));
  g_dbus_connection_call(bus, "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
                         "org.freedesktop.portal.Background", "RequestBackground",
                         g_variant_new("(s@a{sv})", "", g_variant_builder_end(&options)),
                         G_VARIANT_TYPE("(o)"), G_DBUS_CALL_FLAGS_NONE, -1, NULL, called, request);
  g_free(path);
  g_free(sender);
  g_free(token);
}
