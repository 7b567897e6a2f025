// Shows a file in its folder, by the interface that file managers offer on the session bus
// (org.freedesktop.FileManager1). If there is none, opens the folder in the default program.

#include "CTidelineShim.h"

typedef struct {
  char *folder;
  GtkWindow *parent;
} Request;

static void request_free(Request *request)
{
  g_free(request->folder);
  g_clear_object(&request->parent);
  g_free(request);
}

static void shown(GObject *bus, GAsyncResult *result, gpointer data)
{
  Request *request = data;
  GVariant *reply = g_dbus_connection_call_finish(G_DBUS_CONNECTION(bus), result, NULL);
  if (reply)
    g_variant_unref(reply);
  else
    gtk_show_uri(request->parent, request->folder, GDK_CURRENT_TIME);
  request_free(request);
}

void tideline_show_in_folder(GtkWindow *parent, const char *path)
{
  GFile *file = g_file_new_for_path(path);
  GFile *folder = g_file_get_parent(file);
  Request *request = g_new0(Request, 1);
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
    request_free(request);
  }
  g_free(uri);
  g_clear_object(&folder);
  g_object_unref(file);
}
