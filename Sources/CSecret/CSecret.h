#ifndef CSECRET_H
#define CSECRET_H

// First, so that GLib's types are the ones that the other modules share.
#include "../CTidelineGLib/CTidelineGLib.h"
#include "../CTidelineGLib/CTidelineGLibNetwork.h"

#include <libsecret/secret.h>

// libsecret's calls are variadic or take a schema with an array in it, neither of which Swift can
// use. They block, so call them on a thread of their own.

// Each secret is found by the account's number alone; the others are for people who look through
// their keyring.
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

// NULL where there is none, where it is locked and stays so, and where there is an error. To be
// freed with secret_password_free, which wipes it.
static inline char *_Nullable csecret_lookup(const char *_Nonnull account,
                                             GCancellable *_Nonnull cancellable,
                                             GError *_Nullable *_Nullable error) {
  return secret_password_lookup_sync(csecret_schema(), cancellable, error, "account", account,
                                     NULL);
}

// To be given back with g_hash_table_unref.
static inline GHashTable *_Nonnull csecret_attributes(const char *_Nonnull account,
                                                      const char *_Nonnull user,
                                                      const char *_Nonnull server, int port,
                                                      const char *_Nonnull protocol) {
  return secret_attributes_build(csecret_schema(), "account", account, "user", user, "server",
                                 server, "port", port, "protocol", protocol, NULL);
}

// A password that is there is replaced only where all attributes are the same; the others of the
// account are to be removed.
static inline gboolean csecret_store(const char *_Nonnull label, const char *_Nonnull password,
                                     GHashTable *_Nonnull attributes,
                                     GCancellable *_Nonnull cancellable,
                                     GError *_Nullable *_Nullable error) {
  return secret_password_storev_sync(csecret_schema(), attributes, SECRET_COLLECTION_DEFAULT, label,
                                     password, cancellable, error);
}

// Removes the account's secrets with other attributes than these.
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
    // It has the schema's name, too, which is no attribute to remove it by.
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

// Whether there is one, and it is locked: then a lookup finds nothing, and nothing is removed.
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

// Returns whether there was one that is removed now.
static inline gboolean csecret_remove(const char *_Nonnull account,
                                      GCancellable *_Nonnull cancellable,
                                      GError *_Nullable *_Nullable error) {
  return secret_password_clear_sync(csecret_schema(), cancellable, error, "account", account,
                                    NULL);
}

#endif
