// The module of GLib's object system for Swift. CTidelineGLib.apinotes turns the structs below into
// Swift classes under ARC. The macros define the functions for it: retain and release of the exact
// type, the upcasts that imported classes lack, and constructors that sink the floating reference,
// so that Swift owns the new object. The module of GTK builds on this module.

#pragma once

// Restricted to GLib 2.74, the version of Debian 12. Newer headers then warn of functions added
// after it, which must be looked up at run time, and not of functions deprecated after it.
#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74
#define GLIB_VERSION_MAX_ALLOWED GLIB_VERSION_2_74

#include "names.h"

#include <gio/gio.h>
#include <libintl.h>

// string.h declares `memmem` only with GNU's extensions, which Swift does not enable.
void *_Nullable memmem(const void *_Nonnull text, size_t length, const void *_Nonnull part,
                       size_t part_length);

// stdio.h declares `renameat2` only with GNU's extensions, too. With flags 1 it replaces no file.
int renameat2(int from_folder, const char *_Nonnull from, int to_folder, const char *_Nonnull to,
              unsigned int flags);

// Returns free memory to the system, except `kept` bytes. malloc.h, which has it, is in no module.
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

// Allows NULL: for an optional tuple that is nil, Swift 6.3 still calls release for its object.
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

// For constructors whose result is a full reference, not a floating one.
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
