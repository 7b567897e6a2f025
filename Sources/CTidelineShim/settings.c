// Stored values that the schema does not allow, for which GSettings itself returns the default.
// Also bindings with a mapping, whose callbacks Swift cannot express.

#define G_SETTINGS_ENABLE_BACKEND

#include "CTidelineShim.h"

#include <gio/gsettingsbackend.h>

static GVariant *stored(GSettingsBackend *backend, const char *path, const GVariantType *type)
{
  return G_SETTINGS_BACKEND_GET_CLASS(backend)->read(backend, path, type, FALSE);
}

char *tideline_settings_refused(GSettings *settings, GSettingsSchema *schema, const char *key)
{
  GSettingsSchemaKey *rules = g_settings_schema_get_key(schema, key);
  const GVariantType *type = g_settings_schema_key_get_value_type(rules);
  char *path = g_strconcat(g_settings_schema_get_path(schema), key, NULL);
  GSettingsBackend *backend = NULL;
  g_object_get(settings, "backend", &backend, NULL);

  GVariant *value = stored(backend, path, type);
  // The keyfile backend returns a value of another type only if it is asked for text.
  if (!value)
    value = stored(backend, path, G_VARIANT_TYPE_STRING);
  char *refused = NULL;
  if (value && !(g_variant_is_of_type(value, type) &&
                 g_settings_schema_key_range_check(rules, value)))
    refused = g_variant_print(value, FALSE);

  g_clear_pointer(&value, g_variant_unref);
  g_object_unref(backend);
  g_free(path);
  g_settings_schema_key_unref(rules);
  return refused;
}

static gboolean place_of(GValue *place, GVariant *value, gpointer choices)
{
  const char *const *all = choices;
  const char *text = g_variant_get_string(value, NULL);
  guint index = 0;
  while (all[index] && strcmp(all[index], text) != 0)
    index++;
  g_value_set_uint(place, all[index] ? index : GTK_INVALID_LIST_POSITION);
  return TRUE;
}

// Stores nothing if nothing is selected.
static GVariant *choice_at(const GValue *place, const GVariantType *type, gpointer choices)
{
  (void)type;
  guint index = g_value_get_uint(place);
  return index < g_strv_length(choices) ? g_variant_new_string(((char **)choices)[index]) : NULL;
}

void tideline_settings_bind_choice(GSettings *settings, const char *key, GObject *object,
                                   const char *property, const char *const *choices)
{
  g_settings_bind_with_mapping(settings, key, object, property, G_SETTINGS_BIND_DEFAULT, place_of,
                               choice_at, g_strdupv((char **)choices),
                               (GDestroyNotify)g_strfreev);
}
