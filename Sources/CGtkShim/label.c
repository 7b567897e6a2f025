// The labels inside widgets of other libraries.

#include "CGtkShim.h"

void tideline_set_label_width(GtkWidget *widget, int chars)
{
  if (GTK_IS_LABEL(widget) && gtk_label_get_wrap(GTK_LABEL(widget)))
    gtk_label_set_width_chars(GTK_LABEL(widget), chars);
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
       child = gtk_widget_get_next_sibling(child))
    tideline_set_label_width(child, chars);
}
