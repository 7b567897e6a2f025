// The module of GTK 4 for Swift, with the macros of CTidelineGLib.h. CPullToRefreshGtk.apinotes
// names the classes.

#pragma once

#include "../CTidelineGLib/CTidelineGLib.h"

// Restricted to GTK 4.8, as CTidelineGLib.h is to GLib 2.74.
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define GDK_VERSION_MAX_ALLOWED GDK_VERSION_4_8

#include "names.h"

#include <gtk/gtk.h>

#define CGTK_WIDGET(Type, Name)                                                                  \
  CGLIB_OBJECT(Type, Name)                                                                       \
  CGLIB_CAST(Type, Name, "asWidget", GtkWidget, as_widget)

#define CGTK_EVENT_CONTROLLER(Type, Name)                                                        \
  CGLIB_OBJECT(Type, Name)                                                                       \
  CGLIB_CAST(Type, Name, "asEventController", GtkEventController, as_event_controller)

CGTK_WIDGET(GtkWidget, "Widget")

// Windows and their content.
CGLIB_OBJECT(GtkApplication, "Application")
CGLIB_CAST(GtkApplication, "Application", "asGApplication", GApplication, as_g_application)
CGLIB_CAST(GtkApplication, "Application", "asActionMap", GActionMap, as_action_map)
CGLIB_CAST(GtkApplication, "Application", "asActionGroup", GActionGroup, as_action_group)
CGLIB_NEW_FULL(GtkApplication, new, "Application.init(id:)", (const char *_Nonnull id),
              gtk_application_new(id, (GApplicationFlags)0))
// For programs that may run several times at once.
CGLIB_NEW_FULL(GtkApplication, new_non_unique, "Application.init(nonUnique:)",
              (const char *_Nonnull id),
              gtk_application_new(id, G_APPLICATION_NON_UNIQUE))
CGTK_WIDGET(GtkWindow, "Window")
CGLIB_NEW(GtkWindow, new_of_application, "Window.init(of:)", (GtkApplication *_Nonnull application),
         gtk_application_window_new(application))
CGLIB_NEW(GtkWindow, new, "Window.init()", (void), gtk_window_new())
CGTK_WIDGET(GtkBox, "Box")
CGLIB_NEW(GtkBox, new, "Box.init(_:spacing:)", (GtkOrientation orientation, int spacing),
         gtk_box_new(orientation, spacing))
// In C, because Swift's compiler crashes at a convenience initializer of this class.
CGLIB_NEW(GtkBox, new_with_margin, "Box.init(_:spacing:margin:)",
         (GtkOrientation orientation, int spacing, int margin),
         g_object_new(GTK_TYPE_BOX, "orientation", orientation, "spacing", spacing, "margin-top",
                      margin, "margin-bottom", margin, "margin-start", margin, "margin-end", margin,
                      NULL))
// The accessible role can be set at construction only.
CGLIB_NEW(GtkBox, new_with_role, "Box.init(_:spacing:role:)",
         (GtkOrientation orientation, int spacing, GtkAccessibleRole role),
         g_object_new(GTK_TYPE_BOX, "orientation", orientation, "spacing", spacing,
                      "accessible-role", role, NULL))
CGTK_WIDGET(GtkCenterBox, "CenterBox")
CGLIB_NEW(GtkCenterBox, new_with_role, "CenterBox.init(role:)", (GtkAccessibleRole role),
         g_object_new(GTK_TYPE_CENTER_BOX, "accessible-role", role, NULL))
CGTK_WIDGET(GtkOverlay, "Overlay")
CGLIB_NEW(GtkOverlay, new, "Overlay.init()", (void), gtk_overlay_new())
CGTK_WIDGET(GtkStack, "Stack")
CGLIB_NEW(GtkStack, new, "Stack.init()", (void), gtk_stack_new())
CGTK_WIDGET(GtkSeparator, "Separator")
CGLIB_NEW(GtkSeparator, new, "Separator.init(_:)", (GtkOrientation orientation),
         gtk_separator_new(orientation))
CGTK_WIDGET(GtkPaned, "Paned")
CGLIB_NEW(GtkPaned, new, "Paned.init(_:)", (GtkOrientation orientation),
         gtk_paned_new(orientation))

CGLIB_OBJECT(GtkNativeDialog, "NativeDialog")
CGLIB_OBJECT(GtkFileChooserNative, "FileChooserNative")
CGLIB_CAST(GtkFileChooserNative, "FileChooserNative", "asNativeDialog", GtkNativeDialog,
          as_native_dialog)
CGLIB_NEW_FULL(GtkFileChooserNative, new, "FileChooserNative.init(title:parent:action:accept:)",
              (const char *_Nonnull title, GtkWindow *_Nonnull parent,
               GtkFileChooserAction action, const char *_Nonnull accept),
              gtk_file_chooser_native_new(title, parent, action, accept, NULL))

// Widgets without children.
CGTK_WIDGET(GtkLabel, "Label")
CGLIB_NEW(GtkLabel, new, "Label.init()", (void), gtk_label_new(NULL))
CGLIB_NEW(GtkLabel, new_with_role, "Label.init(role:)", (GtkAccessibleRole role),
         g_object_new(GTK_TYPE_LABEL, "accessible-role", role, NULL))
CGTK_WIDGET(GtkSpinner, "Spinner")
CGLIB_NEW(GtkSpinner, new, "Spinner.init()", (void), gtk_spinner_new())
CGTK_WIDGET(GtkImage, "Image")
CGLIB_NEW(GtkImage, new_from_icon_name_, "Image.init(iconName:)", (const char *_Nullable name),
         gtk_image_new_from_icon_name(name))
CGLIB_OBJECT(GdkPaintable, "Paintable")
CGTK_WIDGET(GtkPicture, "Picture")
CGLIB_NEW(GtkPicture, new_for, "Picture.init(_:)", (GdkPaintable *_Nonnull paintable),
         gtk_picture_new_for_paintable(paintable))
CGTK_WIDGET(GtkButton, "Button")
CGLIB_OBJECT(GtkActionable, "Actionable")
CGLIB_CAST(GtkButton, "Button", "asActionable", GtkActionable, as_actionable)
CGLIB_NEW(GtkButton, new, "Button.init()", (void), gtk_button_new())
CGLIB_NEW(GtkButton, new_with_label_, "Button.init(label:)", (const char *_Nonnull label),
         gtk_button_new_with_label(label))
CGLIB_NEW(GtkButton, new_from_icon_name_, "Button.init(iconName:)", (const char *_Nonnull name),
         gtk_button_new_from_icon_name(name))
CGLIB_NEW(GtkButton, new_with_role, "Button.init(role:)", (GtkAccessibleRole role),
         g_object_new(GTK_TYPE_BUTTON, "accessible-role", role, NULL))
CGTK_WIDGET(GtkToggleButton, "ToggleButton")
CGLIB_CAST(GtkToggleButton, "ToggleButton", "asButton", GtkButton, as_button)
CGLIB_NEW(GtkToggleButton, new, "ToggleButton.init()", (void), gtk_toggle_button_new())
CGTK_WIDGET(GtkMenuButton, "MenuButton")
CGLIB_NEW(GtkMenuButton, new, "MenuButton.init()", (void), gtk_menu_button_new())
CGTK_WIDGET(GtkProgressBar, "ProgressBar")
CGLIB_NEW(GtkProgressBar, new, "ProgressBar.init()", (void), gtk_progress_bar_new())
CGTK_WIDGET(GtkDrawingArea, "DrawingArea")
CGLIB_NEW(GtkDrawingArea, new, "DrawingArea.init()", (void), gtk_drawing_area_new())
CGTK_WIDGET(GtkExpander, "Expander")
CGLIB_NEW(GtkExpander, new, "Expander.init(label:)", (const char *_Nonnull label),
         gtk_expander_new(label))
CGLIB_OBJECT(GtkTextBuffer, "TextBuffer")
CGTK_WIDGET(GtkTextView, "TextView")
CGLIB_NEW(GtkTextView, new, "TextView.init()", (void), gtk_text_view_new())

// Controls.
CGLIB_OBJECT(GtkEditable, "Editable")
CGTK_WIDGET(GtkEntry, "Entry")
CGLIB_CAST(GtkEntry, "Entry", "asEditable", GtkEditable, as_editable)
CGLIB_NEW(GtkEntry, new, "Entry.init()", (void), gtk_entry_new())
CGTK_WIDGET(GtkSearchEntry, "SearchEntry")
CGLIB_CAST(GtkSearchEntry, "SearchEntry", "asEditable", GtkEditable, as_editable)
CGLIB_NEW(GtkSearchEntry, new, "SearchEntry.init()", (void), gtk_search_entry_new())
CGTK_WIDGET(GtkSearchBar, "SearchBar")
CGLIB_NEW(GtkSearchBar, new, "SearchBar.init()", (void), gtk_search_bar_new())
CGTK_WIDGET(GtkSwitch, "Switch")
CGLIB_NEW(GtkSwitch, new, "Switch.init()", (void), gtk_switch_new())
CGTK_WIDGET(GtkSpinButton, "SpinButton")
CGLIB_NEW(GtkSpinButton, new, "SpinButton.init(from:to:step:)",
         (double least, double most, double step), gtk_spin_button_new_with_range(least, most, step))
CGTK_WIDGET(GtkColorButton, "ColorButton")
CGLIB_NEW(GtkColorButton, new, "ColorButton.init()", (void), gtk_color_button_new())
CGTK_WIDGET(GtkFontButton, "FontButton")
CGLIB_NEW(GtkFontButton, new, "FontButton.init()", (void), gtk_font_button_new())

// Scrolling.
CGLIB_OBJECT(GtkAdjustment, "Adjustment")
CGTK_WIDGET(GtkScrolledWindow, "ScrolledWindow")
CGLIB_NEW(GtkScrolledWindow, new, "ScrolledWindow.init()", (void), gtk_scrolled_window_new())

// Marks in a text, by which a text view keeps its scroll position.
CGLIB_OBJECT(GtkTextMark, "TextMark")

// Lists.
CGLIB_OBJECT(GtkSelectionModel, "SelectionModel")
CGLIB_NEW_FULL(GtkSelectionModel, new_none_, "SelectionModel.init(none:)",
              (GListModel *_Nonnull model), gtk_no_selection_new(g_object_ref(model)))
// GTK selects no row automatically, and a selected row can be unselected.
CGLIB_NEW_FULL(GtkSelectionModel, new_single_, "SelectionModel.init(single:)",
              (GListModel *_Nonnull model),
              g_object_new(GTK_TYPE_SINGLE_SELECTION, "autoselect", FALSE, "can-unselect", TRUE,
                           "model", model, NULL))
CGLIB_NEW_FULL(GtkSelectionModel, new_several_, "SelectionModel.init(several:)",
              (GListModel *_Nonnull model), gtk_multi_selection_new(g_object_ref(model)))
CGLIB_OBJECT(GtkListItem, "ListItem")
CGLIB_OBJECT(GtkSignalListItemFactory, "SignalListItemFactory")
CGLIB_NEW_FULL(GtkSignalListItemFactory, new, "SignalListItemFactory.init()", (void),
              gtk_signal_list_item_factory_new())
CGTK_WIDGET(GtkListView, "ListView")
CGLIB_NEW(GtkListView, new, "ListView.init(model:factory:)",
         (GtkSelectionModel *_Nonnull model, GtkSignalListItemFactory *_Nonnull factory),
         gtk_list_view_new(g_object_ref(model),
                           GTK_LIST_ITEM_FACTORY(g_object_ref(factory))))
CGTK_WIDGET(GtkGridView, "GridView")
CGLIB_NEW(GtkGridView, new, "GridView.init(model:factory:)",
         (GtkSelectionModel *_Nonnull model, GtkSignalListItemFactory *_Nonnull factory),
         gtk_grid_view_new(g_object_ref(model),
                           GTK_LIST_ITEM_FACTORY(g_object_ref(factory))))
CGLIB_OBJECT(GtkColumnViewColumn, "ColumnViewColumn")
CGLIB_NEW_FULL(GtkColumnViewColumn, new, "ColumnViewColumn.init(title:factory:)",
              (const char *_Nonnull title, GtkSignalListItemFactory *_Nonnull factory),
              gtk_column_view_column_new(title, GTK_LIST_ITEM_FACTORY(g_object_ref(factory))))
CGTK_WIDGET(GtkColumnView, "ColumnView")
CGLIB_NEW(GtkColumnView, new, "ColumnView.init(model:)", (GtkSelectionModel *_Nonnull model),
         gtk_column_view_new(g_object_ref(model)))
CGTK_WIDGET(GtkListBox, "ListBox")
CGLIB_NEW(GtkListBox, new, "ListBox.init()", (void), gtk_list_box_new())

// Frames.
CGLIB_OBJECT(GdkFrameClock, "FrameClock")

// Input.
CGLIB_OBJECT(GtkEventController, "EventController")
CGLIB_CAST(GtkEventController, "EventController", "asEventController", GtkEventController,
          as_event_controller)
CGLIB_NEW_FULL(GtkEventController, new_legacy, "EventController.init()", (void),
              gtk_event_controller_legacy_new())
CGTK_EVENT_CONTROLLER(GtkEventControllerScroll, "EventControllerScroll")
CGLIB_NEW_FULL(GtkEventControllerScroll, new, "EventControllerScroll.init(flags:)",
              (GtkEventControllerScrollFlags flags),
              gtk_event_controller_scroll_new(flags))
CGLIB_OBJECT(GtkGesture, "Gesture")
CGLIB_OBJECT(GtkGestureSingle, "GestureSingle")
CGTK_EVENT_CONTROLLER(GtkGestureDrag, "GestureDrag")
CGLIB_CAST(GtkGestureDrag, "GestureDrag", "asGestureSingle", GtkGestureSingle, as_gesture_single)
CGLIB_CAST(GtkGestureDrag, "GestureDrag", "asGesture", GtkGesture, as_gesture)
CGLIB_NEW_FULL(GtkGestureDrag, new, "GestureDrag.init()", (void), gtk_gesture_drag_new())
CGTK_EVENT_CONTROLLER(GtkDropTarget, "DropTarget")
CGLIB_NEW_FULL(GtkDropTarget, new_for_files, "DropTarget.init()", (void),
              gtk_drop_target_new(GDK_TYPE_FILE_LIST, GDK_ACTION_COPY))
CGTK_EVENT_CONTROLLER(GtkGestureClick, "GestureClick")
CGLIB_CAST(GtkGestureClick, "GestureClick", "asGestureSingle", GtkGestureSingle,
          as_gesture_single)
CGLIB_CAST(GtkGestureClick, "GestureClick", "asGesture", GtkGesture, as_gesture)
CGLIB_NEW_FULL(GtkGestureClick, new, "GestureClick.init()", (void),
              (GtkGestureClick *)gtk_gesture_click_new())
CGTK_EVENT_CONTROLLER(GtkEventControllerKey, "EventControllerKey")
CGLIB_NEW_FULL(GtkEventControllerKey, new, "EventControllerKey.init()", (void),
              gtk_event_controller_key_new())
CGTK_EVENT_CONTROLLER(GtkShortcutController, "ShortcutController")
CGLIB_NEW_FULL(GtkShortcutController, new, "ShortcutController.init()", (void),
              gtk_shortcut_controller_new())

// Actions, menus, styles.
CGLIB_OBJECT(GtkStyleProvider, "StyleProvider")
CGLIB_OBJECT(GtkCssProvider, "CssProvider")
CGLIB_CAST(GtkCssProvider, "CssProvider", "asStyleProvider", GtkStyleProvider, as_style_provider)
CGLIB_NEW_FULL(GtkCssProvider, new, "CssProvider.init()", (void), gtk_css_provider_new())
CGLIB_OBJECT(GtkSettings, "Settings")
