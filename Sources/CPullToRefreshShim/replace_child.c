// Puts one widget in the place of another. GTK has no function for it: each kind of parent has its
// own way. A null replacement only removes the child.

#include "CPullToRefreshShim.h"

#include <string.h>

// The levels of inner widgets to look through: a popover's child is in a box inside the popover.
enum { DEPTH_OF_INNER_WIDGETS = 4 };

static bool holds(GtkWidget *holder, GParamSpec *spec, GtkWidget *child)
{
  // Skips properties that only refer to a child: a container's focus, visible and default child.
  if (!g_type_is_a(spec->value_type, GTK_TYPE_WIDGET) ||
      (spec->flags & G_PARAM_READWRITE) != G_PARAM_READWRITE ||
      (spec->flags & G_PARAM_CONSTRUCT_ONLY) || g_str_has_prefix(spec->name, "focus") ||
      g_str_has_prefix(spec->name, "visible") || g_str_has_prefix(spec->name, "default"))
    return false;
  GtkWidget *value = NULL;
  g_object_get(holder, spec->name, &value, NULL);
  bool found = value == child;
  g_clear_object(&value);
  return found;
}

// The property, such as "child", "content" or "start-child", whose value is this widget.
static const char *property_that_holds(GtkWidget *parent, GtkWidget *child)
{
  unsigned int count = 0;
  const char *name = NULL;
  GParamSpec **all = g_object_class_list_properties(G_OBJECT_GET_CLASS(parent), &count);
  for (unsigned int index = 0; index < count && !name; index++)
    if (holds(parent, all[index], child))
      name = all[index]->name;
  g_free(all);
  return name;
}

// The ancestor with a property that holds the child, whose parent is an inner widget of the
// ancestor. Only these properties count: others may just refer to a widget far below the ancestor.
static GtkWidget *holder_around(GtkWidget *child, const char **property)
{
  static const char *const names[] = {"child", "content", "title-widget"};
  GtkWidget *holder = gtk_widget_get_parent(child);
  for (int depth = 1; holder && depth < DEPTH_OF_INNER_WIDGETS; depth++) {
    holder = gtk_widget_get_parent(holder);
    for (size_t index = 0; holder && index < G_N_ELEMENTS(names); index++) {
      GParamSpec *spec =
          g_object_class_find_property(G_OBJECT_GET_CLASS(holder), names[index]);
      if (spec && holds(holder, spec, child)) {
        *property = spec->name;
        return holder;
      }
    }
  }
  return NULL;
}

static void replace_in_property(GtkWidget *holder, const char *property, GtkWidget *replacement)
{
  g_object_set(holder, property, NULL, NULL);
  if (replacement)
    g_object_set(holder, property, replacement, NULL);
}

// Restores the order of the children: for drawing, and for a screen reader.
static void restore_order(GtkWidget *replacement, GtkWidget *before)
{
  gtk_widget_insert_after(replacement, gtk_widget_get_parent(replacement), before);
}

static void replace_in_box(GtkBox *box, GtkWidget *child, GtkWidget *replacement)
{
  GtkWidget *before = gtk_widget_get_prev_sibling(child);
  gtk_box_remove(box, child);
  if (replacement)
    gtk_box_insert_child_after(box, replacement, before);
}

static void replace_in_grid(GtkGrid *grid, GtkWidget *child, GtkWidget *replacement)
{
  int column, row, width, height;
  GtkWidget *before = gtk_widget_get_prev_sibling(child);
  gtk_grid_query_child(grid, child, &column, &row, &width, &height);
  gtk_grid_remove(grid, child);
  if (!replacement)
    return;
  gtk_grid_attach(grid, replacement, column, row, width, height);
  restore_order(replacement, before);
}

static void replace_in_fixed(GtkFixed *fixed, GtkWidget *child, GtkWidget *replacement)
{
  GtkWidget *before = gtk_widget_get_prev_sibling(child);
  GskTransform *transform = gtk_fixed_get_child_transform(fixed, child);
  if (transform)
    gsk_transform_ref(transform);
  gtk_fixed_remove(fixed, child);
  if (replacement) {
    gtk_fixed_put(fixed, replacement, 0, 0);
    gtk_fixed_set_child_transform(fixed, replacement, transform);
    restore_order(replacement, before);
  }
  g_clear_pointer(&transform, gsk_transform_unref);
}

static void replace_in_overlay(GtkOverlay *overlay, GtkWidget *child, GtkWidget *replacement)
{
  GtkWidget *before = gtk_widget_get_prev_sibling(child);
  gboolean measure = gtk_overlay_get_measure_overlay(overlay, child);
  gboolean clip = gtk_overlay_get_clip_overlay(overlay, child);
  gtk_overlay_remove_overlay(overlay, child);
  if (!replacement)
    return;
  gtk_overlay_add_overlay(overlay, replacement);
  gtk_overlay_set_measure_overlay(overlay, replacement, measure);
  gtk_overlay_set_clip_overlay(overlay, replacement, clip);
  restore_order(replacement, before);
}

static bool replace_in_center_box(GtkCenterBox *box, GtkWidget *child, GtkWidget *replacement)
{
  if (gtk_center_box_get_start_widget(box) == child)
    gtk_center_box_set_start_widget(box, replacement);
  else if (gtk_center_box_get_center_widget(box) == child)
    gtk_center_box_set_center_widget(box, replacement);
  else if (gtk_center_box_get_end_widget(box) == child)
    gtk_center_box_set_end_widget(box, replacement);
  else
    return false;
  return true;
}

// Copies properties from a page of a notebook, or from a layout child, to the new one.
static void copy_properties(GObject *from, GObject *to, const char *const *names)
{
  for (; *names; names++) {
    GValue value = G_VALUE_INIT;
    g_object_get_property(from, *names, &value);
    g_object_set_property(to, *names, &value);
    g_value_unset(&value);
  }
}

static void replace_in_notebook(GtkNotebook *notebook, GtkWidget *child, GtkWidget *replacement)
{
  static const char *const names[] = {"tab-expand", "tab-fill", "reorderable", "detachable", NULL};
  int position = gtk_notebook_page_num(notebook, child);
  GtkWidget *tab = gtk_notebook_get_tab_label(notebook, child);
  GtkWidget *menu = gtk_notebook_get_menu_label(notebook, child);
  GtkNotebookPage *old = g_object_ref(gtk_notebook_get_page(notebook, child));
  if (tab)
    g_object_ref(tab);
  if (menu)
    g_object_ref(menu);
  // Adds the new page first: a program may close its window when the last page is removed.
  if (replacement) {
    bool is_shown = gtk_notebook_get_current_page(notebook) == position;
    gtk_notebook_set_tab_label(notebook, child, NULL);
    gtk_notebook_set_menu_label(notebook, child, NULL);
    gtk_notebook_insert_page_menu(notebook, replacement, tab, menu, position);
    copy_properties(G_OBJECT(old), G_OBJECT(gtk_notebook_get_page(notebook, replacement)), names);
    if (is_shown)
      gtk_notebook_set_current_page(notebook, position);
  }
  gtk_notebook_remove_page(notebook, gtk_notebook_page_num(notebook, child));
  g_clear_object(&tab);
  g_clear_object(&menu);
  g_object_unref(old);
}

// Replaces a child that a layout manager of an application or another library lays out, as in a
// GtkBuilder template. A widget of GTK's own would keep a pointer to the child.
static bool replace_in_layout(GtkWidget *parent, GtkWidget *child, GtkWidget *replacement)
{
  GtkLayoutManager *manager = gtk_widget_get_layout_manager(parent);
  if (!manager || g_str_has_prefix(G_OBJECT_TYPE_NAME(parent), "Gtk"))
    return false;
  GtkWidget *before = gtk_widget_get_prev_sibling(child);
  GtkLayoutChild *old = NULL;
  bool has_properties = GTK_LAYOUT_MANAGER_GET_CLASS(manager)->layout_child_type != G_TYPE_INVALID;
  if (has_properties)
    old = g_object_ref(gtk_layout_manager_get_layout_child(manager, child));
  gtk_widget_unparent(child);
  if (replacement)
    gtk_widget_insert_after(replacement, parent, before);
  if (replacement && old) {
    GtkLayoutChild *new = gtk_layout_manager_get_layout_child(manager, replacement);
    unsigned int count = 0;
    GParamSpec **all = g_object_class_list_properties(G_OBJECT_GET_CLASS(old), &count);
    for (unsigned int index = 0; index < count; index++) {
      const char *const names[] = {all[index]->name, NULL};
      if ((all[index]->flags & G_PARAM_READWRITE) == G_PARAM_READWRITE &&
          !(all[index]->flags & G_PARAM_CONSTRUCT_ONLY))
        copy_properties(G_OBJECT(old), G_OBJECT(new), names);
    }
    g_free(all);
  }
  g_clear_object(&old);
  return true;
}

// Only removes: a stack appends a new page for each child, so a program's own pages, and their order,
// would be lost.
static bool remove_from_stack(GtkStack *stack, GtkWidget *child, GtkWidget *replacement)
{
  if (!replacement)
    gtk_stack_remove(stack, child);
  return !replacement;
}

static bool replace_by_kind(GtkWidget *parent, GtkWidget *child, GtkWidget *replacement)
{
  if (GTK_IS_BOX(parent))
    replace_in_box(GTK_BOX(parent), child, replacement);
  else if (GTK_IS_GRID(parent))
    replace_in_grid(GTK_GRID(parent), child, replacement);
  else if (GTK_IS_STACK(parent))
    return remove_from_stack(GTK_STACK(parent), child, replacement);
  else if (GTK_IS_FIXED(parent))
    replace_in_fixed(GTK_FIXED(parent), child, replacement);
  else if (GTK_IS_OVERLAY(parent))
    replace_in_overlay(GTK_OVERLAY(parent), child, replacement);
  else if (tideline_is_pull_container(parent))
    tideline_pull_container_set_child(parent, replacement);
  else if (GTK_IS_CENTER_BOX(parent))
    return replace_in_center_box(GTK_CENTER_BOX(parent), child, replacement);
  else
    return replace_in_layout(parent, child, replacement);
  return true;
}

bool tideline_replace_child(GtkWidget *child, GtkWidget *replacement)
{
  GtkWidget *parent = gtk_widget_get_parent(child);
  if (!parent)
    return false;
  bool replaced = true;
  const char *property;
  GtkWidget *holder;
  GtkWidget *notebook = gtk_widget_get_ancestor(child, GTK_TYPE_NOTEBOOK);
  g_object_ref(child);
  if ((property = property_that_holds(parent, child)))
    replace_in_property(parent, property, replacement);
  else if ((holder = holder_around(child, &property)))
    replace_in_property(holder, property, replacement);
  else if (notebook && gtk_notebook_page_num(GTK_NOTEBOOK(notebook), child) >= 0)
    // Asks the notebook, because its pages are in an inner stack.
    replace_in_notebook(GTK_NOTEBOOK(notebook), child, replacement);
  else
    replaced = replace_by_kind(parent, child, replacement);
  g_object_unref(child);
  return replaced;
}
