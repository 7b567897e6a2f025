#ifndef CSECRET_H
#define CSECRET_H

// First, so that GLib's types are the ones that the other modules share.
#include "../CTidelineGLib/CTidelineGLib.h"
#include "../CTidelineGLib/CTidelineGLibNetwork.h"

#include <libsecret/secret.h>

// libsecret's calls are variadic or take a schema with an array in it, neither of which Swift can
// use. All of them wait, so they belong on a thread of their own.

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

// NULL where there is none, and where there is an error. To be freed with secret_password_free,
// which wipes it.
static inline char *_Nullable csecret_lookup(const char *_Nonnull account,
                                             GCancellable *_Nonnull cancellable,
                                             GError *_Nullable *_Nullable error) {
  return secret_password_lookup_sync(csecret_schema(), cancellable, error, "account", account,
                                     NULL);
}

// A password that is there is replaced only where all attributes are the same, so an older one is to
// be removed first.
static inline gboolean csecret_store(const char *_Nonnull label, const char *_Nonnull password,
                                     const char *_Nonnull account, const char *_Nonnull user,
                                     const char *_Nonnull server, int port,
                                     const char *_Nonnull protocol,
                                     GCancellable *_Nonnull cancellable,
                                     GError *_Nullable *_Nullable error) {
  return secret_password_store_sync(csecret_schema(), SECRET_COLLECTION_DEFAULT, label, password,
                                    cancellable, error, "account", account, "user", user, "server",
                                    server, "port", port, "protocol", protocol, NULL);
}

// Returns whether there was one.
static inline gboolean csecret_remove(const char *_Nonnull account,
                                      GCancellable *_Nonnull cancellable,
                                      GError *_Nullable *_Nullable error) {
  return secret_password_clear_sync(csecret_schema(), cancellable, error, "account", account,
                                    NULL);
}

#endif
