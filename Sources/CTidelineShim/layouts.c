#include "CTidelineShim.h"

// The request mode of a layout whose height depends on its width.
static GtkSizeRequestMode height_for_width(GtkWidget *widget)
{
  (void)widget;
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

// Lays out a picture in its own size, or smaller if there is less room, at the start of the line.
// GtkPicture itself grows with its room, or shrinks to nothing, depending on GTK's version.

static double ratio_and_width(GtkWidget *widget, int *width)
{
  GtkWidget *child = gtk_widget_get_first_child(widget);
  GdkPaintable *paintable = child ? gtk_picture_get_paintable(GTK_PICTURE(child)) : NULL;
  *width = paintable ? gdk_paintable_get_intrinsic_width(paintable) : 0;
  return *width > 0 ? (double)gdk_paintable_get_intrinsic_height(paintable) / *width : 0;
}

static void picture_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                            int *minimum, int *natural, int *minimum_baseline,
                            int *natural_baseline)
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

static void picture_allocate(GtkWidget *widget, int width, int height, int baseline)
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
  gtk_widget_set_layout_manager(widget, gtk_custom_layout_new(
      height_for_width, picture_measure, picture_allocate));
}

// Scrolls content horizontally that is wider than its room. GtkScrolledWindow does not measure its
// child's height for the width that the child will have.

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

static void wide_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
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

static void wide_allocate(GtkWidget *widget, int width, int height, int baseline)
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
  gtk_widget_set_layout_manager(box, gtk_custom_layout_new(
      height_for_width, wide_measure, wide_allocate));
  return g_object_ref_sink(GTK_BOX(box));
}

// A table whose rows and cells are widgets, so that a screen reader finds rows in the table and
// cells in the rows. Cells may span several columns and rows. GtkGrid has no row widgets.

typedef struct {
  int columns, rows;
} Span;

typedef struct {
  GtkWidget *widget;
  int row, column, columns, rows;
} Cell;

typedef struct {
  GArray *cells;
  // The widths of the columns; divide_width() replaces the minimum widths by the actual ones.
  int column_count;
  GtkRequestedSize *sizes;
  int row_count;
  int *heights;
} Table;

static const char span_key[] = "tideline-cell-span";

static void table_clear(Table *table)
{
  g_array_unref(table->cells);
  g_free(table->sizes);
  g_free(table->heights);
}

// Places cells as HTML does: each in the next column that no cell from a row above spans.
static void place_cells(GtkWidget *widget, Table *table)
{
  int taken[TIDELINE_TABLE_COLUMNS] = {0};
  *table = (Table){.cells = g_array_new(FALSE, FALSE, sizeof(Cell))};
  for (GtkWidget *row = gtk_widget_get_first_child(widget); row;
       row = gtk_widget_get_next_sibling(row), table->row_count++) {
    int column = 0;
    for (GtkWidget *child = gtk_widget_get_first_child(row); child;
         child = gtk_widget_get_next_sibling(child)) {
      const Span *span = g_object_get_data(G_OBJECT(child), span_key);
      while (column < TIDELINE_TABLE_COLUMNS - 1 && taken[column] > 0)
        column++;
      Cell cell = {child, table->row_count, column, span ? span->columns : 1,
                   span ? span->rows : 1};
      cell.columns = CLAMP(cell.columns, 1, TIDELINE_TABLE_COLUMNS - column);
      for (int index = 0; index < cell.columns; index++)
        taken[column + index] = MAX(1, cell.rows);
      column = MIN(column + cell.columns, TIDELINE_TABLE_COLUMNS - 1);
      table->column_count = MAX(table->column_count, cell.column + cell.columns);
      g_array_append_val(table->cells, cell);
    }
    for (int index = 0; index < TIDELINE_TABLE_COLUMNS; index++)
      taken[index] = MAX(0, taken[index] - 1);
  }
  table->sizes = g_new0(GtkRequestedSize, MAX(1, table->column_count));
  table->heights = g_new0(int, MAX(1, table->row_count));
}

static void widen(Table *table, const Cell *cell, int minimum, int natural)
{
  for (int index = 0; index < cell->columns; index++) {
    GtkRequestedSize *size = &table->sizes[cell->column + index];
    minimum -= size->minimum_size;
    natural -= size->natural_size;
  }
  for (int index = 0; index < cell->columns; index++) {
    GtkRequestedSize *size = &table->sizes[cell->column + index];
    // The last columns get the remainder of the division.
    int left = cell->columns - index;
    int more = MAX(0, minimum) / left, better = MAX(0, natural) / left;
    size->minimum_size += more;
    size->natural_size = MAX(size->natural_size + better, size->minimum_size);
    minimum -= more;
    natural -= better;
  }
}

static void measure_columns(Table *table)
{
  for (int pass = 0; pass < 2; pass++) {
    for (guint index = 0; index < table->cells->len; index++) {
      const Cell *cell = &g_array_index(table->cells, Cell, index);
      // The first pass measures cells of one column, the second pass cells of several.
      if ((cell->columns > 1) != (pass == 1))
        continue;
      int minimum, natural;
      gtk_widget_measure(cell->widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL,
                         NULL);
      widen(table, cell, minimum, natural);
    }
  }
}

static int sum(const Table *table, bool is_natural)
{
  int width = 0;
  for (int index = 0; index < table->column_count; index++)
    width += is_natural ? table->sizes[index].natural_size : table->sizes[index].minimum_size;
  return width;
}

static void divide_width(Table *table, int width)
{
  measure_columns(table);
  int rest = MAX(0, width - sum(table, false));
  if (table->column_count > 0)
    gtk_distribute_natural_allocation(rest, (guint)table->column_count, table->sizes);
}

static int span_width(const Table *table, int column, int columns)
{
  int width = 0;
  for (int index = column; index < column + columns; index++)
    width += table->sizes[index].minimum_size;
  return width;
}

static int span_height(const Table *table, const Cell *cell)
{
  int height = 0;
  for (int index = cell->row; index < MIN(cell->row + cell->rows, table->row_count); index++)
    height += table->heights[index];
  return height;
}

static int measure_rows(Table *table)
{
  for (int pass = 0; pass < 2; pass++) {
    for (guint index = 0; index < table->cells->len; index++) {
      const Cell *cell = &g_array_index(table->cells, Cell, index);
      if ((cell->rows > 1) != (pass == 1))
        continue;
      int height, last = MIN(cell->row + cell->rows, table->row_count) - 1;
      gtk_widget_measure(cell->widget, GTK_ORIENTATION_VERTICAL,
                         span_width(table, cell->column, cell->columns), &height, NULL, NULL,
                         NULL);
      table->heights[last] += MAX(0, height - span_height(table, cell));
    }
  }
  int height = 0;
  for (int index = 0; index < table->row_count; index++)
    height += table->heights[index];
  return height;
}

static void measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
  Table table;
  place_cells(widget, &table);
  *minimum_baseline = *natural_baseline = -1;
  if (orientation == GTK_ORIENTATION_HORIZONTAL) {
    measure_columns(&table);
    *minimum = sum(&table, false);
    *natural = sum(&table, true);
  } else {
    divide_width(&table, for_size < 0 ? G_MAXINT / 2 : for_size);
    *minimum = *natural = measure_rows(&table);
  }
  table_clear(&table);
}

static void allocate(GtkWidget *widget, int width, int height, int baseline)
{
  (void)height;
  (void)baseline;
  Table table;
  place_cells(widget, &table);
  divide_width(&table, width);
  measure_rows(&table);
  bool is_mirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL;
  int y = 0, number = 0;
  for (GtkWidget *row = gtk_widget_get_first_child(widget); row;
       row = gtk_widget_get_next_sibling(row), number++) {
    gtk_widget_size_allocate(row, &(GtkAllocation){0, y, width, table.heights[number]}, -1);
    y += table.heights[number];
  }
  for (guint index = 0; index < table.cells->len; index++) {
    const Cell *cell = &g_array_index(table.cells, Cell, index);
    GtkAllocation place = {span_width(&table, 0, cell->column), 0,
                           span_width(&table, cell->column, cell->columns),
                           span_height(&table, cell)};
    if (is_mirrored)
      place.x = width - place.x - place.width;
    gtk_widget_size_allocate(cell->widget, &place, -1);
  }
  table_clear(&table);
}

// Requests nothing, because the table gives each row its size.
static void measure_row(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                        int *natural, int *minimum_baseline, int *natural_baseline)
{
  (void)widget;
  (void)orientation;
  (void)for_size;
  *minimum = *natural = 0;
  *minimum_baseline = *natural_baseline = -1;
}

// Does nothing, because the table places the cells: GTK does not allocate an unchanged row again.
static void allocate_row(GtkWidget *widget, int width, int height, int baseline)
{
  (void)widget;
  (void)width;
  (void)height;
  (void)baseline;
}

void tideline_lay_out_table(GtkWidget *widget)
{
  gtk_widget_set_layout_manager(widget, gtk_custom_layout_new(height_for_width, measure, allocate));
}

void tideline_lay_out_row(GtkWidget *widget)
{
  gtk_widget_set_layout_manager(widget, gtk_custom_layout_new(height_for_width, measure_row, allocate_row));
}

void tideline_set_cell_span(GtkWidget *cell, int columns, int rows)
{
  Span *span = g_new(Span, 1);
  *span = (Span){columns, MAX(1, rows)};
  g_object_set_data_full(G_OBJECT(cell), span_key, span, g_free);
}

// Places children of one size in as many equal columns as fit.

static const int flow_gap = 6;

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
  return CLAMP((width + flow_gap) / (least + flow_gap), 1, MAX(1, *count));
}

static void flow_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                         int *minimum, int *natural, int *minimum_baseline,
                         int *natural_baseline)
{
  *minimum_baseline = *natural_baseline = -1;
  int count, lines = 1, best, least = measure_child(widget, orientation, &best, &count);
  if (orientation == GTK_ORIENTATION_HORIZONTAL) {
    *minimum = least;
    *natural = count * (best + flow_gap) - flow_gap;
    return;
  }
  if (for_size >= 0) {
    int columns = columns_in(widget, for_size, &count);
    lines = (count + columns - 1) / columns;
  }
  *minimum = *natural = lines * (best + flow_gap) - flow_gap;
}

static void flow_allocate(GtkWidget *widget, int width, int height, int baseline)
{
  (void)height;
  (void)baseline;
  int count, best, place = 0, columns = columns_in(widget, width, &count);
  measure_child(widget, GTK_ORIENTATION_VERTICAL, &best, &count);
  bool is_mirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL;
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
       child = gtk_widget_get_next_sibling(child), place++) {
    int column = place % columns, size = (width + flow_gap) / columns - flow_gap;
    int x = (is_mirrored ? columns - 1 - column : column) * (size + flow_gap);
    int y = place / columns * (best + flow_gap);
    gtk_widget_size_allocate(child, &(GtkAllocation){x, y, size, best}, -1);
  }
}

void tideline_lay_out_flow(GtkWidget *widget)
{
  gtk_widget_set_layout_manager(widget, gtk_custom_layout_new(height_for_width, flow_measure,
                                                              flow_allocate));
}
