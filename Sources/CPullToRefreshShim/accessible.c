#include "CPullToRefreshShim.h"

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
