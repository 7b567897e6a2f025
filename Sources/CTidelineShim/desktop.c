#include "../CPullToRefreshShim/signal_box.h"
#include "CTidelineShim.h"

// Opens a file or an address in the desktop's default program. In a sandbox GIO uses the portal,
// which gets the open file, and asks the user if necessary.

typedef void (*OpenedHandler)(void *context, const char *reason);

typedef struct {
  TidelineSignalTarget target;
  OpenedHandler handler;
} Launch;

static void opened(GObject *source, GAsyncResult *result, gpointer data)
{
  (void)source;
  Launch *request = data;
  GError *error = NULL;
  g_app_info_launch_default_for_uri_finish(result, &error);
  request->handler(request->target.context, error ? error->message : NULL);
  request->target.release(request->target.context);
  g_clear_error(&error);
  g_free(request);
}

void tideline_open_uri(GtkWidget *widget, const char *uri, TidelineSignalTarget target,
                       OpenedHandler handler)
{
  Launch *request = g_new0(Launch, 1);
  request->target = target;
  request->handler = handler;
  GdkAppLaunchContext *context =
      gdk_display_get_app_launch_context(gtk_widget_get_display(widget));
  g_app_info_launch_default_for_uri_async(uri, G_APP_LAUNCH_CONTEXT(context), NULL, opened,
                                          request);
  g_object_unref(context);
}

typedef bool (*LinkHandler)(void *context, const char *uri);

static gboolean activated(GtkLabel *label, const char *uri, void *box)
{
  (void)label;
  LinkHandler handler = (LinkHandler)tideline_signal_box_handler(box);
  return handler(tideline_signal_box_context(box), uri);
}

unsigned long tideline_connect_activate_link(GtkLabel *label, TidelineSignalTarget target,
                                             LinkHandler handler)
{
  return tideline_signal_connect_boxed(G_OBJECT(label), "activate-link", G_CALLBACK(activated),
                                       target, G_CALLBACK(handler));
}

// Shows a file in its folder, by the interface that file managers offer on the session bus
// (org.freedesktop.FileManager1). If there is none, opens the folder in the default program.

typedef struct {
  char *folder;
  GtkWindow *parent;
} FolderRequest;

static void folder_request_free(FolderRequest *request)
{
  g_free(request->folder);
  g_clear_object(&request->parent);
  g_free(request);
}

static void shown(GObject *bus, GAsyncResult *result, gpointer data)
{
  FolderRequest *request = data;
  GVariant *reply = g_dbus_connection_call_finish(G_DBUS_CONNECTION(bus), result, NULL);
  if (reply)
    g_variant_unref(reply);
  else
    gtk_show_uri(request->parent, request->folder, GDK_CURRENT_TIME);
  folder_request_free(request);
}

void tideline_show_in_folder(GtkWindow *parent, const char *path)
{
  GFile *file = g_file_new_for_path(path);
  GFile *folder = g_file_get_parent(file);
  FolderRequest *request = g_new0(FolderRequest, 1);
  request->folder = g_file_get_uri(folder ? folder : file);
  request->parent = g_object_ref(parent);
  char *uri = g_file_get_uri(file);
  const char *uris[] = { uri, NULL };
  GDBusConnection *bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
  if (bus) {
    g_dbus_connection_call(bus, "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
                           "org.freedesktop.FileManager1", "ShowItems",
                           g_variant_new("(^ass)", uris, ""), NULL, G_DBUS_CALL_FLAGS_NONE, -1,
                           NULL, shown, request);
    g_object_unref(bus);
  } else {
    gtk_show_uri(parent, request->folder, GDK_CURRENT_TIME);
    folder_request_free(request);
  }
  g_free(uri);
  g_clear_object(&folder);
  g_object_unref(file);
}

// Asks the background portal, from within a sandbox, to start the program at each login.

typedef void (*AnsweredHandler)(void *context, TidelineAutostartAnswer answer, const char *reason);

/// One request to the portal. The call, the subscription to its signal, the watch of its name and
/// the time limit each hold a reference, since they end in any order.
typedef struct {
  TidelineSignalTarget target;
  AnsweredHandler handler;
  GDBusConnection *bus;
  char *path;
  guint subscription;
  guint watch;
  guint limit;
  bool is_wanted;
  bool is_done;
} Request;

static const char portal_name[] = "org.freedesktop.portal.Desktop";

static void request_clear(gpointer data)
{
  Request *request = data;
  g_object_unref(request->bus);
  g_free(request->path);
}

static void request_release(gpointer request)
{
  g_rc_box_release_full(request, request_clear);
}

/// Reports the first answer, and ignores later ones.
static void finish(Request *request, TidelineAutostartAnswer answer, const char *reason)
{
  if (request->is_done)
    return;
  request->is_done = true;
  g_dbus_connection_signal_unsubscribe(request->bus, request->subscription);
  if (request->watch)
    g_bus_unwatch_name(request->watch);
  if (request->limit)
    g_source_remove(request->limit);
  request->handler(request->target.context, answer, reason);
  request->target.release(request->target.context);
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
  bool is_granted = response == 0 && is_started == request->is_wanted;
  finish(request, is_granted ? TIDELINE_AUTOSTART_GRANTED : TIDELINE_AUTOSTART_REFUSED, NULL);
}

static void vanished(GDBusConnection *bus, const char *name, gpointer data)
{
  (void)bus, (void)name;
  finish(data, TIDELINE_AUTOSTART_UNANSWERED, NULL);
}

static gboolean expired(gpointer data)
{
  Request *request = data;
  // The source is removed by the return value.
  request->limit = 0;
  // Closes a question that the portal may still show, since the answer would come too late.
  g_dbus_connection_call(request->bus, portal_name, request->path,
                         "org.freedesktop.portal.Request", "Close", NULL, NULL,
                         G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, NULL, NULL, NULL);
  finish(request, TIDELINE_AUTOSTART_UNANSWERED, NULL);
  return G_SOURCE_REMOVE;
}

static void called(GObject *source, GAsyncResult *result, gpointer data)
{
  Request *request = data;
  GError *error = NULL;
  GVariant *reply = g_dbus_connection_call_finish(G_DBUS_CONNECTION(source), result, &error);
  if (!reply) {
    finish(request, TIDELINE_AUTOSTART_FAILED, error->message);
  } else if (!request->is_done) {
    // The call has started the portal if it did not run, so from now on its name has an owner.
    request->watch = g_bus_watch_name_on_connection(
        request->bus, portal_name, G_BUS_NAME_WATCHER_FLAGS_NONE, NULL, vanished,
        g_rc_box_acquire(request), request_release);
  }
  g_clear_pointer(&reply, g_variant_unref);
  g_clear_error(&error);
  request_release(request);
}

void tideline_request_autostart(const char *reason, const char *const *command, bool is_wanted,
                                TidelineSignalTarget target, AnsweredHandler handler)
{
  static unsigned count;
  GError *error = NULL;
  GDBusConnection *bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, &error);
  if (!bus) {
    handler(target.context, TIDELINE_AUTOSTART_FAILED, error->message);
    target.release(target.context);
    g_error_free(error);
    return;
  }
  Request *request = g_rc_box_new0(Request);
  *request = (Request){.target = target, .handler = handler, .bus = bus, .is_wanted = is_wanted};
  // Subscribes before the call, so that no answer is missed, to a path made of sender and token.
  char *token = g_strdup_printf("tideline%u", ++count);
  char *sender = g_strdelimit(g_strdup(g_dbus_connection_get_unique_name(bus) + 1), ".", '_');
  request->path = g_strdup_printf("/org/freedesktop/portal/desktop/request/%s/%s", sender, token);
  request->subscription = g_dbus_connection_signal_subscribe(
      bus, portal_name, "org.freedesktop.portal.Request", "Response", request->path, NULL,
      G_DBUS_SIGNAL_FLAGS_NONE, responded, g_rc_box_acquire(request), request_release);
  request->limit =
      g_timeout_add_seconds_full(G_PRIORITY_DEFAULT, TIDELINE_AUTOSTART_SECONDS, expired,
                                 g_rc_box_acquire(request), request_release);
  GVariantBuilder options;
  g_variant_builder_init(&options, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add(&options, "{sv}", "handle_token", g_variant_new_string(token));
  g_variant_builder_add(&options, "{sv}", "reason", g_variant_new_string(reason));
  g_variant_builder_add(&options, "{sv}", "autostart", g_variant_new_boolean(is_wanted));
  g_variant_builder_add(&options, "{sv}", "commandline", g_variant_new_strv(command, -1));
  g_dbus_connection_call(bus, portal_name, "/org/freedesktop/portal/desktop",
                         "org.freedesktop.portal.Background", "RequestBackground",
                         g_variant_new("(s@a{sv})", "", g_variant_builder_end(&options)),
                         G_VARIANT_TYPE("(o)"), G_DBUS_CALL_FLAGS_NONE, -1, NULL, called, request);
  g_free(sender);
  g_free(token);
}
