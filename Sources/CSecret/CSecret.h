#ifndef CSECRET_H
#define CSECRET_H

// Included first, so that this module has the same GLib types as the other modules.
#include "../CTidelineGLib/CTidelineGLib.h"
#include "../CTidelineGLib/CTidelineGLibNetwork.h"

#include <libsecret/secret.h>

// Wrappers for functions of libsecret that Swift cannot call: they are variadic, or take a schema
// that contains an array. They block, so call them on a separate thread.

// The attribute `account` alone identifies a secret; the other attributes are for users who look
// through their keyring.
static inline const SecretSchema *_Nonnull csecret_schema(void) {
  static const SecretSchema schema = {
      "org.tideline.Tideline",
      SECRET_SCHEMA_NONE,
      {
          {"account", SECRET_SCHEMA_ATTRIBUTE_STRING},
          {"user", SECRET_SCHEMA_ATTRIBUTE_STRING},
          {"server", SECRET_SCHEMA_ATTRIBUTE_STRING},
          {"port", SECRET_SCHEMA_ATTRIBUTE_INTEGER},
          {"protocol", SECRET_SCHEMA_ATTRIBUTE_STRING},
      },
  };
  return &schema;
}

// Returns the account's password; NULL if there is none, if it is locked and stays locked, or on an
// error. Free it with secret_password_free, which wipes the memory.
static inline char *_Nullable csecret_lookup(const char *_Nonnull account,
                                             GCancellable *_Nonnull cancellable,
                                             GError *_Nullable *_Nullable error) {
  return secret_password_lookup_sync(csecret_schema(), cancellable, error, "account", account,
                                     NULL);
}

// The attributes of an account's secret. Free them with g_hash_table_unref.
static inline GHashTable *_Nonnull csecret_attributes(const char *_Nonnull account,
                                                      const char *_Nonnull user,
                                                      const char *_Nonnull server, int port,
                                                      const char *_Nonnull protocol) {
  return secret_attributes_build(csecret_schema(), "account", account, "user", user, "server",
                                 server, "port", port, "protocol", protocol, NULL);
}

// Stores a password. It replaces only a password with the same attributes: remove the others of the
// account with csecret_remove_older.
static inline gboolean csecret_store(const char *_Nonnull label, const char *_Nonnull password,
                                     GHashTable *_Nonnull attributes,
                                     GCancellable *_Nonnull cancellable,
                                     GError *_Nullable *_Nullable error) {
  return secret_password_storev_sync(csecret_schema(), attributes, SECRET_COLLECTION_DEFAULT, label,
                                     password, cancellable, error);
}

// Removes the account's secrets whose attributes differ from these.
static inline void csecret_remove_older(const char *_Nonnull account,
                                        GHashTable *_Nonnull attributes,
                                        GCancellable *_Nonnull cancellable,
                                        GError *_Nullable *_Nullable error) {
  GList *items = secret_password_search_sync(csecret_schema(), SECRET_SEARCH_ALL, cancellable, error,
                                             "account", account, NULL);
  for (GList *item = items; item && !*error; item = item->next) {
    GHashTable *found = secret_retrievable_get_attributes((SecretRetrievable *)item->data);
    GHashTable *older = g_hash_table_new(g_str_hash, g_str_equal);
    gboolean differs = FALSE;
    GHashTableIter each;
    gpointer name, value;
    // Leaves out the schema's name, which `found` has too: a secret cannot be removed by it.
    g_hash_table_iter_init(&each, attributes);
    while (g_hash_table_iter_next(&each, &name, &value)) {
      gpointer other = g_hash_table_lookup(found, name);
      if (other)
        g_hash_table_insert(older, name, other);
      differs |= g_strcmp0(value, other) != 0;
    }
    if (differs)
      secret_password_clearv_sync(csecret_schema(), older, cancellable, error);
    g_hash_table_unref(older);
    g_hash_table_unref(found);
  }
  g_list_free_full(items, g_object_unref);
}

// Whether the account has a locked secret, which a lookup does not find and a removal keeps.
static inline gboolean csecret_is_locked(const char *_Nonnull account,
                                         GCancellable *_Nonnull cancellable,
                                         GError *_Nullable *_Nullable error) {
  GHashTable *attributes = secret_attributes_build(csecret_schema(), "account", account, NULL);
  GList *items = secret_service_search_sync(NULL, csecret_schema(), attributes, SECRET_SEARCH_ALL,
                                            cancellable, error);
  g_hash_table_unref(attributes);
  gboolean is_locked = FALSE;
  for (GList *item = items; item; item = item->next)
    is_locked |= secret_item_get_locked((SecretItem *)item->data);
  g_list_free_full(items, g_object_unref);
  return is_locked;
}

// Returns whether a secret was removed.
static inline gboolean csecret_remove(const char *_Nonnull account,
                                      GCancellable *_Nonnull cancellable,
                                      GError *_Nullable *_Nullable error) {
  return secret_password_clear_sync(csecret_schema(), cancellable, error, "account", account,
                                    NULL);
}

#endif
