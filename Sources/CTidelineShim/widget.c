// Functions with GLib's lists, GTK's interfaces or variadic arguments.

#include "CTidelineShim.h"

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
