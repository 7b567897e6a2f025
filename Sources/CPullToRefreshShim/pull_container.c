// The widget that takes a scrolled window's place. GTK's overlay would lay its child out again for
// each px of a movement, also under a finger: GTK's gestures then count the movement twice.

#include "CPullToRefreshShim.h"

#include <math.h>

typedef struct {
  GtkWidget parent_instance;
  GtkWidget *child;
  GtkBorder room;
  // The painted and the laid-out position of the child, from the corner inside the room for rows.
  graphene_point_t seen;
  graphene_point_t laid_out;
  bool is_held;
} PullToRefreshContainer;

typedef GtkWidgetClass PullToRefreshContainerClass;

// The data of a widget over the child.
typedef struct {
  TidelineRowPlace row;
  bool is_row;
  graphene_point_t moved;
} Place;

static GType pull_container_get_type(void);
G_DEFINE_TYPE(PullToRefreshContainer, pull_container, GTK_TYPE_WIDGET)

static const char place_key[] = "pull-to-refresh-place";

static Place *place_of(GtkWidget *over)
{
  Place *place = g_object_get_data(G_OBJECT(over), place_key);
  if (!place) {
    place = g_new0(Place, 1);
    g_object_set_data_full(G_OBJECT(over), place_key, place, g_free);
  }
  return place;
}

// The child; null if other code has removed it.
static GtkWidget *present_child(PullToRefreshContainer *container)
{
  GtkWidget *child = container->child;
  return child && gtk_widget_get_parent(child) == GTK_WIDGET(container) ? child : NULL;
}

static bool is_vertical(GtkPositionType side)
{
  return side == GTK_POS_TOP || side == GTK_POS_BOTTOM;
}

// Rounds to device pixels, since letters between two pixels are blurred.
static float whole_pixel(GtkWidget *widget, double value)
{
  double scale = gtk_widget_get_scale_factor(widget);
  return (float)(round(value * scale) / scale);
}

// The child's own margins along an axis, minus the room for rows.
static int surplus(PullToRefreshContainer *container, GtkWidget *child, GtkOrientation orientation)
{
  GtkBorder room = container->room;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    return gtk_widget_get_margin_start(child) + gtk_widget_get_margin_end(child) - room.left -
           room.right;
  return gtk_widget_get_margin_top(child) + gtk_widget_get_margin_bottom(child) - room.top -
         room.bottom;
}

static void measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
  (void)minimum_baseline;
  (void)natural_baseline;
  PullToRefreshContainer *container = (PullToRefreshContainer *)widget;
  GtkWidget *child = present_child(container);
  *minimum = *natural = 0;
  if (!child || !gtk_widget_should_layout(child))
    return;
  GtkOrientation across = orientation == GTK_ORIENTATION_HORIZONTAL ? GTK_ORIENTATION_VERTICAL
                                                                    : GTK_ORIENTATION_HORIZONTAL;
  if (for_size >= 0)
    for_size = MAX(0, for_size + surplus(container, child, across));
  gtk_widget_measure(child, orientation, for_size, minimum, natural, NULL, NULL);
  *minimum -= surplus(container, child, orientation);
  *natural -= surplus(container, child, orientation);
}

static GtkSizeRequestMode get_request_mode(GtkWidget *widget)
{
  GtkWidget *child = present_child((PullToRefreshContainer *)widget);
  return child ? gtk_widget_get_request_mode(child) : GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void allocate_at(GtkWidget *widget, float x, float y, int width, int height)
{
  gtk_widget_allocate(widget, width, height, -1,
                      gsk_transform_translate(NULL, &GRAPHENE_POINT_INIT(x, y)));
}

static void allocate_child(PullToRefreshContainer *container, GtkWidget *child, int width, int height)
{
  if (!container->is_held)
    container->laid_out = container->seen;
  // Adds the margins, because GTK subtracts them from a widget's allocation.
  bool is_mirrored = gtk_widget_get_direction(child) == GTK_TEXT_DIR_RTL;
  int left = is_mirrored ? gtk_widget_get_margin_end(child) : gtk_widget_get_margin_start(child);
  allocate_at(child, container->laid_out.x + container->room.left - left,
              container->laid_out.y + container->room.top - gtk_widget_get_margin_top(child),
              MAX(0, width + surplus(container, child, GTK_ORIENTATION_HORIZONTAL)),
              MAX(0, height + surplus(container, child, GTK_ORIENTATION_VERTICAL)));
}

static int breadth_of(GtkWidget *row, const TidelineRowPlace *place, int whole)
{
  if (!place->floats)
    return whole;
  GtkOrientation across = is_vertical(place->side) ? GTK_ORIENTATION_HORIZONTAL
                                                   : GTK_ORIENTATION_VERTICAL;
  int minimum, natural;
  gtk_widget_measure(row, across, -1, &minimum, &natural, NULL, NULL);
  return MIN(whole, across == GTK_ORIENTATION_HORIZONTAL ? natural : minimum);
}

// A row may be longer than its place: after a change of the text size, it grows first.
static int length_of(GtkWidget *row, const TidelineRowPlace *place)
{
  GtkOrientation along = is_vertical(place->side) ? GTK_ORIENTATION_VERTICAL
                                                  : GTK_ORIENTATION_HORIZONTAL;
  int minimum;
  gtk_widget_measure(row, along, -1, &minimum, NULL, NULL, NULL);
  return MAX(place->length, minimum);
}

static void allocate_row(GtkWidget *row, const TidelineRowPlace *place, int width, int height)
{
  int breadth = breadth_of(row, place, is_vertical(place->side) ? width : height);
  int length = length_of(row, place);
  float shown = whole_pixel(row, place->shown);
  float x = (float)((width - breadth) / 2), y = (float)((height - breadth) / 2);
  switch (place->side) {
  case GTK_POS_TOP:
    return allocate_at(row, x, shown - (float)length, breadth, length);
  case GTK_POS_BOTTOM:
    return allocate_at(row, x, (float)height - shown, breadth, length);
  case GTK_POS_LEFT:
    return allocate_at(row, shown - (float)length, y, length, breadth);
  case GTK_POS_RIGHT:
    return allocate_at(row, (float)width - shown, y, length, breadth);
  }
}

static void size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
  (void)baseline;
  PullToRefreshContainer *container = (PullToRefreshContainer *)widget;
  GtkWidget *content = present_child(container);
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
       child = gtk_widget_get_next_sibling(child)) {
    if (!gtk_widget_should_layout(child))
      continue;
    if (child == content) {
      allocate_child(container, child, width, height);
      continue;
    }
    const Place *place = place_of(child);
    if (place->is_row)
      allocate_row(child, &place->row, width, height);
    else
      allocate_at(child, place->moved.x, place->moved.y, width, height);
  }
}

// Draws a row that was pulled further than its length: it keeps its size, and its background
// continues behind it.
static void snapshot_beyond(GtkWidget *row, GtkSnapshot *snapshot, int width, int height)
{
  const TidelineRowPlace *place = &place_of(row)->row;
  float beyond = whole_pixel(row, place->shown) - (float)place->length;
  if (beyond <= 0 || place->floats)
    return;
  float x = place->side == GTK_POS_RIGHT ? (float)width - beyond : 0;
  float y = place->side == GTK_POS_BOTTOM ? (float)height - beyond : 0;
  bool is_upright = is_vertical(place->side);
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  gtk_snapshot_render_background(snapshot, gtk_widget_get_style_context(row), x, y,
                                 is_upright ? width : beyond, is_upright ? beyond : height);
  G_GNUC_END_IGNORE_DEPRECATIONS
}

static void snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
  PullToRefreshContainer *container = (PullToRefreshContainer *)widget;
  GtkWidget *content = present_child(container);
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
       child = gtk_widget_get_next_sibling(child)) {
    if (child != content) {
      if (gtk_widget_get_mapped(child) && place_of(child)->is_row)
        snapshot_beyond(child, snapshot, gtk_widget_get_width(widget),
                        gtk_widget_get_height(widget));
      gtk_widget_snapshot_child(widget, child, snapshot);
      continue;
    }
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(snapshot,
                           &GRAPHENE_POINT_INIT(container->seen.x - container->laid_out.x,
                                                container->seen.y - container->laid_out.y));
    gtk_widget_snapshot_child(widget, child, snapshot);
    gtk_snapshot_restore(snapshot);
  }
}

static void compute_expand(GtkWidget *widget, gboolean *horizontal, gboolean *vertical)
{
  GtkWidget *child = present_child((PullToRefreshContainer *)widget);
  *horizontal = child && gtk_widget_compute_expand(child, GTK_ORIENTATION_HORIZONTAL);
  *vertical = child && gtk_widget_compute_expand(child, GTK_ORIENTATION_VERTICAL);
}

static void dispose(GObject *object)
{
  GtkWidget *widget = GTK_WIDGET(object);
  for (GtkWidget *child; (child = gtk_widget_get_first_child(widget));)
    gtk_widget_unparent(child);
  g_clear_weak_pointer(&((PullToRefreshContainer *)object)->child);
  G_OBJECT_CLASS(pull_container_parent_class)->dispose(object);
}

static void pull_container_class_init(PullToRefreshContainerClass *class)
{
  class->get_request_mode = get_request_mode;
  class->measure = measure;
  class->size_allocate = size_allocate;
  class->snapshot = snapshot;
  class->compute_expand = compute_expand;
  G_OBJECT_CLASS(class)->dispose = dispose;
  gtk_widget_class_set_css_name(class, "pullcontainer");
}

static void pull_container_init(PullToRefreshContainer *container)
{
  gtk_widget_set_overflow(GTK_WIDGET(container), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *tideline_pull_container_new(void)
{
  return g_object_ref_sink(g_object_new(pull_container_get_type(), NULL));
}

bool tideline_is_pull_container(GtkWidget *widget)
{
  return G_TYPE_CHECK_INSTANCE_TYPE(widget, pull_container_get_type());
}

void tideline_pull_container_follow(GtkWidget *container, GtkWidget *guest)
{
  static const char key[] = "tideline-guest-place";
  static const char *const names[] = {"margin-top", "margin-bottom", "margin-start", "margin-end",
                                      "visible",    "halign",        "valign"};
  GBindingGroup *group = g_object_get_data(G_OBJECT(container), key);
  if (!group) {
    group = g_binding_group_new();
    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
      g_binding_group_bind(group, names[i], container, names[i], G_BINDING_SYNC_CREATE);
    g_object_set_data_full(G_OBJECT(container), key, group, g_object_unref);
  }
  g_binding_group_set_source(group, guest);
}

void tideline_pull_container_set_child(GtkWidget *widget, GtkWidget *child)
{
  PullToRefreshContainer *container = (PullToRefreshContainer *)widget;
  GtkWidget *before = present_child(container);
  if (child && child == before)
    return;
  g_clear_weak_pointer(&container->child);
  if (before)
    gtk_widget_unparent(before);
  if (!child)
    return;
  g_set_weak_pointer(&container->child, child);
  gtk_widget_insert_after(child, widget, NULL);
}

void tideline_pull_container_add(GtkWidget *container, GtkWidget *over)
{
  gtk_widget_insert_before(over, container, NULL);
}

void tideline_pull_container_set_room(GtkWidget *widget, GtkBorder room)
{
  PullToRefreshContainer *container = (PullToRefreshContainer *)widget;
  GtkBorder present = container->room;
  if (present.left == room.left && present.right == room.right && present.top == room.top &&
      present.bottom == room.bottom)
    return;
  container->room = room;
  gtk_widget_queue_resize(widget);
}

void tideline_pull_container_slide(GtkWidget *widget, double x, double y, bool is_held)
{
  PullToRefreshContainer *container = (PullToRefreshContainer *)widget;
  graphene_point_t seen = GRAPHENE_POINT_INIT(whole_pixel(widget, x), whole_pixel(widget, y));
  bool is_let_go = container->is_held && !is_held;
  container->is_held = is_held;
  if (!is_let_go && graphene_point_equal(&seen, &container->seen))
    return;
  container->seen = seen;
  if (is_held)
    gtk_widget_queue_draw(widget);
  else
    gtk_widget_queue_allocate(widget);
}

void tideline_pull_container_place_row(GtkWidget *container, GtkWidget *row, TidelineRowPlace place)
{
  Place *present = place_of(row);
  TidelineRowPlace before = present->row;
  if (present->is_row && before.side == place.side && before.length == place.length &&
      before.shown == place.shown && before.floats == place.floats)
    return;
  present->row = place;
  present->is_row = true;
  gtk_widget_queue_allocate(container);
}

void tideline_pull_container_move(GtkWidget *container, GtkWidget *over, double x, double y)
{
  graphene_point_t moved = GRAPHENE_POINT_INIT(whole_pixel(over, x), whole_pixel(over, y));
  Place *present = place_of(over);
  if (graphene_point_equal(&moved, &present->moved))
    return;
  present->moved = moved;
  gtk_widget_queue_allocate(container);
}
