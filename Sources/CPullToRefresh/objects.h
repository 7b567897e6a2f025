// The parts of the objects that several files use.

#pragma once

#include "../CPullToRefreshShim/include/CPullToRefreshShim.h"
#include "CPullToRefresh.h"

struct _PullToRefreshRow {
  GObject parent_instance;
  PullToRefreshList *list;  // which owns the row; NULL before it does, and after its end
  int role;
  PullToRefreshState state;
  double progress;
  TidelineRowSettings settings;
};

// The Swift part of a list; NULL for no list, and for one without a widget.
gpointer tideline_list_binding(PullToRefreshList *list);

// Warns of each property of a row that its role does not have.
void tideline_row_check_role(PullToRefreshRow *row);

// Sets the state of a row, and notifies the program of a change.
void tideline_row_show(PullToRefreshRow *row, PullToRefreshState state, double progress,
                       bool has_more);

// Whether a pointer that a program has passed may be used; otherwise logs a warning.
#define TIDELINE_MAY_USE(pointer, type) tideline_may_use(pointer, type, G_STRFUNC)
bool tideline_may_use(const void *pointer, GType type, const char *function);

// Releases a reference soon.
void tideline_release_on_main_thread(gpointer object);
// For dispose: a program may release its last reference on another thread. Then keeps the object
// until the main thread has released it.
bool tideline_is_kept_for_main_thread(GObject *object);

// Properties are fields: a property's number is the offset of its field in the object.

#define TIDELINE_FIELD(Type, field) ((guint)G_STRUCT_OFFSET(struct _##Type, field))
void tideline_field_set(GObject *object, guint offset, const GValue *value);
void tideline_field_get(GObject *object, guint offset, GValue *value, GParamSpec *spec);
