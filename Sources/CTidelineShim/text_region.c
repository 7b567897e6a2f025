// A box that marks text across its labels: GTK selects text only within one label, and has no other
// marks. The marks are painted below the text, in the theme's colors.

#include "CTidelineShim.h"

typedef struct {
  GtkBox parent_instance;
  // The marks, keyed by label.
  GHashTable *marks;
} TextRegion;

typedef GtkBoxClass TextRegionClass;

static GType text_region_get_type(void);
G_DEFINE_TYPE(TextRegion, text_region, GTK_TYPE_BOX)

static GdkRGBA color_of(GtkWidget *widget, const char *name, float alpha)
{
  GdkRGBA color = {0.5f, 0.5f, 0.5f, 1};
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), name, &color);
  G_GNUC_END_IGNORE_DEPRECATIONS
  color.alpha *= alpha;
  return color;
}

static void paint(GtkWidget *region, GtkSnapshot *snapshot, TidelineTextMark kind,
                  const graphene_rect_t *place)
{
  if (kind == TIDELINE_MARK_SELECTED) {
    GdkRGBA color = color_of(region, "accent_bg_color", 0.3f);
    gtk_snapshot_append_color(snapshot, &color, place);
    return;
  }
  GdkRGBA color = color_of(region, "warning_bg_color", 0.4f);
  gtk_snapshot_append_color(snapshot, &color, place);
  if (kind != TIDELINE_MARK_PRESENT_MATCH)
    return;
  // Adds an outline, so that not only a shade of color tells the match.
  GdkRGBA line = color_of(region, "window_fg_color", 1);
  GskRoundedRect outline;
  gsk_rounded_rect_init_from_rect(&outline, place, 2);
  gtk_snapshot_append_border(snapshot, &outline, (float[4]){2, 2, 2, 2},
                             (GdkRGBA[4]){line, line, line, line});
}

// Clips the parts that scrolled windows around the label hide; returns the number of clips.
static int push_clips(GtkWidget *region, GtkWidget *label, GtkSnapshot *snapshot)
{
  int count = 0;
  for (GtkWidget *parent = gtk_widget_get_parent(label); parent != region;
       parent = gtk_widget_get_parent(parent)) {
    graphene_rect_t bounds;
    if (!GTK_IS_VIEWPORT(parent) || !gtk_widget_compute_bounds(parent, region, &bounds))
      continue;
    gtk_snapshot_push_clip(snapshot, &bounds);
    count++;
  }
  return count;
}

static void paint_line(GtkWidget *region, GtkSnapshot *snapshot, PangoLayoutIter *line,
                       const TidelineMarkedRange *range, double x, double y)
{
  PangoLayoutLine *text = pango_layout_iter_get_line_readonly(line);
  int end = text->start_index + text->length;
  if (end < range->start || text->start_index >= range->end)
    return;
  int top, bottom, *ranges, count;
  pango_layout_iter_get_line_yrange(line, &top, &bottom);
  pango_layout_line_get_x_ranges(text, MAX(range->start, text->start_index),
                                 MIN(range->end, end), &ranges, &count);
  for (int index = 0; index < count; index++) {
    int left = ranges[2 * index], right = ranges[2 * index + 1];
    graphene_rect_t place =
        GRAPHENE_RECT_INIT((float)(x + left / (double)PANGO_SCALE),
                           (float)(y + top / (double)PANGO_SCALE),
                           (float)((right - left) / (double)PANGO_SCALE),
                           (float)((bottom - top) / (double)PANGO_SCALE));
    paint(region, snapshot, range->kind, &place);
  }
  g_free(ranges);
}

static void paint_marks(GtkWidget *region, GtkSnapshot *snapshot, GtkWidget *label, GArray *marks)
{
  double x, y;
  if (!gtk_widget_get_mapped(label) || !gtk_widget_is_ancestor(label, region) ||
      !gtk_widget_translate_coordinates(label, region, 0, 0, &x, &y))
    return;
  int left, top;
  gtk_label_get_layout_offsets(GTK_LABEL(label), &left, &top);
  int clips = push_clips(region, label, snapshot);
  PangoLayoutIter *line = pango_layout_get_iter(gtk_label_get_layout(GTK_LABEL(label)));
  do {
    for (guint index = 0; index < marks->len; index++)
      paint_line(region, snapshot, line, &g_array_index(marks, TidelineMarkedRange, index),
                 x + left, y + top);
  } while (pango_layout_iter_next_line(line));
  pango_layout_iter_free(line);
  for (; clips > 0; clips--)
    gtk_snapshot_pop(snapshot);
}

static void snapshot(GtkWidget *region, GtkSnapshot *snapshot)
{
  GHashTableIter marks;
  gpointer label, ranges;
  g_hash_table_iter_init(&marks, ((TextRegion *)region)->marks);
  while (g_hash_table_iter_next(&marks, &label, &ranges))
    paint_marks(region, snapshot, label, ranges);
  GTK_WIDGET_CLASS(text_region_parent_class)->snapshot(region, snapshot);
}

static void dispose(GObject *object)
{
  g_hash_table_remove_all(((TextRegion *)object)->marks);
  G_OBJECT_CLASS(text_region_parent_class)->dispose(object);
}

static void finalize(GObject *object)
{
  g_hash_table_unref(((TextRegion *)object)->marks);
  G_OBJECT_CLASS(text_region_parent_class)->finalize(object);
}

static void text_region_class_init(TextRegionClass *class)
{
  GTK_WIDGET_CLASS(class)->snapshot = snapshot;
  G_OBJECT_CLASS(class)->dispose = dispose;
  G_OBJECT_CLASS(class)->finalize = finalize;
}

static void text_region_init(TextRegion *region)
{
  region->marks = g_hash_table_new_full(NULL, NULL, g_object_unref, (GDestroyNotify)g_array_unref);
}

GtkBox *tideline_text_region_new(int spacing)
{
  return g_object_ref_sink(g_object_new(text_region_get_type(), "orientation",
                                        GTK_ORIENTATION_VERTICAL, "spacing", spacing, NULL));
}

void tideline_text_region_mark(GtkBox *region, GtkLabel *label, const TidelineMarkedRange *ranges,
                               unsigned int count)
{
  GHashTable *marks = ((TextRegion *)region)->marks;
  if (count > 0) {
    GArray *array = g_array_sized_new(FALSE, FALSE, sizeof(TidelineMarkedRange), count);
    g_array_append_vals(array, ranges, count);
    g_hash_table_replace(marks, g_object_ref(label), array);
  } else if (!g_hash_table_remove(marks, label)) {
    return;
  }
  gtk_widget_queue_draw(GTK_WIDGET(region));
}

int tideline_label_index_at(GtkLabel *label, double x, double y)
{
  int left, top, index, trailing;
  gtk_label_get_layout_offsets(label, &left, &top);
  PangoLayout *layout = gtk_label_get_layout(label);
  pango_layout_xy_to_index(layout, (int)((x - left) * PANGO_SCALE), (int)((y - top) * PANGO_SCALE),
                           &index, &trailing);
  const char *place = pango_layout_get_text(layout) + index;
  for (; trailing > 0 && *place; trailing--)
    place = g_utf8_next_char(place);
  return (int)(place - pango_layout_get_text(layout));
}

GdkRectangle tideline_label_place_of(GtkLabel *label, int start, int end)
{
  PangoLayout *layout = gtk_label_get_layout(label);
  int left, top, number, x;
  gtk_label_get_layout_offsets(label, &left, &top);
  PangoRectangle letter;
  pango_layout_index_to_pos(layout, start, &letter);
  pango_layout_index_to_line_x(layout, start, FALSE, &number, &x);
  PangoLayoutLine *line = pango_layout_get_line_readonly(layout, number);
  int *ranges, count, width = 0;
  x = letter.x;
  pango_layout_line_get_x_ranges(line, start, MIN(end, line->start_index + line->length), &ranges,
                                 &count);
  if (count > 0) {
    x = ranges[0];
    width = ranges[1] - ranges[0];
  }
  g_free(ranges);
  return (GdkRectangle){left + PANGO_PIXELS(x), top + PANGO_PIXELS_FLOOR(letter.y),
                        PANGO_PIXELS_CEIL(width), PANGO_PIXELS_CEIL(letter.height)};
}
