// Lays out a picture in its own size, or smaller if there is less room, at the start of the line.
// GtkPicture itself grows with its room, or shrinks to nothing, depending on GTK's version.

#include "CTidelineShim.h"
#include "layout.h"

static double ratio_and_width(GtkWidget *widget, int *width)
{
  GtkWidget *child = gtk_widget_get_first_child(widget);
  GdkPaintable *paintable = child ? gtk_picture_get_paintable(GTK_PICTURE(child)) : NULL;
  *width = paintable ? gdk_paintable_get_intrinsic_width(paintable) : 0;
  return *width > 0 ? (double)gdk_paintable_get_intrinsic_height(paintable) / *width : 0;
}

static void measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
  int width;
  double ratio = ratio_and_width(widget, &width);
  *minimum_baseline = *natural_baseline = -1;
  *natural = width;
  *minimum = 0;
  if (orientation == GTK_ORIENTATION_VERTICAL) {
    *natural = (int)(ratio * (for_size < 0 ? width : MIN(width, for_size)) + 0.5);
    // Without a width, the picture's smallest height is unknown.
    *minimum = for_size < 0 ? 0 : *natural;
  }
}

static void allocate(GtkWidget *widget, int width, int height, int baseline)
{
  (void)height;
  int own;
  double ratio = ratio_and_width(widget, &own);
  int shown = MIN(width, own);
  bool is_mirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL;
  GtkAllocation place = {is_mirrored ? width - shown : 0, 0, shown, (int)(ratio * shown + 0.5)};
  GtkWidget *child = gtk_widget_get_first_child(widget);
  if (child)
    gtk_widget_size_allocate(child, &place, baseline);
}

void tideline_lay_out_picture(GtkWidget *widget)
{
  gtk_widget_set_layout_manager(widget, gtk_custom_layout_new(height_for_width, measure, allocate));
}
