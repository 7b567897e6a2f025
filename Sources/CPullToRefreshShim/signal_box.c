// One trampoline for each shape of signal. Each connection owns a box with the Swift target; GLib
// destroys the box when the handler is disconnected or the object dies.

#include "signal_box.h"

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

unsigned long tideline_signal_connect_boxed(GObject *object, const char *signal,
                                            GCallback trampoline, TidelineSignalTarget target,
                                            GCallback handler)
{
  return g_signal_connect_data(object, signal, trampoline, box_new(target, handler),
                               box_closure_free, G_CONNECT_DEFAULT);
}

void *tideline_signal_box_context(void *box)
{
  return ((Box *)box)->target.context;
}

GCallback tideline_signal_box_handler(void *box)
{
  return ((Box *)box)->handler;
}

#define CALL(box, Result, ...) ((Result (*)(void *, ##__VA_ARGS__))(box)->handler)

// Also serves signals with arguments: the connection is swapped, so the box is the first argument.
static void plain(Box *box)
{
  CALL(box, void)(box->target.context);
}

unsigned long tideline_signal_connect_plain(GObject *object, const char *signal,
                                            TidelineSignalTarget target,
                                            void (*handler)(void *context))
{
  return g_signal_connect_data(object, signal, G_CALLBACK(plain),
                               box_new(target, G_CALLBACK(handler)), box_closure_free,
                               G_CONNECT_SWAPPED);
}

unsigned long tideline_signal_connect_after(GObject *object, const char *signal,
                                            TidelineSignalTarget target,
                                            void (*handler)(void *context))
{
  return g_signal_connect_data(object, signal, G_CALLBACK(plain),
                               box_new(target, G_CALLBACK(handler)), box_closure_free,
                               G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

static void object_argument(GObject *object, GObject *argument, Box *box)
{
  (void)object;
  CALL(box, void, GObject *)(box->target.context, argument);
}

unsigned long tideline_signal_connect_object(GObject *object, const char *signal,
                                             TidelineSignalTarget target,
                                             void (*handler)(void *context, GObject *argument))
{
  return tideline_signal_connect_boxed(object, signal, G_CALLBACK(object_argument), target,
                                       G_CALLBACK(handler));
}

static void position_argument(GObject *object, guint position, Box *box)
{
  (void)object;
  CALL(box, void, unsigned int)(box->target.context, position);
}

unsigned long tideline_signal_connect_position(GObject *object, const char *signal,
                                               TidelineSignalTarget target,
                                               void (*handler)(void *context,
                                                               unsigned int position))
{
  return tideline_signal_connect_boxed(object, signal, G_CALLBACK(position_argument), target,
                                       G_CALLBACK(handler));
}

static void items_argument(GObject *model, guint position, guint removed, guint added, Box *box)
{
  CALL(box, void, unsigned int, unsigned int, unsigned int, unsigned int)
  (box->target.context, position, removed, added, g_list_model_get_n_items(G_LIST_MODEL(model)));
}

unsigned long tideline_signal_connect_items(GObject *model, TidelineSignalTarget target,
                                            void (*handler)(void *context, unsigned int position,
                                                            unsigned int removed,
                                                            unsigned int added,
                                                            unsigned int count))
{
  return tideline_signal_connect_boxed(model, "items-changed", G_CALLBACK(items_argument), target,
                                       G_CALLBACK(handler));
}

static void point(GObject *object, double x, double y, Box *box)
{
  (void)object;
  CALL(box, void, double, double)(box->target.context, x, y);
}

unsigned long tideline_signal_connect_point(GObject *object, const char *signal,
                                            TidelineSignalTarget target,
                                            void (*handler)(void *context, double x, double y))
{
  return tideline_signal_connect_boxed(object, signal, G_CALLBACK(point), target,
                                       G_CALLBACK(handler));
}

static gboolean scroll(GObject *object, double dx, double dy, Box *box)
{
  (void)object;
  return CALL(box, bool, double, double)(box->target.context, dx, dy);
}

unsigned long tideline_signal_connect_scroll(GObject *object, const char *signal,
                                             TidelineSignalTarget target,
                                             bool (*handler)(void *context, double dx, double dy))
{
  return tideline_signal_connect_boxed(object, signal, G_CALLBACK(scroll), target,
                                       G_CALLBACK(handler));
}

static gboolean key(GObject *object, guint key, guint code, GdkModifierType state, Box *box)
{
  (void)object, (void)code, (void)state;
  CALL(box, void, unsigned int)(box->target.context, key);
  return FALSE;
}

unsigned long tideline_signal_connect_key(GObject *object, TidelineSignalTarget target,
                                          void (*handler)(void *context, unsigned int key))
{
  return tideline_signal_connect_boxed(object, "key-pressed", G_CALLBACK(key), target,
                                       G_CALLBACK(handler));
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

static void draw(GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer box)
{
  (void)area;
  CALL((Box *)box, void, cairo_t *, int, int)
  (((Box *)box)->target.context, cairo, width, height);
}

void tideline_drawing_area_on_draw(GtkDrawingArea *area, TidelineSignalTarget target,
                                   void (*handler)(void *context, cairo_t *cairo, int width,
                                                   int height))
{
  gtk_drawing_area_set_draw_func(area, draw, box_new(target, G_CALLBACK(handler)),
                                 (GDestroyNotify)box_free);
}

static gboolean timeout(gpointer box)
{
  plain(box);
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
