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
