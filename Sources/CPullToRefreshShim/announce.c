// Speaking a text: by GTK 4.14's own call. Before, nothing is spoken by itself; what has the role
// `status` or `alert` is found by those who look.

#include "CPullToRefreshShim.h"

#include <dlfcn.h>

// GtkAccessibleAnnouncementPriority's medium.
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
