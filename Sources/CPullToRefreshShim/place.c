// Positions of widgets and text in a scrolled window, and the keyboard's focus.

#include "CPullToRefreshShim.h"

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

bool tideline_is_scrollable(GtkWidget *widget)
{
  return GTK_IS_SCROLLABLE(widget);
}

bool tideline_is_viewport(GtkWidget *widget)
{
  return GTK_IS_VIEWPORT(widget);
}

bool tideline_is_column_view(GtkWidget *widget)
{
  return GTK_IS_COLUMN_VIEW(widget);
}

bool tideline_is_text_view(GtkWidget *widget)
{
  return GTK_IS_TEXT_VIEW(widget);
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

GtkWidget *tideline_focus_within(GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root(widget);
  GtkWidget *focus = root ? gtk_root_get_focus(root) : NULL;
  return focus && (focus == widget || gtk_widget_is_ancestor(focus, widget)) ? focus : NULL;
}

bool tideline_focus_is_lost(GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root(widget);
  return root && !tideline_focus_within(GTK_WIDGET(root));
}

void tideline_set_focus(GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root(widget);
  if (root)
    gtk_root_set_focus(root, widget);
}
