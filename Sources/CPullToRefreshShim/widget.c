#include "CPullToRefreshShim.h"

#include <dlfcn.h>

void tideline_accessible_set_label(GtkWidget *widget, const char *label)
{
  // Removes the relation, because in GTK 4.18 a button's own text counts more than the label set
  // here.
  gtk_accessible_reset_relation(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

void tideline_accessible_set_description(GtkWidget *widget, const char *description)
{
  gtk_accessible_reset_relation(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY);
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                 description, -1);
}

void tideline_accessible_set_busy(GtkWidget *widget, bool busy)
{
  gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_BUSY, (gboolean)busy,
                              -1);
}

// Speaks a text, by a function of GTK 4.14. With older versions nothing is spoken by itself; the
// user finds a widget with the role `status` or `alert`.

// The value of GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM.
#define MEDIUM 1

bool tideline_accessible_announce(GtkWidget *widget, const char *text)
{
  void (*announce)(GtkAccessible *, const char *, int) = dlsym(RTLD_DEFAULT,
                                                               "gtk_accessible_announce");
  if (!announce)
    return false;
  announce(GTK_ACCESSIBLE(widget), text, MEDIUM);
  return true;
}

// Positions of widgets and text in a scrolled window.

bool tideline_widget_place(GtkWidget *widget, GtkWidget *other, double *left, double *top)
{
  graphene_point_t point;
  if (!gtk_widget_compute_point(widget, other, &GRAPHENE_POINT_INIT(0, 0), &point))
    return false;
  *left = point.x;
  *top = point.y;
  return true;
}

void tideline_set_orientation(GtkWidget *widget, GtkOrientation orientation)
{
  if (GTK_IS_ORIENTABLE(widget))
    gtk_orientable_set_orientation(GTK_ORIENTABLE(widget), orientation);
}

GtkTextMark *tideline_text_view_mark_top(GtkTextView *view)
{
  GdkRectangle visible;
  GtkTextIter line;
  int top;
  gtk_text_view_get_visible_rect(view, &visible);
  gtk_text_view_get_line_at_y(view, &line, visible.y, &top);
  if (top < visible.y)
    gtk_text_iter_forward_line(&line);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer(view);
  return g_object_ref(gtk_text_buffer_create_mark(buffer, NULL, &line, FALSE));
}

bool tideline_text_view_mark_place(GtkTextView *view, GtkTextMark *mark, double *top)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer(view);
  if (gtk_text_mark_get_buffer(mark) != buffer)
    return false;
  GtkTextIter line;
  int y, height, window_y;
  gtk_text_buffer_get_iter_at_mark(buffer, &line, mark);
  gtk_text_view_get_line_yrange(view, &line, &y, &height);
  gtk_text_view_buffer_to_window_coords(view, GTK_TEXT_WINDOW_WIDGET, 0, y, NULL, &window_y);
  *top = window_y;
  return true;
}

void tideline_text_mark_delete(GtkTextMark *mark)
{
  GtkTextBuffer *buffer = gtk_text_mark_get_buffer(mark);
  if (buffer)
    gtk_text_buffer_delete_mark(buffer, mark);
}

// Scrolls a row into view: by functions of GTK 4.12, or with older versions by an action of the
// list.

static GtkSelectionModel *model_of(GtkWidget *view)
{
  if (GTK_IS_LIST_VIEW(view))
    return gtk_list_view_get_model(GTK_LIST_VIEW(view));
  if (GTK_IS_GRID_VIEW(view))
    return gtk_grid_view_get_model(GTK_GRID_VIEW(view));
  if (GTK_IS_COLUMN_VIEW(view))
    return gtk_column_view_get_model(GTK_COLUMN_VIEW(view));
  return NULL;
}

GObject *tideline_list_model(GtkWidget *view)
{
  return (GObject *)model_of(view);
}

// Passes neither GtkListScrollFlags nor GtkScrollInfo: the row is neither selected nor focused, and
// the list moves as little as possible.
static bool scroll_by_call(GtkWidget *view, unsigned int position)
{
  if (GTK_IS_COLUMN_VIEW(view)) {
    void (*scroll)(GtkWidget *, guint, GtkColumnViewColumn *, int, gpointer) =
        dlsym(RTLD_DEFAULT, "gtk_column_view_scroll_to");
    if (scroll)
      scroll(view, position, NULL, 0, NULL);
    return scroll != NULL;
  }
  void (*scroll)(GtkWidget *, guint, int, gpointer) = dlsym(
      RTLD_DEFAULT, GTK_IS_LIST_VIEW(view) ? "gtk_list_view_scroll_to" : "gtk_grid_view_scroll_to");
  if (scroll)
    scroll(view, position, 0, NULL);
  return scroll != NULL;
}

// Activates the action on a column view's inner list, because the column view itself has no such
// action.
static bool scroll_by_action(GtkWidget *view, unsigned int position)
{
  bool done = gtk_widget_activate_action(view, "list.scroll-to-item", "u", position);
  GtkWidget *child = gtk_widget_get_first_child(view);
  for (; child && !done; child = gtk_widget_get_next_sibling(child))
    done = gtk_widget_activate_action(child, "list.scroll-to-item", "u", position);
  return done;
}

bool tideline_list_scroll_to_item(GtkWidget *view, unsigned int position)
{
  GtkSelectionModel *model = model_of(view);
  if (!model || position >= g_list_model_get_n_items(G_LIST_MODEL(model)))
    return false;
  return scroll_by_call(view, position) || scroll_by_action(view, position);
}

bool tideline_list_scroll_to_last(GtkWidget *view)
{
  GtkSelectionModel *model = model_of(view);
  unsigned int count = model ? g_list_model_get_n_items(G_LIST_MODEL(model)) : 0;
  if (count == 0)
    return false;
  // Never uses the action on a grid view: in GTK 4.8 the view does not scroll to a last item that
  // it never laid out, and logs a warning.
  return scroll_by_call(view, count - 1) ||
         (!GTK_IS_GRID_VIEW(view) && scroll_by_action(view, count - 1));
}
