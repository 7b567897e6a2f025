// GTK has no call to put one widget in the place of another: each kind of parent has its own way.

#include "CGtkShim.h"

// A property such as "child", "content" or "start-child" whose value is this very widget.
static const char *property_that_holds(GtkWidget *parent, GtkWidget *child)
{
  unsigned int count = 0;
  const char *name = NULL;
  GParamSpec **all = g_object_class_list_properties(G_OBJECT_GET_CLASS(parent), &count);
  for (unsigned int index = 0; index < count && !name; index++) {
    GParamSpec *spec = all[index];
    // A container's focus or visible child is one of its children, not the place of one.
    if (!g_type_is_a(spec->value_type, GTK_TYPE_WIDGET) ||
        (spec->flags & G_PARAM_READWRITE) != G_PARAM_READWRITE ||
        (spec->flags & G_PARAM_CONSTRUCT_ONLY) || g_str_has_prefix(spec->name, "focus") ||
        g_str_has_prefix(spec->name, "visible") || g_str_has_prefix(spec->name, "default"))
      continue;
    GtkWidget *value = NULL;
    g_object_get(parent, spec->name, &value, NULL);
    if (value == child)
      name = spec->name;
    g_clear_object(&value);
  }
  g_free(all);
  return name;
}

static void replace_in_grid(GtkGrid *grid, GtkWidget *child, GtkWidget *replacement)
{
  int column, row, width, height;
  gtk_grid_query_child(grid, child, &column, &row, &width, &height);
  gtk_grid_remove(grid, child);
  gtk_grid_attach(grid, replacement, column, row, width, height);
}

static void replace_in_stack(GtkStack *stack, GtkWidget *child, GtkWidget *replacement)
{
  char *name, *title, *icon;
  gboolean visible = gtk_stack_get_visible_child(stack) == child;
  g_object_get(gtk_stack_get_page(stack, child), "name", &name, "title", &title, "icon-name",
               &icon, NULL);
  gtk_stack_remove(stack, child);
  GtkStackPage *page = gtk_stack_add_titled(stack, replacement, name, title);
  g_object_set(page, "icon-name", icon, NULL);
  if (visible)
    gtk_stack_set_visible_child(stack, replacement);
  g_free(name);
  g_free(title);
  g_free(icon);
}

bool tideline_replace_child(GtkWidget *child, GtkWidget *replacement)
{
  GtkWidget *parent = gtk_widget_get_parent(child);
  if (!parent)
    return false;
  bool replaced = true;
  const char *property;
  g_object_ref(child);
  if (GTK_IS_BOX(parent)) {
    GtkWidget *before = gtk_widget_get_prev_sibling(child);
    gtk_box_remove(GTK_BOX(parent), child);
    gtk_box_insert_child_after(GTK_BOX(parent), replacement, before);
  } else if (GTK_IS_GRID(parent)) {
    replace_in_grid(GTK_GRID(parent), child, replacement);
  } else if (GTK_IS_STACK(parent)) {
    replace_in_stack(GTK_STACK(parent), child, replacement);
  } else if ((property = property_that_holds(parent, child))) {
    g_object_set(parent, property, NULL, NULL);
    g_object_set(parent, property, replacement, NULL);
  } else {
    replaced = false;
  }
  g_object_unref(child);
  return replaced;
}
