#include "CTidelineShim.h"

// Drags a file out of a window. The file is made only when the other program asks for it.

typedef void (*FileHandler)(void *context, void *request);

G_DECLARE_FINAL_TYPE(TidelineFileProvider, tideline_file_provider, TIDELINE, FILE_PROVIDER,
                     GdkContentProvider)

struct _TidelineFileProvider {
  GdkContentProvider parent;
  TidelineSignalTarget target;
  FileHandler handler;
};

G_DEFINE_FINAL_TYPE(TidelineFileProvider, tideline_file_provider, GDK_TYPE_CONTENT_PROVIDER)

/// The other program's request.
typedef struct {
  char *type;
  GOutputStream *stream;
  int priority;
} Request;

static void request_free(gpointer data)
{
  Request *request = data;
  g_free(request->type);
  g_object_unref(request->stream);
  g_free(request);
}

static GdkContentFormats *ref_formats(GdkContentProvider *provider)
{
  (void)provider;
  return gdk_content_formats_union_serialize_mime_types(
      gdk_content_formats_new_for_gtype(GDK_TYPE_FILE_LIST));
}

static void write_type(GdkContentProvider *provider, const char *type, GOutputStream *stream,
                       int priority, GCancellable *cancellable, GAsyncReadyCallback callback,
                       gpointer data)
{
  Request *request = g_new0(Request, 1);
  request->type = g_strdup(type);
  request->stream = g_object_ref(stream);
  request->priority = priority;
  GTask *task = g_task_new(provider, cancellable, callback, data);
  g_task_set_task_data(task, request, request_free);
  TidelineFileProvider *own = TIDELINE_FILE_PROVIDER(provider);
  own->handler(own->target.context, task);
}

static void written(GObject *source, GAsyncResult *result, gpointer data)
{
  (void)source;
  GTask *task = data;
  GError *error = NULL;
  if (gdk_content_serialize_finish(result, &error))
    g_task_return_boolean(task, TRUE);
  else
    g_task_return_error(task, error);
  g_object_unref(task);
}

void tideline_finish_file(void *data, const char *path)
{
  GTask *task = data;
  if (!path) {
    g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_FAILED, "There is no file");
    g_object_unref(task);
    return;
  }
  Request *request = g_task_get_task_data(task);
  GSList *files = g_slist_append(NULL, g_file_new_for_path(path));
  GValue value = G_VALUE_INIT;
  g_value_init(&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed(&value, gdk_file_list_new_from_list(files));
  gdk_content_serialize_async(request->stream, request->type, &value, request->priority,
                              g_task_get_cancellable(task), written, task);
  g_value_unset(&value);
  g_slist_free_full(files, g_object_unref);
}

static gboolean finish_writing(GdkContentProvider *provider, GAsyncResult *result, GError **error)
{
  (void)provider;
  return g_task_propagate_boolean(G_TASK(result), error);
}

static void finalize(GObject *object)
{
  TidelineFileProvider *provider = TIDELINE_FILE_PROVIDER(object);
  provider->target.release(provider->target.context);
  G_OBJECT_CLASS(tideline_file_provider_parent_class)->finalize(object);
}

static void tideline_file_provider_class_init(TidelineFileProviderClass *class)
{
  G_OBJECT_CLASS(class)->finalize = finalize;
  GdkContentProviderClass *provider = GDK_CONTENT_PROVIDER_CLASS(class);
  provider->ref_formats = ref_formats;
  provider->write_mime_type_async = write_type;
  provider->write_mime_type_finish = finish_writing;
}

static void tideline_file_provider_init(TidelineFileProvider *provider)
{
  (void)provider;
}

void tideline_let_drag_file(GtkWidget *widget, TidelineSignalTarget target, FileHandler handler)
{
  TidelineFileProvider *provider = g_object_new(tideline_file_provider_get_type(), NULL);
  provider->target = target;
  provider->handler = handler;
  GtkDragSource *source = gtk_drag_source_new();
  gtk_drag_source_set_content(source, GDK_CONTENT_PROVIDER(provider));
  gtk_drag_source_set_actions(source, GDK_ACTION_COPY);
  // Gets the press before a button in the widget, which would claim it.
  gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(source), GTK_PHASE_CAPTURE);
  gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(source));
  g_object_unref(provider);
}

#ifdef DEBUG
void tideline_drop_files(GtkDropTarget *drop, const char *const *paths)
{
  GSList *files = NULL;
  for (; *paths; paths++)
    files = g_slist_append(files, g_file_new_for_path(*paths));
  GValue value = G_VALUE_INIT;
  g_value_init(&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed(&value, gdk_file_list_new_from_list(files));
  gboolean taken = FALSE;
  g_signal_emit_by_name(drop, "drop", &value, 0.0, 0.0, &taken);
  g_value_unset(&value);
  g_slist_free_full(files, g_object_unref);
}
#endif
