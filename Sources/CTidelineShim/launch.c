// Opens a file or an address in the desktop's default program. In a sandbox GIO uses the portal,
// which gets the open file, and asks the user if necessary.

#include "../CPullToRefreshShim/signal_box.h"
#include "CTidelineShim.h"

typedef void (*OpenedHandler)(void *context, const char *reason);

typedef struct {
  TidelineSignalTarget target;
  OpenedHandler handler;
} Request;

static void opened(GObject *source, GAsyncResult *result, gpointer data)
{
  (void)source;
  Request *request = data;
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
  Request *request = g_new0(Request, 1);
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
