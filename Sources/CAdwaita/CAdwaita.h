// The module of libadwaita for Swift, with the same types and macros as CPullToRefreshGtk.

#pragma once

#include "../CPullToRefreshGtk/CPullToRefreshGtk.h"

// Restricted to libadwaita 1.2, as CPullToRefreshGtk.h is to GTK 4.8.
#define ADW_VERSION_MIN_REQUIRED ADW_VERSION_1_2
#define ADW_VERSION_MAX_ALLOWED ADW_VERSION_1_2

#include <adwaita.h>

CGLIB_OBJECT(AdwApplication, "AdwApplication")
CGLIB_CAST(AdwApplication, "AdwApplication", "asApplication", GtkApplication, as_application)
CGLIB_NEW_FULL(AdwApplication, new, "AdwApplication.init(id:flags:)",
              (const char *_Nonnull id, GApplicationFlags flags), adw_application_new(id, flags))

static inline GtkAccessibleRole cadwaita_role(GType type)
{
  GtkWidgetClass *widgets = g_type_class_ref(type);
  GtkAccessibleRole role = gtk_widget_class_get_accessible_role(widgets);
  g_type_class_unref(widgets);
  return role;
}

CGTK_WIDGET(AdwApplicationWindow, "ApplicationWindow")
CGLIB_CAST(AdwApplicationWindow, "ApplicationWindow", "asWindow", GtkWindow, as_window)
CGLIB_CAST(AdwApplicationWindow, "ApplicationWindow", "asActionMap", GActionMap, as_action_map)
// GTK 4.8 gives a window the accessible role of a plain widget if something in it has the focus
// before the window is shown. It keeps a role set at construction, so that of the class is set.
CGLIB_NEW(AdwApplicationWindow, new, "ApplicationWindow.init(_:)",
         (GtkApplication *_Nonnull application),
         g_object_new(ADW_TYPE_APPLICATION_WINDOW, "application", application, "accessible-role",
                      cadwaita_role(ADW_TYPE_APPLICATION_WINDOW), NULL))

CGLIB_OBJECT(AdwStyleManager, "StyleManager")
/// The style manager of the default display.
static inline AdwStyleManager *_Nonnull cadwaita_style_manager(void) CGLIB_UNRETAINED
{
  return adw_style_manager_get_default();
}

CGTK_WIDGET(AdwHeaderBar, "HeaderBar")
CGLIB_NEW(AdwHeaderBar, new, "HeaderBar.init()", (void), adw_header_bar_new())

CGTK_WIDGET(AdwWindowTitle, "WindowTitle")
CGLIB_NEW(AdwWindowTitle, new, "WindowTitle.init(_:subtitle:)",
         (const char *_Nonnull title, const char *_Nonnull subtitle),
         adw_window_title_new(title, subtitle))

CGTK_WIDGET(AdwStatusPage, "StatusPage")
CGLIB_NEW(AdwStatusPage, new, "StatusPage.init()", (void), adw_status_page_new())

CGTK_WIDGET(AdwViewStack, "ViewStack")
CGLIB_NEW(AdwViewStack, new, "ViewStack.init()", (void), adw_view_stack_new())
CGTK_WIDGET(AdwViewSwitcherTitle, "ViewSwitcherTitle")
CGLIB_NEW(AdwViewSwitcherTitle, new, "ViewSwitcherTitle.init(of:title:)",
         (AdwViewStack *_Nonnull stack, const char *_Nonnull title),
         g_object_new(ADW_TYPE_VIEW_SWITCHER_TITLE, "stack", stack, "title", title, NULL))
CGTK_WIDGET(AdwViewSwitcherBar, "ViewSwitcherBar")
CGLIB_NEW(AdwViewSwitcherBar, new, "ViewSwitcherBar.init(of:)", (AdwViewStack *_Nonnull stack),
         g_object_new(ADW_TYPE_VIEW_SWITCHER_BAR, "stack", stack, "reveal", TRUE, NULL))

CGTK_WIDGET(AdwClamp, "Clamp")
CGLIB_NEW(AdwClamp, new, "Clamp.init(_:)", (GtkWidget *_Nonnull child),
         g_object_new(ADW_TYPE_CLAMP, "child", child, NULL))

// Folding panes.
CGTK_WIDGET(AdwFlap, "Flap")
CGLIB_NEW(AdwFlap, new, "Flap.init()", (void), adw_flap_new())
CGTK_WIDGET(AdwLeaflet, "Leaflet")
CGLIB_NEW(AdwLeaflet, new, "Leaflet.init()", (void), adw_leaflet_new())

// Preferences. Titles are plain text here, not markup. The title is set after construction: among
// the construction properties it would be read as markup, since they notify in reverse order.
static inline gpointer cadwaita_row_new(GType type, const char *title)
{
  gpointer row = g_object_new(type, "use-markup", FALSE, NULL);
  adw_preferences_row_set_title(row, title);
  return row;
}
CGTK_WIDGET(AdwPreferencesPage, "PreferencesPage")
CGLIB_NEW(AdwPreferencesPage, new, "PreferencesPage.init()", (void), adw_preferences_page_new())
CGTK_WIDGET(AdwPreferencesGroup, "PreferencesGroup")
CGLIB_NEW(AdwPreferencesGroup, new, "PreferencesGroup.init()", (void), adw_preferences_group_new())
CGTK_WIDGET(AdwActionRow, "ActionRow")
CGLIB_NEW(AdwActionRow, new, "ActionRow.init(shownTitle:)", (const char *_Nonnull title),
         cadwaita_row_new(ADW_TYPE_ACTION_ROW, title))
CGTK_WIDGET(AdwComboRow, "ComboRow")
CGLIB_NEW(AdwComboRow, new, "ComboRow.init(title:)", (const char *_Nonnull title),
         cadwaita_row_new(ADW_TYPE_COMBO_ROW, title))
CGTK_WIDGET(AdwEntryRow, "EntryRow")
CGLIB_CAST(AdwEntryRow, "EntryRow", "asEditable", GtkEditable, as_editable)
CGLIB_NEW(AdwEntryRow, new, "EntryRow.init(shownTitle:)", (const char *_Nonnull title),
         cadwaita_row_new(ADW_TYPE_ENTRY_ROW, title))
// A password row is an EntryRow in Swift, because AdwPasswordEntryRow adds no functions.
CGLIB_NEW(AdwEntryRow, new_password, "EntryRow.init(shownPasswordTitle:)",
         (const char *_Nonnull title), cadwaita_row_new(ADW_TYPE_PASSWORD_ENTRY_ROW, title))

// Messages.
CGTK_WIDGET(AdwToastOverlay, "ToastOverlay")
CGLIB_NEW(AdwToastOverlay, new, "ToastOverlay.init()", (void), adw_toast_overlay_new())
CGLIB_OBJECT(AdwToast, "Toast")
CGLIB_NEW_FULL(AdwToast, new, "Toast.init(markup:)", (const char *_Nonnull title),
              adw_toast_new(title))
CGTK_WIDGET(AdwMessageDialog, "MessageDialog")
CGLIB_CAST(AdwMessageDialog, "MessageDialog", "asWindow", GtkWindow, as_window)
CGLIB_NEW(AdwMessageDialog, new, "MessageDialog.init(heading:shownBody:)",
         (const char *_Nonnull heading, const char *_Nonnull body),
         adw_message_dialog_new(NULL, heading, body))

// The overlay takes over the caller's reference.
static inline void tideline_add_toast(AdwToastOverlay *_Nonnull overlay, AdwToast *_Nonnull toast)
{
  adw_toast_overlay_add_toast(overlay, g_object_ref(toast));
}

static inline void tideline_combo_row_set_choices(AdwComboRow *_Nonnull row,
                                                  const char *_Nullable const *_Nonnull choices)
{
  GtkStringList *model = gtk_string_list_new(choices);
  adw_combo_row_set_model(row, G_LIST_MODEL(model));
  g_object_unref(model);
}

// Variadic, so Swift cannot call it.
static inline void tideline_about(GtkWindow *_Nonnull parent, const char *_Nonnull icon,
                                  const char *_Nonnull name, const char *_Nonnull version,
                                  const char *_Nonnull comments,
                                  const char *_Nonnull developer)
{
  adw_show_about_window(parent, "application-icon", icon, "application-name", name, "version",
                        version, "comments", comments, "developer-name", developer,
                        "license-type", GTK_LICENSE_MIT_X11, NULL);
}

static inline void tideline_append_key(GtkBox *_Nonnull box, const char *_Nonnull accelerator)
{
  GtkWidget *key = gtk_shortcut_label_new(accelerator);
  gtk_widget_set_halign(key, GTK_ALIGN_END);
  gtk_box_append(box, key);
}
