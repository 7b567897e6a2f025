// Places children of one size in as many equal columns as fit.

#include "CTidelineShim.h"
#include "layout.h"

static const int gap = 6;

// Measures the largest child, and counts the children.
static int measure_child(GtkWidget *widget, GtkOrientation orientation, int *natural, int *count)
{
  int largest = *natural = *count = 0;
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
       child = gtk_widget_get_next_sibling(child), ++*count) {
    int least, best;
    gtk_widget_measure(child, orientation, -1, &least, &best, NULL, NULL);
    largest = MAX(largest, least);
    *natural = MAX(*natural, best);
  }
  return largest;
}

static int columns_in(GtkWidget *widget, int width, int *count)
{
  int natural, least = measure_child(widget, GTK_ORIENTATION_HORIZONTAL, &natural, count);
  return CLAMP((width + gap) / (least + gap), 1, MAX(1, *count));
}

static void measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum_baseline = *natural_baseline = -1;
  int count, lines = 1, best, least = measure_child(widget, orientation, &best, &count);
  if (orientation == GTK_ORIENTATION_HORIZONTAL) {
    *minimum = least;
    *natural = count * (best + gap) - gap;
    return;
  }
  if (for_size >= 0) {
    int columns = columns_in(widget, for_size, &count);
    lines = (count + columns - 1) / columns;
  }
  *minimum = *natural = lines * (best + gap) - gap;
}

static void allocate(GtkWidget *widget, int width, int height, int baseline)
{
  (void)height;
  (void)baseline;
  int count, best, place = 0, columns = columns_in(widget, width, &count);
  measure_child(widget, GTK_ORIENTATION_VERTICAL, &best, &count);
  bool is_mirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL;
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
       child = gtk_widget_get_next_sibling(child), place++) {
    int column = place % columns, size = (width + gap) / columns - gap;
    int x = (is_mirrored ? columns - 1 - column : column) * (size + gap);
    gtk_widget_size_allocate(child, &(GtkAllocation){x, place / columns * (best + gap), size, best},
                             -1);
  }
}

void tideline_lay_out_flow(GtkWidget *widget)
{
  gtk_widget_set_layout_manager(widget, gtk_custom_layout_new(height_for_width, measure, allocate));
}
