// Scrolls a row into view: by functions of GTK 4.12, or with older versions by an action of the
// list.

#include "CPullToRefreshShim.h"

#include <dlfcn.h>

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
