// Speaks a text, by a function of GTK 4.14. With older versions nothing is spoken by itself; the
// user finds a widget with the role `status` or `alert`.

#include "CPullToRefreshShim.h"

#include <dlfcn.h>

// The value of GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM.
#define MEDIUM 1

bool tideline_accessible_announce(GtkWidget *widget, const char *text)
{
  void (*announce)(GtkAccessible *, const char *, int) = dlsym(RTLD_DEFAULT,
                                                               "gtk_accessible_announce");
  if (!announce)
    return false;
  announce(GTK_ACCESSIBLE(widget), text, MEDIUM);
  return true;
}
