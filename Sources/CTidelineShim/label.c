// Labels, most of them inside widgets of other libraries.

#include "CTidelineShim.h"

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
