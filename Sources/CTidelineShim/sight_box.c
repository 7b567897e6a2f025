// A vertical box that paints only the children in the visible part of its scrolled window. GTK
// keeps the render nodes of all widgets, and the Cairo renderer visits all of them in each frame.

#include "CTidelineShim.h"

typedef struct {
  GtkBox parent_instance;
  // The scrolled window around the box, while the box is mapped.
  GtkWidget *scroller;
  GtkAdjustment *adjustment;
} SightBox;

typedef GtkBoxClass SightBoxClass;

static GType sight_box_get_type(void);
G_DEFINE_TYPE(SightBox, sight_box, GTK_TYPE_BOX)

// The room for shadows and outlines, which are outside a child's bounds, in px.
static const float most_shadow = 32;

static void map(GtkWidget *widget)
{
  SightBox *box = (SightBox *)widget;
  box->scroller = gtk_widget_get_ancestor(widget, GTK_TYPE_SCROLLED_WINDOW);
  if (box->scroller) {
    box->adjustment =
        g_object_ref(gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(box->scroller)));
    // Redraws after scrolling, or after a change of the height.
    for (const char *const *signal = (const char *const[]){"value-changed", "changed", NULL};
         *signal; signal++)
      g_signal_connect_swapped(box->adjustment, *signal, G_CALLBACK(gtk_widget_queue_draw), box);
  }
  GTK_WIDGET_CLASS(sight_box_parent_class)->map(widget);
}

static void unmap(GtkWidget *widget)
{
  SightBox *box = (SightBox *)widget;
  GTK_WIDGET_CLASS(sight_box_parent_class)->unmap(widget);
  if (box->adjustment)
    g_signal_handlers_disconnect_by_data(box->adjustment, box);
  g_clear_object(&box->adjustment);
  box->scroller = NULL;
}

static bool is_in_sight(const SightBox *box, GtkWidget *child)
{
  graphene_rect_t bounds;
  if (!box->scroller || !gtk_widget_compute_bounds(child, box->scroller, &bounds))
    return true;
  float top = bounds.origin.y - most_shadow, height = bounds.size.height + 2 * most_shadow;
  return top < (float)gtk_widget_get_height(box->scroller) && top + height > 0;
}

static void snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
       child = gtk_widget_get_next_sibling(child)) {
    if (is_in_sight((SightBox *)widget, child))
      gtk_widget_snapshot_child(widget, child, snapshot);
  }
}

static void sight_box_class_init(SightBoxClass *class)
{
  GTK_WIDGET_CLASS(class)->map = map;
  GTK_WIDGET_CLASS(class)->unmap = unmap;
  GTK_WIDGET_CLASS(class)->snapshot = snapshot;
}

static void sight_box_init(SightBox *box) { (void)box; }

GtkBox *tideline_sight_box_new(int spacing, GtkAccessibleRole role)
{
  return g_object_ref_sink(g_object_new(sight_box_get_type(), "orientation",
                                        GTK_ORIENTATION_VERTICAL, "spacing", spacing,
                                        "accessible-role", role, NULL));
}
