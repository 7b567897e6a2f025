// What is stored against a schema's rules. GSettings itself answers as if nothing were stored.

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
  // A file of keys gives no value of another type, unless it is asked for text: that anything is.
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
