// libadwaita as Swift sees it, with the same types and macros as CGtk.

#pragma once

#include "../CGtk/CGtk.h"

// Written for libadwaita 1.2, as CGtk.h is for GTK 4.8.
#define ADW_VERSION_MIN_REQUIRED ADW_VERSION_1_2
#define ADW_VERSION_MAX_ALLOWED ADW_VERSION_1_2

#include <adwaita.h>

CGLIB_OBJECT(AdwApplication, "AdwApplication")
CGLIB_CAST(AdwApplication, "AdwApplication", "asApplication", GtkApplication, as_application)
CGLIB_NEW_FULL(AdwApplication, new, "AdwApplication.init(id:flags:)",
              (const char *_Nonnull id, GApplicationFlags flags), adw_application_new(id, flags))

CGTK_WIDGET(AdwApplicationWindow, "ApplicationWindow")
CGLIB_CAST(AdwApplicationWindow, "ApplicationWindow", "asWindow", GtkWindow, as_window)
CGLIB_CAST(AdwApplicationWindow, "ApplicationWindow", "asActionMap", GActionMap, as_action_map)
CGLIB_NEW(AdwApplicationWindow, new, "ApplicationWindow.init(_:)",
         (GtkApplication *_Nonnull application), adw_application_window_new(application))

CGTK_WIDGET(AdwHeaderBar, "HeaderBar")
CGLIB_NEW(AdwHeaderBar, new, "HeaderBar.init()", (void), adw_header_bar_new())

CGTK_WIDGET(AdwWindowTitle, "WindowTitle")
CGLIB_NEW(AdwWindowTitle, new, "WindowTitle.init(_:subtitle:)",
         (const char *_Nonnull title, const char *_Nonnull subtitle),
         adw_window_title_new(title, subtitle))

CGTK_WIDGET(AdwStatusPage, "StatusPage")
CGLIB_NEW(AdwStatusPage, new, "StatusPage.init()", (void), adw_status_page_new())

// Variadic, so Swift cannot call it.
static inline void tideline_about(GtkWindow *_Nonnull parent, const char *_Nonnull icon,
                                  const char *_Nonnull name, const char *_Nonnull version,
                                  const char *_Nonnull comments)
{
  adw_show_about_window(parent, "application-icon", icon, "application-name", name, "version",
                        version, "comments", comments, "license-type", GTK_LICENSE_MIT_X11,
                        NULL);
}
