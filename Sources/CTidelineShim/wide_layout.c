// Scrolls content horizontally that is wider than its room. GtkScrolledWindow does not measure its
// child's height for the width that the child will have.

#include "CTidelineShim.h"
#include "layout.h"

// The largest minimum width of scrollable content, in px: it must not widen the window.
static const int least_width = 48;

static GtkWidget *content_of(GtkWidget *widget, int *width)
{
  GtkWidget *scroller = gtk_widget_get_first_child(widget);
  GtkWidget *content = gtk_scrolled_window_get_child(GTK_SCROLLED_WINDOW(scroller));
  if (GTK_IS_VIEWPORT(content))
    content = gtk_viewport_get_child(GTK_VIEWPORT(content));
  gtk_widget_measure(content, GTK_ORIENTATION_HORIZONTAL, -1, width, NULL, NULL, NULL);
  return content;
}

static int bar_height(GtkWidget *widget)
{
  GtkWidget *scroller = gtk_widget_get_first_child(widget);
  int height;
  gtk_widget_measure(gtk_scrolled_window_get_hscrollbar(GTK_SCROLLED_WINDOW(scroller)),
                     GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
  return height;
}

static void measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
  int least;
  GtkWidget *content = content_of(widget, &least);
  *minimum_baseline = *natural_baseline = -1;
  if (orientation == GTK_ORIENTATION_HORIZONTAL) {
    gtk_widget_measure(content, orientation, -1, NULL, natural, NULL, NULL);
    *minimum = MIN(least, least_width);
    return;
  }
  gtk_widget_measure(content, orientation, for_size < 0 ? -1 : MAX(for_size, least), minimum,
                     natural, NULL, NULL);
  if (for_size >= 0 && for_size < least)
    *natural += bar_height(widget);
  if (for_size >= 0)
    *minimum = *natural;
}

static void allocate(GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_allocate(gtk_widget_get_first_child(widget), width, height, baseline, NULL);
}

GtkBox *tideline_wide_box_new(GtkWidget *content)
{
  GtkWidget *scroller = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_AUTOMATIC,
                                 GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), content);
  // Keeps the viewport from scrolling to the start of a focused label that is already in sight.
  GtkWidget *viewport = gtk_scrolled_window_get_child(GTK_SCROLLED_WINDOW(scroller));
  if (GTK_IS_VIEWPORT(viewport))
    gtk_viewport_set_scroll_to_focus(GTK_VIEWPORT(viewport), FALSE);
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_box_append(GTK_BOX(box), scroller);
  gtk_widget_set_layout_manager(box, gtk_custom_layout_new(height_for_width, measure, allocate));
  return g_object_ref_sink(GTK_BOX(box));
}
