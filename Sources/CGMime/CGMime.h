#ifndef CGMIME_H
#define CGMIME_H

// Included first, so that this module has the same GLib types as the module of GTK.
#include "../CTidelineGLib/CTidelineGLib.h"

#include <gmime/gmime.h>

// GMime's casts and type checks are macros, which Swift does not import. These functions do such
// casts: they return NULL for an address that is no mailbox, or no group.

static inline InternetAddressMailbox *_Nullable cgmime_as_mailbox(
    InternetAddress *_Nullable address) {
  return INTERNET_ADDRESS_IS_MAILBOX(address) ? INTERNET_ADDRESS_MAILBOX(address) : NULL;
}

static inline InternetAddressGroup *_Nullable cgmime_as_group(
    InternetAddress *_Nullable address) {
  return INTERNET_ADDRESS_IS_GROUP(address) ? INTERNET_ADDRESS_GROUP(address) : NULL;
}

#endif
