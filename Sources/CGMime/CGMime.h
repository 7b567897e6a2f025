#ifndef CGMIME_H
#define CGMIME_H

// Included first, so that this module has the same GLib types as the module of GTK.
#include "../CTidelineGLib/CTidelineGLib.h"

#include <gmime/gmime.h>

// GMime's casts and type checks are macros, which Swift does not import. This function does such a
// cast: it returns NULL for an address that is no mailbox.

static inline InternetAddressMailbox *_Nullable cgmime_as_mailbox(
    InternetAddress *_Nullable address) {
  return INTERNET_ADDRESS_IS_MAILBOX(address) ? INTERNET_ADDRESS_MAILBOX(address) : NULL;
}

#endif
