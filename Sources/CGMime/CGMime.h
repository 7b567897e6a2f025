#ifndef CGMIME_H
#define CGMIME_H

// First, so that GLib's types are the ones that GTK's module shares.
#include "../CTidelineGLib/CTidelineGLib.h"

#include <gmime/gmime.h>

// GMime's casts and type checks are macros, which Swift does not import. This function is one of
// them: it returns NULL when the address is of another kind.

static inline InternetAddressMailbox *_Nullable cgmime_as_mailbox(
    InternetAddress *_Nullable address) {
  return INTERNET_ADDRESS_IS_MAILBOX(address) ? INTERNET_ADDRESS_MAILBOX(address) : NULL;
}

#endif
