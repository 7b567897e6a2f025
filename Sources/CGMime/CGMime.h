#ifndef CGMIME_H
#define CGMIME_H

// First, so that GLib's types are the ones that GTK's module shares.
#include "../CTidelineGLib/CTidelineGLib.h"

#include <gmime/gmime.h>

// GMime's casts and type checks are macros, which Swift does not import. Each function below is
// one of them: it returns NULL when the object is of another kind.

static inline GMimePart *_Nullable cgmime_as_part(GMimeObject *_Nullable object) {
  return GMIME_IS_PART(object) ? GMIME_PART(object) : NULL;
}

static inline GMimeTextPart *_Nullable cgmime_as_text_part(GMimeObject *_Nullable object) {
  return GMIME_IS_TEXT_PART(object) ? GMIME_TEXT_PART(object) : NULL;
}

static inline GMimeMultipart *_Nullable cgmime_as_multipart(GMimeObject *_Nullable object) {
  return GMIME_IS_MULTIPART(object) ? GMIME_MULTIPART(object) : NULL;
}

static inline InternetAddressMailbox *_Nullable cgmime_as_mailbox(
    InternetAddress *_Nullable address) {
  return INTERNET_ADDRESS_IS_MAILBOX(address) ? INTERNET_ADDRESS_MAILBOX(address) : NULL;
}

static inline InternetAddressGroup *_Nullable cgmime_as_group(InternetAddress *_Nullable address) {
  return INTERNET_ADDRESS_IS_GROUP(address) ? INTERNET_ADDRESS_GROUP(address) : NULL;
}

static inline GMimeMessagePart *_Nullable cgmime_as_message_part(GMimeObject *_Nullable object) {
  return GMIME_IS_MESSAGE_PART(object) ? GMIME_MESSAGE_PART(object) : NULL;
}

static inline GMimeObject *_Nonnull cgmime_part_as_object(GMimePart *_Nonnull part) {
  return GMIME_OBJECT(part);
}

static inline GMimeObject *_Nonnull cgmime_message_as_object(GMimeMessage *_Nonnull message) {
  return GMIME_OBJECT(message);
}

static inline GByteArray *_Nullable cgmime_memory_of(GMimeStream *_Nullable stream) {
  return GMIME_IS_STREAM_MEM(stream) ? g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream))
                                     : NULL;
}

#endif
