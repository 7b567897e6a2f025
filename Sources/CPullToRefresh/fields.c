// Properties that are fields of their object, the check of pointers that a program has passed, and
// the end of objects that it releases on another thread.

#include "objects.h"

bool tideline_may_use(const void *pointer, GType type, const char *function)
{
  if (!tideline_is_main_thread())
    g_warning("pull-to-refresh: %s: This is not the main thread, to which all of GTK belongs. Call "
              "from there, by g_idle_add for instance.", function);
  else if (!tideline_is_live_object(pointer, type))
    g_warning("pull-to-refresh: %s: This pointer is no %s, or one that was freed.", function,
              g_type_name(type));
  else
    return true;
  return false;
}

static gboolean do_nothing(gpointer object)
{
  (void)object;
  return G_SOURCE_REMOVE;
}

void tideline_release_on_main_thread(gpointer object)
{
  g_idle_add_full(G_PRIORITY_DEFAULT, do_nothing, object, g_object_unref);
}

bool tideline_is_kept_for_main_thread(GObject *object)
{
  if (tideline_is_main_thread())
    return false;
  tideline_release_on_main_thread(g_object_ref(object));
  return true;
}

void tideline_field_set(GObject *object, guint offset, const GValue *value)
{
  gpointer field = G_STRUCT_MEMBER_P(object, offset);
  switch (G_TYPE_FUNDAMENTAL(G_VALUE_TYPE(value))) {
  case G_TYPE_BOOLEAN: *(gboolean *)field = g_value_get_boolean(value); break;
  case G_TYPE_INT: *(int *)field = g_value_get_int(value); break;
  case G_TYPE_ENUM: *(int *)field = g_value_get_enum(value); break;
  case G_TYPE_DOUBLE: *(double *)field = g_value_get_double(value); break;
  case G_TYPE_STRING:
    g_free(*(char **)field);
    *(char **)field = g_value_dup_string(value);
    break;
  default: {
    // A new widget's reference is floating.
    GObject *old = *(GObject **)field, *new = g_value_get_object(value);
    *(GObject **)field = new ? g_object_ref_sink(new) : NULL;
    g_clear_object(&old);
  }
  }
}

void tideline_field_get(GObject *object, guint offset, GValue *value, GParamSpec *spec)
{
  gpointer field = G_STRUCT_MEMBER_P(object, offset);
  switch (G_TYPE_FUNDAMENTAL(spec->value_type)) {
  case G_TYPE_BOOLEAN: g_value_set_boolean(value, *(gboolean *)field); break;
  case G_TYPE_INT: g_value_set_int(value, *(int *)field); break;
  case G_TYPE_ENUM: g_value_set_enum(value, *(int *)field); break;
  case G_TYPE_DOUBLE: g_value_set_double(value, *(double *)field); break;
  case G_TYPE_STRING: g_value_set_string(value, *(char **)field); break;
  default: g_value_set_object(value, *(GObject **)field);
  }
}
