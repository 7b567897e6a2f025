// A table whose rows and cells are widgets, so that a screen reader finds rows in the table and
// cells in the rows. Cells may span several columns and rows. GtkGrid has no row widgets.

#include "CTidelineShim.h"
#include "layout.h"

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
