// GTK 4 as Swift sees it. CGtk.apinotes turns the structs below into Swift classes under ARC;
// the macros write what it refers to: a retain and release pair of the exact type, the upcasts
// that imported classes lack, and constructors that sink the floating reference, so that Swift
// owns what it made.

#pragma once

#include <gtk/gtk.h>

#define CGTK_SWIFT_NAME(name) __attribute__((swift_name(name)))
#define CGTK_UNRETAINED __attribute__((swift_attr("returns_unretained")))
#define CGTK_RETAINED __attribute__((swift_attr("returns_retained")))

#define CGTK_CAST(Type, Name, property, Base, suffix)                                            \
  static inline Base *_Nonnull Type##_##suffix(Type *_Nonnull object) CGTK_UNRETAINED            \
      CGTK_SWIFT_NAME("getter:" Name "." property "(self:)")                                     \
  {                                                                                              \
    return (Base *)object;                                                                       \
  }

#define CGTK_OBJECT(Type, Name)                                                                  \
  static inline void Type##_retain(Type *_Nonnull object) { g_object_ref(object); }              \
  static inline void Type##_release(Type *_Nonnull object) { g_object_unref(object); }           \
  CGTK_CAST(Type, Name, "asObject", GObject, as_object)

#define CGTK_WIDGET(Type, Name)                                                                  \
  CGTK_OBJECT(Type, Name)                                                                        \
  CGTK_CAST(Type, Name, "asWidget", GtkWidget, as_widget)

#define CGTK_EVENT_CONTROLLER(Type, Name)                                                        \
  CGTK_OBJECT(Type, Name)                                                                        \
  CGTK_CAST(Type, Name, "asEventController", GtkEventController, as_event_controller)

#define CGTK_NEW(Type, name, initializer, parameters, call)                                      \
  static inline Type *_Nonnull Type##_##name parameters CGTK_RETAINED                            \
  CGTK_SWIFT_NAME(initializer)                                                                   \
  {                                                                                              \
    return (Type *)g_object_ref_sink(call);                                                      \
  }

// Constructors that return a full reference already.
#define CGTK_NEW_FULL(Type, name, initializer, parameters, call)                                 \
  static inline Type *_Nonnull Type##_##name parameters CGTK_RETAINED                            \
  CGTK_SWIFT_NAME(initializer)                                                                   \
  {                                                                                              \
    return (Type *)(call);                                                                       \
  }

CGTK_OBJECT(GObject, "Object")
CGTK_WIDGET(GtkWidget, "Widget")

// Windows and what they hold.
CGTK_OBJECT(GApplication, "GApplication")
CGTK_OBJECT(GtkApplication, "Application")
CGTK_CAST(GtkApplication, "Application", "asGApplication", GApplication, as_g_application)
CGTK_CAST(GtkApplication, "Application", "asActionMap", GActionMap, as_action_map)
CGTK_WIDGET(GtkWindow, "Window")
CGTK_NEW(GtkWindow, new, "Window.init()", (void), gtk_window_new())
CGTK_WIDGET(GtkBox, "Box")
CGTK_NEW(GtkBox, new, "Box.init(_:spacing:)", (GtkOrientation orientation, int spacing),
         gtk_box_new(orientation, spacing))
// The accessible role can be set at construction only.
CGTK_NEW(GtkBox, new_with_role, "Box.init(_:spacing:role:)",
         (GtkOrientation orientation, int spacing, GtkAccessibleRole role),
         g_object_new(GTK_TYPE_BOX, "orientation", orientation, "spacing", spacing,
                      "accessible-role", role, NULL))
CGTK_WIDGET(GtkOverlay, "Overlay")
CGTK_NEW(GtkOverlay, new, "Overlay.init()", (void), gtk_overlay_new())
CGTK_WIDGET(GtkStack, "Stack")
CGTK_NEW(GtkStack, new, "Stack.init()", (void), gtk_stack_new())

// Leaves.
CGTK_WIDGET(GtkLabel, "Label")
CGTK_NEW(GtkLabel, new, "Label.init(_:)", (const char *_Nullable text), gtk_label_new(text))
CGTK_WIDGET(GtkSpinner, "Spinner")
CGTK_NEW(GtkSpinner, new, "Spinner.init()", (void), gtk_spinner_new())
CGTK_WIDGET(GtkImage, "Image")
CGTK_NEW(GtkImage, new_from_icon_name_, "Image.init(iconName:)", (const char *_Nullable name),
         gtk_image_new_from_icon_name(name))
CGTK_WIDGET(GtkButton, "Button")
CGTK_OBJECT(GtkActionable, "Actionable")
CGTK_CAST(GtkButton, "Button", "asActionable", GtkActionable, as_actionable)
CGTK_NEW(GtkButton, new, "Button.init()", (void), gtk_button_new())
CGTK_NEW(GtkButton, new_with_label_, "Button.init(label:)", (const char *_Nonnull label),
         gtk_button_new_with_label(label))
CGTK_NEW(GtkButton, new_from_icon_name_, "Button.init(iconName:)", (const char *_Nonnull name),
         gtk_button_new_from_icon_name(name))
CGTK_WIDGET(GtkMenuButton, "MenuButton")
CGTK_NEW(GtkMenuButton, new, "MenuButton.init()", (void), gtk_menu_button_new())

// Scrolling.
CGTK_OBJECT(GtkAdjustment, "Adjustment")
CGTK_WIDGET(GtkScrolledWindow, "ScrolledWindow")
CGTK_NEW(GtkScrolledWindow, new, "ScrolledWindow.init()", (void), gtk_scrolled_window_new())

// Lists.
CGTK_OBJECT(GListModel, "ListModel")
CGTK_OBJECT(GtkSelectionModel, "SelectionModel")
CGTK_NEW_FULL(GtkSelectionModel, new_none_, "SelectionModel.init(none:)",
              (GListModel *_Nonnull model), gtk_no_selection_new(g_object_ref(model)))
CGTK_OBJECT(GtkListItem, "ListItem")
CGTK_OBJECT(GtkSignalListItemFactory, "SignalListItemFactory")
CGTK_NEW_FULL(GtkSignalListItemFactory, new, "SignalListItemFactory.init()", (void),
              gtk_signal_list_item_factory_new())
CGTK_WIDGET(GtkListView, "ListView")
CGTK_NEW(GtkListView, new, "ListView.init(model:factory:)",
         (GtkSelectionModel *_Nonnull model, GtkSignalListItemFactory *_Nonnull factory),
         gtk_list_view_new(g_object_ref(model),
                           GTK_LIST_ITEM_FACTORY(g_object_ref(factory))))

// Input.
CGTK_OBJECT(GtkEventController, "EventController")
CGTK_CAST(GtkEventController, "EventController", "asEventController", GtkEventController,
          as_event_controller)
CGTK_EVENT_CONTROLLER(GtkEventControllerScroll, "EventControllerScroll")
CGTK_NEW_FULL(GtkEventControllerScroll, new, "EventControllerScroll.init(flags:)",
              (GtkEventControllerScrollFlags flags),
              gtk_event_controller_scroll_new(flags))
CGTK_OBJECT(GtkGesture, "Gesture")
CGTK_OBJECT(GtkGestureSingle, "GestureSingle")
CGTK_EVENT_CONTROLLER(GtkGestureDrag, "GestureDrag")
CGTK_CAST(GtkGestureDrag, "GestureDrag", "asGestureSingle", GtkGestureSingle, as_gesture_single)
CGTK_CAST(GtkGestureDrag, "GestureDrag", "asGesture", GtkGesture, as_gesture)
CGTK_NEW_FULL(GtkGestureDrag, new, "GestureDrag.init()", (void), gtk_gesture_drag_new())
CGTK_EVENT_CONTROLLER(GtkShortcutController, "ShortcutController")
CGTK_NEW_FULL(GtkShortcutController, new, "ShortcutController.init()", (void),
              gtk_shortcut_controller_new())

// Actions, menus, styles.
CGTK_OBJECT(GAction, "Action")
CGTK_OBJECT(GSimpleAction, "SimpleAction")
CGTK_CAST(GSimpleAction, "SimpleAction", "asAction", GAction, as_action)
CGTK_NEW_FULL(GSimpleAction, new, "SimpleAction.init(name:)", (const char *_Nonnull name),
              g_simple_action_new(name, NULL))
CGTK_OBJECT(GActionMap, "ActionMap")
CGTK_OBJECT(GActionGroup, "ActionGroup")
CGTK_OBJECT(GSimpleActionGroup, "SimpleActionGroup")
CGTK_CAST(GSimpleActionGroup, "SimpleActionGroup", "asActionGroup", GActionGroup, as_action_group)
CGTK_CAST(GSimpleActionGroup, "SimpleActionGroup", "asActionMap", GActionMap, as_action_map)
CGTK_NEW_FULL(GSimpleActionGroup, new, "SimpleActionGroup.init()", (void),
              g_simple_action_group_new())
CGTK_OBJECT(GMenuModel, "MenuModel")
CGTK_OBJECT(GMenu, "Menu")
CGTK_CAST(GMenu, "Menu", "asMenuModel", GMenuModel, as_menu_model)
CGTK_NEW_FULL(GMenu, new, "Menu.init()", (void), g_menu_new())
CGTK_OBJECT(GtkStyleProvider, "StyleProvider")
CGTK_OBJECT(GtkCssProvider, "CssProvider")
CGTK_CAST(GtkCssProvider, "CssProvider", "asStyleProvider", GtkStyleProvider, as_style_provider)
CGTK_NEW_FULL(GtkCssProvider, new, "CssProvider.init()", (void), gtk_css_provider_new())
CGTK_OBJECT(GtkSettings, "Settings")
