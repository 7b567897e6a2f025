// The layout of an overlay whose child gives way at its sides, and keeps margins of its
// own that do not count: the overlay has them in its place. GtkOverlayLayout can do neither, and is
// final.

#include "CPullToRefreshShim.h"

typedef struct {
  GtkLayoutManager parent_instance;
  GtkBorder room;
} RoomLayout;

typedef GtkLayoutManagerClass RoomLayoutClass;

static GType room_layout_get_type(void);
G_DEFINE_TYPE(RoomLayout, room_layout, GTK_TYPE_LAYOUT_MANAGER)

// What a child has around it along an axis: its own margins, less the room that it gives.
static int surplus(RoomLayout *layout, GtkWidget *child, GtkOrientation orientation)
{
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    return gtk_widget_get_margin_start(child) + gtk_widget_get_margin_end(child) -
           layout->room.left - layout->room.right;
  return gtk_widget_get_margin_top(child) + gtk_widget_get_margin_bottom(child) -
         layout->room.top - layout->room.bottom;
}

static GtkWidget *main_child(GtkWidget *overlay)
{
  GtkWidget *child = gtk_overlay_get_child(GTK_OVERLAY(overlay));
  return child && gtk_widget_should_layout(child) ? child : NULL;
}

static void room_layout_measure(GtkLayoutManager *manager, GtkWidget *overlay,
                                GtkOrientation orientation, int for_size, int *minimum,
                                int *natural, int *minimum_baseline, int *natural_baseline)
{
  (void)minimum_baseline;
  (void)natural_baseline;
  RoomLayout *layout = (RoomLayout *)manager;
  GtkWidget *child = main_child(overlay);
  *minimum = *natural = 0;
  if (!child)
    return;
  GtkOrientation across = orientation == GTK_ORIENTATION_HORIZONTAL ? GTK_ORIENTATION_VERTICAL
                                                                    : GTK_ORIENTATION_HORIZONTAL;
  if (for_size >= 0)
    for_size = MAX(0, for_size + surplus(layout, child, across));
  gtk_widget_measure(child, orientation, for_size, minimum, natural, NULL, NULL);
  *minimum -= surplus(layout, child, orientation);
  *natural -= surplus(layout, child, orientation);
}

static void room_layout_allocate(GtkLayoutManager *manager, GtkWidget *overlay, int width,
                                 int height, int baseline)
{
  (void)baseline;
  RoomLayout *layout = (RoomLayout *)manager;
  GtkWidget *main = main_child(overlay);
  if (main) {
    // GTK takes the margins off what a widget is given, so they are added here.
    bool is_mirrored = gtk_widget_get_direction(main) == GTK_TEXT_DIR_RTL;
    int left = is_mirrored ? gtk_widget_get_margin_end(main) : gtk_widget_get_margin_start(main);
    GtkAllocation place = {
        layout->room.left - left,
        layout->room.top - gtk_widget_get_margin_top(main),
        width + surplus(layout, main, GTK_ORIENTATION_HORIZONTAL),
        height + surplus(layout, main, GTK_ORIENTATION_VERTICAL),
    };
    gtk_widget_size_allocate(main, &place, -1);
  }
  GtkWidget *content = gtk_overlay_get_child(GTK_OVERLAY(overlay));
  for (GtkWidget *child = gtk_widget_get_first_child(overlay); child;
       child = gtk_widget_get_next_sibling(child)) {
    if (child == content || !gtk_widget_should_layout(child))
      continue;
    // The signal's own handler places by alignment what no other handler places.
    GtkAllocation place = {0};
    gboolean is_placed = FALSE;
    g_signal_emit_by_name(overlay, "get-child-position", child, &place, &is_placed);
    gtk_widget_size_allocate(child, &place, -1);
  }
}

static void room_layout_class_init(RoomLayoutClass *class)
{
  class->measure = room_layout_measure;
  class->allocate = room_layout_allocate;
  // The overlay keeps there whether it clips a child.
  class->layout_child_type = GTK_TYPE_OVERLAY_LAYOUT_CHILD;
}

static void room_layout_init(RoomLayout *layout)
{
  (void)layout;
}

void tideline_overlay_set_room(GtkOverlay *overlay, GtkBorder room)
{
  GtkLayoutManager *manager = gtk_widget_get_layout_manager(GTK_WIDGET(overlay));
  if (!G_TYPE_CHECK_INSTANCE_TYPE(manager, room_layout_get_type())) {
    manager = g_object_new(room_layout_get_type(), NULL);
    gtk_widget_set_layout_manager(GTK_WIDGET(overlay), manager);
  }
  RoomLayout *layout = (RoomLayout *)manager;
  GtkBorder present = layout->room;
  if (present.left == room.left && present.right == room.right && present.top == room.top &&
      present.bottom == room.bottom)
    return;
  layout->room = room;
  gtk_layout_manager_layout_changed(manager);
}
