// Each connection owns a box with the Swift target. GLib destroys the box when the handler is
// disconnected or the object dies.

#include "CPullToRefreshShim.h"

typedef struct {
  TidelineSignalTarget target;
  GCallback handler;
} Box;

#ifdef DEBUG
static unsigned int live_boxes;

unsigned int tideline_signal_live_boxes(void)
{
  return live_boxes;
}

#define COUNT_BOX(step) (live_boxes += (step))
#else
#define COUNT_BOX(step)
#endif

static Box *box_new(TidelineSignalTarget target, GCallback handler)
{
  Box *box = g_new(Box, 1);
  box->target = target;
  box->handler = handler;
  COUNT_BOX(1);
  return box;
}

static void box_free(Box *box)
{
  COUNT_BOX(-1);
  box->target.release(box->target.context);
  g_free(box);
}

static void box_closure_free(gpointer box, GClosure *closure)
{
  (void)closure;
  box_free(box);
}

#define CALL(box, Result, ...) ((Result (*)(void *, ##__VA_ARGS__))(box)->handler)

// Passes on the signal's arguments, of which the object is the first.
static void call_handler(GClosure *closure, GValue *result, guint count, const GValue *arguments,
                         gpointer hint, gpointer data)
{
  (void)count, (void)hint, (void)data;
  Box *box = closure->data;
  bool handled = CALL(box, bool, const GValue *)(box->target.context, arguments);
  if (result && G_VALUE_HOLDS_BOOLEAN(result))
    g_value_set_boolean(result, handled);
  else if (result && G_VALUE_HOLDS(result, GDK_TYPE_DRAG_ACTION))
    g_value_set_flags(result, handled ? GDK_ACTION_COPY : 0);
}

unsigned long tideline_signal_connect(GObject *object, const char *signal, bool after,
                                      TidelineSignalTarget target,
                                      bool (*handler)(void *context, const GValue *arguments))
{
  Box *box = box_new(target, G_CALLBACK(handler));
  GClosure *closure = g_closure_new_simple(sizeof *closure, box);
  g_closure_set_marshal(closure, call_handler);
  g_closure_add_finalize_notifier(closure, box, box_closure_free);
  return g_signal_connect_closure(object, signal, closure, after);
}

static gboolean tick(GtkWidget *widget, GdkFrameClock *clock, gpointer box)
{
  (void)widget;
  return CALL((Box *)box, bool, int64_t)(((Box *)box)->target.context,
                                         gdk_frame_clock_get_frame_time(clock));
}

unsigned int tideline_add_tick_callback(GtkWidget *widget, TidelineSignalTarget target,
                                        bool (*handler)(void *context, int64_t frame_time))
{
  return gtk_widget_add_tick_callback(widget, tick, box_new(target, G_CALLBACK(handler)),
                                      (GDestroyNotify)box_free);
}

static gboolean timeout(gpointer box)
{
  CALL((Box *)box, void)(((Box *)box)->target.context);
  return G_SOURCE_REMOVE;
}

unsigned int tideline_add_timeout(unsigned int milliseconds, int priority,
                                  TidelineSignalTarget target, void (*handler)(void *context))
{
  return g_timeout_add_full(priority, milliseconds, timeout, box_new(target, G_CALLBACK(handler)),
                            (GDestroyNotify)box_free);
}

void tideline_object_own(GObject *object, const char *key, TidelineSignalTarget target)
{
  g_object_set_data_full(object, key, box_new(target, NULL), (GDestroyNotify)box_free);
}

void *tideline_object_owned(GObject *object, const char *key)
{
  Box *box = g_object_get_data(object, key);
  return box ? box->target.context : NULL;
}

void tideline_object_disown(GObject *object, const char *key)
{
  g_object_set_data(object, key, NULL);
}

static GQuark life_quark(void)
{
  static GQuark quark;
  if (quark == 0)
    quark = g_quark_from_static_string("tideline-life");
  return quark;
}

void *tideline_object_life(GObject *object)
{
  return g_object_get_qdata(object, life_quark());
}

void tideline_object_set_life(GObject *object, void *life, void (*end)(void *life))
{
  g_object_set_qdata_full(object, life_quark(), life, end);
}

bool tideline_object_is_referenced(void *object)
{
  return g_atomic_int_get(&((GObject *)object)->ref_count) > 0;
}
