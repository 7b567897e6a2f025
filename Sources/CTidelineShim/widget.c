#include "../CPullToRefreshShim/signal_box.h"
#include "CTidelineShim.h"

// Functions with GLib's lists, GTK's interfaces or variadic arguments.

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

void tideline_search_entry_realize(GtkSearchEntry *entry)
{
  GtkNative *window = gtk_widget_get_native(GTK_WIDGET(entry));
  if (window && gtk_widget_get_realized(GTK_WIDGET(window)))
    gtk_widget_realize(GTK_WIDGET(gtk_editable_get_delegate(GTK_EDITABLE(entry))));
}

// Labels, most of them inside widgets of other libraries.

void tideline_set_label_width(GtkWidget *widget, int chars)
{
  // Since libadwaita 1.3 a message dialog has a large and a small label for its heading, and
  // measures the large one in less room than it needs, for which GTK 4.18 logs a warning. Its
  // natural width decides which label is shown, so an ellipsis in the large one changes nothing.
  if (gtk_widget_has_css_class(widget, "heading-bin")) {
    GtkWidget *large = gtk_widget_get_first_child(widget);
    if (GTK_IS_LABEL(large))
      gtk_label_set_ellipsize(GTK_LABEL(large), PANGO_ELLIPSIZE_END);
    return;
  }
  // In large text, the large title of a page would be wider than a phone.
  if (GTK_IS_LABEL(widget) && gtk_label_get_wrap(GTK_LABEL(widget)) &&
      !gtk_widget_has_css_class(widget, "title-1"))
    gtk_label_set_width_chars(GTK_LABEL(widget), chars);
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
       child = gtk_widget_get_next_sibling(child))
    tideline_set_label_width(child, chars);
}

void tideline_wrap_button_label(GtkButton *button)
{
  GtkWidget *label = gtk_button_get_child(button);
  if (!GTK_IS_LABEL(label))
    return;
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_justify(GTK_LABEL(label), GTK_JUSTIFY_CENTER);
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

typedef void (*PointHandler)(void *context, double x, double y);

static void pressed(GtkGestureClick *click, int presses, double x, double y, void *box)
{
  (void)presses;
  gtk_gesture_set_state(GTK_GESTURE(click), GTK_EVENT_SEQUENCE_CLAIMED);
  PointHandler handler = (PointHandler)tideline_signal_box_handler(box);
  handler(tideline_signal_box_context(box), x, y);
}

void tideline_on_secondary_click(GtkWidget *widget, TidelineSignalTarget target,
                                 PointHandler handler)
{
  GtkGesture *click = gtk_gesture_click_new();
  gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(click), GDK_BUTTON_SECONDARY);
  gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(click), GTK_PHASE_CAPTURE);
  tideline_signal_connect_boxed(G_OBJECT(click), "pressed", G_CALLBACK(pressed), target,
                                G_CALLBACK(handler));
  gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(click));
}

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

void tideline_menu_append_optional(GMenu *menu, const char *label, const char *action)
{
  GMenuItem *item = g_menu_item_new(label, action);
  g_menu_item_set_attribute(item, "hidden-when", "s", "action-disabled");
  g_menu_append_item(menu, item);
  g_object_unref(item);
}
