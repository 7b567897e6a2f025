/* Stands in for ICU, which Foundation calls for locales, calendars, time zones, number and date
   formats and regular expressions. Tideline has all of these from GLib and from Swift's own library,
   so that neither ICU's code nor its 34 MB of data are linked: see docs/size.md.

   ICU_NAMES is a header that scripts/link-release makes: ABSENT(name) for each function of ICU that
   Foundation refers to. */

#include <stdio.h>
#include <stdlib.h>

static _Noreturn void absent(const char *name) {
  fprintf(stderr, "Foundation called %s, but there is no ICU here: see docs/size.md\n", name);
  abort();
}

#define ABSENT(name) \
  _Noreturn void name(void) { absent(#name); }
#include ICU_NAMES
