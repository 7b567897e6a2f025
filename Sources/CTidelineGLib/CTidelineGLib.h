// GLib's object system as Swift sees it. CTidelineGLib.apinotes turns the structs below into Swift
// classes under ARC; the macros write what it refers to: a retain and release pair of the exact type,
// the upcasts that imported classes lack, and constructors that sink the floating reference, so that
// Swift owns what it made. A module of its own, since GTK and GMime both stand on it.

#pragma once

// Written for GLib 2.74, the one of Debian 12. Functions that were deprecated later are still right
// there, and newer ones must be looked up at run time: newer headers then warn of their use.
#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74
#define GLIB_VERSION_MAX_ALLOWED GLIB_VERSION_2_74

#include "names.h"

#include <gio/gio.h>
#include <libintl.h>

// string.h has it for those who ask for GNU's extensions, which Swift does not.
void *_Nullable memmem(const void *_Nonnull text, size_t length, const void *_Nonnull part,
                       size_t part_length);

// So has stdio.h this one; 1 as its last argument replaces nothing.
int renameat2(int from_folder, const char *_Nonnull from, int to_folder, const char *_Nonnull to,
              unsigned int flags);

// malloc.h has it, and is in no module. Gives free memory back to the system, except `kept` bytes.
int malloc_trim(size_t kept);

#define CGLIB_SWIFT_NAME(name) __attribute__((swift_name(name)))
#define CGLIB_UNRETAINED __attribute__((swift_attr("returns_unretained")))
#define CGLIB_RETAINED __attribute__((swift_attr("returns_retained")))

#define CGLIB_CAST(Type, Name, property, Base, suffix)                                           \
  static inline Base *_Nonnull Type##_##suffix(Type *_Nonnull object) CGLIB_UNRETAINED           \
      CGLIB_SWIFT_NAME("getter:" Name "." property "(self:)")                                    \
  {                                                                                              \
    return (Base *)object;                                                                       \
  }

// NULL is let pass: of an optional pair that is nil, Swift 6.3 releases the object all the same.
#define CGLIB_OBJECT(Type, Name)                                                                 \
  static inline void Type##_retain(Type *_Nullable object)                                       \
  {                                                                                              \
    if (object) g_object_ref(object);                                                            \
  }                                                                                              \
  static inline void Type##_release(Type *_Nullable object)                                      \
  {                                                                                              \
    if (object) g_object_unref(object);                                                          \
  }                                                                                              \
  CGLIB_CAST(Type, Name, "asObject", GObject, as_object)

#define CGLIB_NEW(Type, name, initializer, parameters, call)                                     \
  static inline Type *_Nonnull Type##_##name parameters CGLIB_RETAINED                           \
  CGLIB_SWIFT_NAME(initializer)                                                                  \
  {                                                                                              \
    return (Type *)g_object_ref_sink(call);                                                      \
  }

// Constructors that return a full reference already.
#define CGLIB_NEW_FULL(Type, name, initializer, parameters, call)                                \
  static inline Type *_Nonnull Type##_##name parameters CGLIB_RETAINED                           \
  CGLIB_SWIFT_NAME(initializer)                                                                  \
  {                                                                                              \
    return (Type *)(call);                                                                       \
  }

CGLIB_OBJECT(GObject, "Object")
CGLIB_OBJECT(GApplication, "GApplication")
CGLIB_OBJECT(GListModel, "ListModel")
CGLIB_OBJECT(GAction, "Action")
CGLIB_OBJECT(GSimpleAction, "SimpleAction")
CGLIB_CAST(GSimpleAction, "SimpleAction", "asAction", GAction, as_action)
CGLIB_NEW_FULL(GSimpleAction, new, "SimpleAction.init(name:)", (const char *_Nonnull name),
              g_simple_action_new(name, NULL))
CGLIB_NEW_FULL(GSimpleAction, new_of_text, "SimpleAction.init(nameOfTextAction:)",
              (const char *_Nonnull name), g_simple_action_new(name, G_VARIANT_TYPE_STRING))
CGLIB_NEW_FULL(GSimpleAction, new_toggle, "SimpleAction.init(toggle:isOn:)",
              (const char *_Nonnull name, gboolean is_on),
              g_simple_action_new_stateful(name, NULL, g_variant_new_boolean(is_on)))
CGLIB_OBJECT(GActionMap, "ActionMap")
CGLIB_OBJECT(GActionGroup, "ActionGroup")
CGLIB_OBJECT(GSimpleActionGroup, "SimpleActionGroup")
CGLIB_CAST(GSimpleActionGroup, "SimpleActionGroup", "asActionGroup", GActionGroup, as_action_group)
CGLIB_CAST(GSimpleActionGroup, "SimpleActionGroup", "asActionMap", GActionMap, as_action_map)
CGLIB_NEW_FULL(GSimpleActionGroup, new, "SimpleActionGroup.init()", (void),
              g_simple_action_group_new())
CGLIB_OBJECT(GMenuModel, "MenuModel")
CGLIB_OBJECT(GMenu, "Menu")
CGLIB_CAST(GMenu, "Menu", "asMenuModel", GMenuModel, as_menu_model)
CGLIB_NEW_FULL(GMenu, new, "Menu.init()", (void), g_menu_new())

CGLIB_OBJECT(GSettings, "GSettings")
CGLIB_NEW_FULL(GSettings, new, "GSettings.init(schema:)", (GSettingsSchema *_Nonnull schema),
              g_settings_new_full(schema, NULL, NULL))

CGLIB_OBJECT(GFileMonitor, "GFileMonitor")

CGLIB_OBJECT(GNotification, "GNotification")
CGLIB_NEW_FULL(GNotification, new, "GNotification.init(title:)", (const char *_Nonnull title),
              g_notification_new(title))
