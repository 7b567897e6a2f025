#include <gtk/gtk.h>

void attach_refresh(GtkWidget *list);

static const char *interface =
    "<interface><object class='GtkApplicationWindow' id='window'>"
    "  <property name='default-width'>360</property>"
    "  <property name='default-height'>480</property>"
    "  <child><object class='GtkScrolledWindow'>"
    "    <child><object class='GtkTextView' id='text'/></child>"
    "  </object></child>"
    "</object></interface>";

static void activate(GtkApplication *application)
{
  GtkBuilder *builder = gtk_builder_new_from_string(interface, -1);
  GtkWindow *window = GTK_WINDOW(gtk_builder_get_object(builder, "window"));
  attach_refresh(GTK_WIDGET(gtk_builder_get_object(builder, "text")));
  gtk_window_set_application(window, application);
  gtk_window_present(window);
  g_object_unref(builder);
}

int main(int argc, char **argv)
{
  GtkApplication *application = gtk_application_new("org.example.Guest", 0);
  g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
  int status = g_application_run(G_APPLICATION(application), argc, argv);
  g_object_unref(application);
  return status;
}
