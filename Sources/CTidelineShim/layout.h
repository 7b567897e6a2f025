#pragma once

#include <gtk/gtk.h>

// The request mode of a layout whose height depends on its width.
static inline GtkSizeRequestMode height_for_width(GtkWidget *widget)
{
  (void)widget;
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}
