// The event that a controller is handling, and the widget that takes it. GTK does not tell an
// event's target, nor the pointer's position in a scroll event.

#include "signal_box.h"

// Asks the seat's pointer: on Wayland no other device knows its position, and asking a wheel
// crashes.
static bool pointer_position(GdkEvent *event, GdkSurface *surface, double *x, double *y)
{
  GdkSeat *seat = gdk_event_get_device(event) ? gdk_event_get_seat(event) : NULL;
  GdkDevice *pointer = seat ? gdk_seat_get_pointer(seat) : NULL;
  return pointer && gdk_surface_get_device_position(surface, pointer, x, y, NULL);
}

GtkWidget *tideline_current_target(GtkEventController *controller, bool *is_elsewhere)
{
  *is_elsewhere = false;
  GdkEvent *event = gtk_event_controller_get_current_event(controller);
  GtkWidget *widget = gtk_event_controller_get_widget(controller);
  GtkNative *native = widget ? gtk_widget_get_native(widget) : NULL;
  GdkSurface *surface = native ? gtk_native_get_surface(native) : NULL;
  if (!event || !surface)
    return NULL;
  if (gdk_event_get_surface(event) != surface) {
    *is_elsewhere = true;
    return NULL;
  }
  double x, y, left, top;
  if (!gdk_event_get_position(event, &x, &y) && !pointer_position(event, surface, &x, &y))
    return NULL;
  gtk_native_get_surface_transform(native, &left, &top);
  if (!gtk_widget_translate_coordinates(GTK_WIDGET(native), widget, x - left, y - top, &x, &y))
    return NULL;
  return gtk_widget_pick(widget, x, y, GTK_PICK_DEFAULT);
}

GdkInputSource tideline_current_source(GtkEventController *controller, GdkDeviceToolType *tool)
{
  GdkEvent *event = gtk_event_controller_get_current_event(controller);
  GdkDevice *device = event ? gdk_event_get_device(event) : NULL;
  GdkDeviceTool *held = event ? gdk_event_get_device_tool(event) : NULL;
  *tool = held ? gdk_device_tool_get_tool_type(held) : GDK_DEVICE_TOOL_TYPE_UNKNOWN;
  return device ? gdk_device_get_source(device) : GDK_SOURCE_MOUSE;
}

bool tideline_is_current_touch_begin(GtkEventController *controller)
{
  GdkEvent *event = gtk_event_controller_get_current_event(controller);
  return event && gdk_event_get_event_type(event) == GDK_TOUCH_BEGIN;
}

bool tideline_takes_scrolling(GtkWidget *widget)
{
  // Leaves out a scroll bar, which moves the content of its scrolled window.
  if (GTK_IS_RANGE(widget))
    return !GTK_IS_SCROLLBAR(gtk_widget_get_parent(widget));
  return GTK_IS_SPIN_BUTTON(widget) || GTK_IS_SCALE_BUTTON(widget);
}

bool tideline_takes_dragging(GtkWidget *widget)
{
  return GTK_IS_RANGE(widget);
}

bool tideline_selects_by_dragging(GtkWidget *widget)
{
  return GTK_IS_TEXT(widget) || GTK_IS_TEXT_VIEW(widget) ||
         (GTK_IS_LABEL(widget) && gtk_label_get_selectable(GTK_LABEL(widget)));
}

typedef void (*HandHandler)(void *context, TidelineHand event);

// Counts the fingers that are down, by the sequences of their events.
static int change_fingers(GtkEventController *controller, int change)
{
  int fingers = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(controller), "fingers")) + change;
  g_object_set_data(G_OBJECT(controller), "fingers", GINT_TO_POINTER(MAX(fingers, 0)));
  return fingers;
}

static gboolean hand_event(GtkEventController *controller, GdkEvent *event, gpointer box)
{
  TidelineHand hand = TIDELINE_HAND_TOUCHED;
  switch ((int)gdk_event_get_event_type(event)) {
  case GDK_TOUCH_BEGIN:
    change_fingers(controller, 1);
    break;
  case GDK_TOUCH_UPDATE:
    break;
  case GDK_TOUCH_END:
  case GDK_TOUCH_CANCEL:
    if (change_fingers(controller, -1) <= 0)
      hand = TIDELINE_HAND_LIFTED;
    break;
  case GDK_SCROLL:
    hand = gdk_scroll_event_is_stop(event) ? TIDELINE_HAND_LIFTED : TIDELINE_HAND_SCROLLED;
    break;
  default:
    return GDK_EVENT_PROPAGATE;
  }
  ((HandHandler)tideline_signal_box_handler(box))(tideline_signal_box_context(box), hand);
  return GDK_EVENT_PROPAGATE;
}

GtkEventController *tideline_observe_hand(GtkWidget *widget, TidelineSignalTarget target,
                                          HandHandler handler)
{
  GtkEventController *controller = gtk_event_controller_legacy_new();
  gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE);
  tideline_signal_connect_boxed(G_OBJECT(controller), "event", G_CALLBACK(hand_event), target,
                                G_CALLBACK(handler));
  gtk_widget_add_controller(widget, controller);
  return controller;
}
