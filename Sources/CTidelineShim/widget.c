#include "CTidelineShim.h"

// Variadic functions, and those that newer GTK deprecates.

bool tideline_window_is_attended(GtkWindow *window)
{
  bool attended = false;
  GList *windows = gtk_window_list_toplevels();
  for (GList *each = windows; each && !attended; each = each->next) {
    if (!gtk_window_is_active(each->data))
      continue;
    for (GtkWindow *active = each->data; active; active = gtk_window_get_transient_for(active))
      attended = attended || active == window;
  }
  g_list_free(windows);
  return attended;
}

static void forget_parent(GtkWindow *window) { gtk_window_set_transient_for(window, NULL); }

void tideline_window_set_parent(GtkWindow *window, GtkWindow *parent)
{
  gtk_window_set_transient_for(window, parent);
  gtk_window_set_destroy_with_parent(window, TRUE);
  // If the window was closed before and is still referenced, GTK keeps a dangling pointer to the
  // parent, and uses it when the window is freed.
  g_signal_connect_object(parent, "destroy", G_CALLBACK(forget_parent), window,
                          G_CONNECT_SWAPPED);
}

void tideline_accessible_set_expanded(GtkWidget *widget, bool expanded)
{
  gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_EXPANDED,
                              (gboolean)expanded, -1);
}

void tideline_set_heading_level(GtkWidget *heading, int level)
{
  gtk_accessible_update_property(GTK_ACCESSIBLE(heading), GTK_ACCESSIBLE_PROPERTY_LEVEL, level, -1);
}

PangoDirection tideline_text_direction(const char *text)
{
  // Deprecated, but the only function for the direction that needs no layout.
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  return pango_find_base_dir(text, -1);
  G_GNUC_END_IGNORE_DEPRECATIONS
}

// A menu over a widget. The parent does not manage the popover as a child: it must be unparented
// after it is closed and the chosen action was activated, and before the parent is finalized.

static gboolean unparent(gpointer popover)
{
  // The destruction of the parent may have unparented the popover.
  if (gtk_widget_get_parent(popover))
    gtk_widget_unparent(popover);
  return G_SOURCE_REMOVE;
}

static void closed(GtkPopover *popover)
{
  g_idle_add_full(G_PRIORITY_DEFAULT_IDLE, unparent, g_object_ref(popover), g_object_unref);
}

static void give_focus_back(GtkWidget *widget, GtkWidget *popover)
{
  GtkRoot *root = gtk_widget_get_root(widget);
  GtkWidget *focus = root ? gtk_root_get_focus(root) : NULL;
  // The chosen action may have moved the focus.
  if (!focus || gtk_widget_is_ancestor(focus, popover))
    gtk_widget_grab_focus(widget);
}

static void parent_destroyed(GtkWidget *parent, GtkWidget *popover)
{
  (void)parent;
  unparent(popover);
}

void tideline_popup_menu(GtkWidget *widget, GMenuModel *menu, double x, double y)
{
  // Only layout managers give popovers their size; a list view, for example, has none.
  GtkWidget *parent = widget;
  while (!gtk_widget_get_layout_manager(parent) && gtk_widget_get_parent(parent))
    parent = gtk_widget_get_parent(parent);
  gtk_widget_translate_coordinates(widget, parent, x, y, &x, &y);
  GtkWidget *popover = gtk_popover_menu_new_from_model(menu);
  gtk_widget_set_parent(popover, parent);
  gtk_popover_set_has_arrow(GTK_POPOVER(popover), FALSE);
  gtk_popover_set_position(GTK_POPOVER(popover), GTK_POS_BOTTOM);
  gtk_widget_set_halign(popover, GTK_ALIGN_START);
  GdkRectangle place = { .x = (int)x, .y = (int)y, .width = 1, .height = 1 };
  gtk_popover_set_pointing_to(GTK_POPOVER(popover), &place);
  GtkRoot *root = gtk_widget_get_root(widget);
  GtkWidget *focus = root ? gtk_root_get_focus(root) : NULL;
  // Restores the focus: GTK itself would move it, as if the focused widget had been removed.
  if (focus)
    g_signal_connect_object(popover, "closed", G_CALLBACK(give_focus_back), focus,
                            G_CONNECT_SWAPPED);
  g_signal_connect(popover, "closed", G_CALLBACK(closed), NULL);
  g_signal_connect_object(parent, "destroy", G_CALLBACK(parent_destroyed), popover, 0);
  gtk_popover_popup(GTK_POPOVER(popover));
}

GtkWidget *tideline_child_at(GtkWidget *widget, double x, double y)
{
  GtkWidget *child = gtk_widget_pick(widget, x, y, GTK_PICK_DEFAULT);
  while (child && gtk_widget_get_parent(child) != widget)
    child = gtk_widget_get_parent(child);
  return child;
}

int tideline_bar_height(GtkScrolledWindow *window)
{
  int height;
  gtk_widget_measure(gtk_scrolled_window_get_hscrollbar(window), GTK_ORIENTATION_VERTICAL, -1,
                     &height, NULL, NULL, NULL);
  return height;
}
