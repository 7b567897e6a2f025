// A label whose links are widgets, too. GTK's labels have no accessible objects for links before
// GTK 4.22, and Tab stops at the links of a selectable label only if nothing is selected in it.
// Each widget lies over the first line of its link, and shows only its focus outline; the pointer
// reaches the label below. The middle of a long address takes no room, and is painted as an
// ellipsis. The label's text keeps the whole address, for selection, copying and screen readers.

#include "CTidelineShim.h"

typedef struct {
  GtkWidget parent_instance;
  char *address;
  // The range of the link, in bytes of the label's text.
  int start, end;
  // The start of the part that an ellipsis replaces; -1 for none.
  int ellipsis;
} TextLink;

typedef GtkWidgetClass TextLinkClass;

static GType text_link_get_type(void);
G_DEFINE_TYPE(TextLink, text_link, GTK_TYPE_WIDGET)

typedef GtkWidget LinkedLabel;
typedef GtkWidgetClass LinkedLabelClass;

static GType linked_label_get_type(void);
G_DEFINE_TYPE(LinkedLabel, linked_label, GTK_TYPE_WIDGET)

static const char follow_action[] = "link.follow";

// Follows the link as a click on the label does.
static void follow(GtkWidget *link, const char *action, GVariant *parameter)
{
  (void)action;
  (void)parameter;
  gboolean is_handled;
  g_signal_emit_by_name(gtk_widget_get_first_child(gtk_widget_get_parent(link)), "activate-link",
                        ((TextLink *)link)->address, &is_handled);
}

// Scrolls a wide table to the link, too; its viewport does not scroll to the focus.
static gboolean grab_link_focus(GtkWidget *link)
{
  if (!GTK_WIDGET_CLASS(text_link_parent_class)->grab_focus(link))
    return FALSE;
  GtkWidget *scroller = gtk_widget_get_ancestor(link, GTK_TYPE_SCROLLED_WINDOW);
  graphene_rect_t bounds;
  if (!scroller || !gtk_widget_compute_bounds(link, scroller, &bounds))
    return TRUE;
  double left = bounds.origin.x, beyond = left + bounds.size.width - gtk_widget_get_width(scroller);
  double move = left < 0 ? left : CLAMP(beyond, 0, left);
  GtkAdjustment *place = gtk_scrolled_window_get_hadjustment(GTK_SCROLLED_WINDOW(scroller));
  gtk_adjustment_set_value(place, gtk_adjustment_get_value(place) + move);
  return TRUE;
}

static void finalize_link(GObject *object)
{
  g_free(((TextLink *)object)->address);
  G_OBJECT_CLASS(text_link_parent_class)->finalize(object);
}

static void text_link_class_init(TextLinkClass *class)
{
  G_OBJECT_CLASS(class)->finalize = finalize_link;
  GTK_WIDGET_CLASS(class)->grab_focus = grab_link_focus;
  gtk_widget_class_set_css_name(class, "link");
  gtk_widget_class_set_accessible_role(class, GTK_ACCESSIBLE_ROLE_LINK);
  gtk_widget_class_install_action(class, follow_action, NULL, follow);
  for (const guint *key = (const guint[]){GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter, 0};
       *key; key++)
    gtk_widget_class_add_binding_action(class, *key, 0, follow_action, NULL);
}

static void text_link_init(TextLink *link)
{
  link->ellipsis = -1;
  // Gives the widget the color of links.
  gtk_widget_set_state_flags(GTK_WIDGET(link), GTK_STATE_FLAG_LINK, FALSE);
  gtk_widget_set_focusable(GTK_WIDGET(link), TRUE);
  gtk_widget_set_can_target(GTK_WIDGET(link), FALSE);
}

static GtkSizeRequestMode request_mode(GtkWidget *widget)
{
  return gtk_widget_get_request_mode(gtk_widget_get_first_child(widget));
}

static void measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
  gtk_widget_measure(gtk_widget_get_first_child(widget), orientation, for_size, minimum, natural,
                     minimum_baseline, natural_baseline);
}

static void size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
  GtkWidget *label = gtk_widget_get_first_child(widget);
  gtk_widget_allocate(label, width, height, baseline, NULL);
  for (GtkWidget *link = gtk_widget_get_next_sibling(label); link;
       link = gtk_widget_get_next_sibling(link)) {
    const TextLink *text = (TextLink *)link;
    GtkAllocation place = tideline_label_place_of(GTK_LABEL(label), text->start, text->end);
    gtk_widget_size_allocate(link, &place, -1);
  }
}

// The number of invisible letters whose room the ellipsis takes.
static const int ellipsis_letters = 2;

static void paint_ellipsis(GtkLabel *label, TextLink *link, GtkSnapshot *snapshot)
{
  PangoLayout *text = gtk_label_get_layout(label);
  PangoLayout *ellipsis = pango_layout_new(pango_layout_get_context(text));
  pango_layout_set_text(ellipsis, "…", -1);
  PangoRectangle first, next, size;
  pango_layout_index_to_pos(text, link->ellipsis, &first);
  pango_layout_index_to_pos(text, link->ellipsis + ellipsis_letters - 1, &next);
  pango_layout_get_extents(ellipsis, NULL, &size);
  // The width of both letters, or of the first one if a line ends between them.
  int width = next.y == first.y ? next.x + next.width - first.x : first.width;
  int left, top;
  gtk_label_get_layout_offsets(label, &left, &top);
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  GdkRGBA color;
  gtk_style_context_get_color(gtk_widget_get_style_context(GTK_WIDGET(link)), &color);
  G_GNUC_END_IGNORE_DEPRECATIONS
  float x = (float)(left + (first.x + (width - size.width) / 2) / (double)PANGO_SCALE);
  float y = (float)(top + (first.y + first.height - size.height) / (double)PANGO_SCALE);
  gtk_snapshot_save(snapshot);
  gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(x, y));
  gtk_snapshot_append_layout(snapshot, ellipsis, &color);
  gtk_snapshot_restore(snapshot);
  g_object_unref(ellipsis);
}

static void snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
  GTK_WIDGET_CLASS(linked_label_parent_class)->snapshot(widget, snapshot);
  GtkWidget *label = gtk_widget_get_first_child(widget);
  for (GtkWidget *link = gtk_widget_get_next_sibling(label); link;
       link = gtk_widget_get_next_sibling(link))
    if (((TextLink *)link)->ellipsis >= 0)
      paint_ellipsis(GTK_LABEL(label), (TextLink *)link, snapshot);
}

// Tab goes from the text to each of its links.
static gboolean focus(GtkWidget *widget, GtkDirectionType direction)
{
  GtkWidget *child = gtk_root_get_focus(gtk_widget_get_root(widget));
  while (child && gtk_widget_get_parent(child) != widget)
    child = gtk_widget_get_parent(child);
  bool is_backward = direction == GTK_DIR_TAB_BACKWARD;
  if (child && !is_backward && direction != GTK_DIR_TAB_FORWARD)
    return FALSE;
  GtkWidget *next = child ? is_backward ? gtk_widget_get_prev_sibling(child)
                                        : gtk_widget_get_next_sibling(child)
                    : is_backward ? gtk_widget_get_last_child(widget)
                                  : gtk_widget_get_first_child(widget);
  return next && gtk_widget_grab_focus(next);
}

static void dispose(GObject *object)
{
  GtkWidget *child;
  while ((child = gtk_widget_get_last_child(GTK_WIDGET(object))))
    gtk_widget_unparent(child);
  G_OBJECT_CLASS(linked_label_parent_class)->dispose(object);
}

static void linked_label_class_init(LinkedLabelClass *class)
{
  GTK_WIDGET_CLASS(class)->get_request_mode = request_mode;
  GTK_WIDGET_CLASS(class)->measure = measure;
  GTK_WIDGET_CLASS(class)->size_allocate = size_allocate;
  GTK_WIDGET_CLASS(class)->snapshot = snapshot;
  GTK_WIDGET_CLASS(class)->focus = focus;
  G_OBJECT_CLASS(class)->dispose = dispose;
  gtk_widget_class_set_accessible_role(class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void linked_label_init(LinkedLabel *widget) { (void)widget; }

GtkWidget *tideline_linked_label_new(GtkLabel *label)
{
  GtkWidget *widget = g_object_new(linked_label_get_type(), NULL);
  gtk_widget_set_parent(GTK_WIDGET(label), widget);
  return g_object_ref_sink(widget);
}

GtkWidget *tideline_linked_label_add(GtkWidget *widget, const char *address, int start, int end)
{
  TextLink *link = g_object_new(text_link_get_type(), NULL);
  link->address = g_strdup(address);
  link->start = start;
  link->end = end;
  gtk_widget_insert_before(GTK_WIDGET(link), widget, NULL);
  return GTK_WIDGET(link);
}

static void add_attribute(PangoAttrList *attributes, PangoAttribute *attribute, int start, int end)
{
  attribute->start_index = (guint)start;
  attribute->end_index = (guint)end;
  pango_attr_list_insert(attributes, attribute);
}

void tideline_linked_label_shorten(GtkWidget *link, int start, int end)
{
  ((TextLink *)link)->ellipsis = start;
  GtkLabel *label = GTK_LABEL(gtk_widget_get_first_child(gtk_widget_get_parent(link)));
  PangoAttrList *present = gtk_label_get_attributes(label);
  PangoAttrList *attributes = present ? pango_attr_list_copy(present) : pango_attr_list_new();
  // Makes the letters nearly invisible: alpha 0 would mean that they have no alpha of their own.
  add_attribute(attributes, pango_attr_foreground_alpha_new(1), start, start + ellipsis_letters);
  PangoRectangle nothing = {0};
  add_attribute(attributes, pango_attr_shape_new(&nothing, &nothing), start + ellipsis_letters,
                end);
  gtk_label_set_attributes(label, attributes);
  pango_attr_list_unref(attributes);
}
