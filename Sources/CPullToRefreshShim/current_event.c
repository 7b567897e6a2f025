// The event that a controller is handling, and the widget that takes it. GTK does not tell an
// event's target, nor the pointer's position in a scroll event.

#include "CPullToRefreshShim.h"

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
