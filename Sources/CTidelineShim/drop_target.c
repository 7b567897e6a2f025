// GtkDropTarget's signals, with paths in place of a GValue of GFiles, which Swift does not know.

#include "../CPullToRefreshShim/signal_box.h"
#include "CTidelineShim.h"

typedef bool (*DropHandler)(void *context, const char *const *paths);
typedef void (*EnterHandler)(void *context);

static gboolean dropped(GtkDropTarget *drop, const GValue *value, double x, double y, void *box)
{
  (void)drop;
  (void)x;
  (void)y;
  GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
  if (G_VALUE_HOLDS(value, GDK_TYPE_FILE_LIST)) {
    GSList *files = gdk_file_list_get_files(g_value_get_boxed(value));
    for (GSList *next = files; next; next = next->next) {
      char *path = g_file_get_path(next->data);
      if (path)
        g_ptr_array_add(paths, path);
    }
    g_slist_free(files);
  }
  g_ptr_array_add(paths, NULL);
  DropHandler handler = (DropHandler)tideline_signal_box_handler(box);
  bool taken = handler(tideline_signal_box_context(box), (const char *const *)paths->pdata);
  g_ptr_array_unref(paths);
  return taken;
}

unsigned long tideline_connect_file_drop(GtkDropTarget *drop, TidelineSignalTarget target,
                                         DropHandler handler)
{
  return tideline_signal_connect_boxed(G_OBJECT(drop), "drop", G_CALLBACK(dropped), target,
                                       G_CALLBACK(handler));
}

static GdkDragAction entered(GtkDropTarget *drop, double x, double y, void *box)
{
  (void)x;
  (void)y;
  // Refuses drags that began in this program.
  GdkDrop *current = gtk_drop_target_get_current_drop(drop);
  if (current && gdk_drop_get_drag(current))
    return 0;
  EnterHandler handler = (EnterHandler)tideline_signal_box_handler(box);
  handler(tideline_signal_box_context(box));
  return GDK_ACTION_COPY;
}

unsigned long tideline_connect_drop_enter(GtkDropTarget *drop, TidelineSignalTarget target,
                                          EnterHandler handler)
{
  return tideline_signal_connect_boxed(G_OBJECT(drop), "enter", G_CALLBACK(entered), target,
                                       G_CALLBACK(handler));
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
