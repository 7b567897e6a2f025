#ifndef CXML2_H
#define CXML2_H

// libxml2's HTML parser as Swift sees it: the events only, no tree.

// ICU's headers, which libxml2's would include, are not those of the ICU that Swift's Foundation
// brings, and the compiler takes one for the other. All that depends on them is the end of a struct
// that nobody here looks into.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/HTMLparser.h>
#include <libxml/parserInternals.h>

// The options are an enum, which Swift imports as a type of its own; the functions take an int.
// Nothing is fetched, nothing is printed, and the charset that the page claims for itself is not
// looked at, since the text has been converted already. HTML_PARSE_HUGE is not among them: the
// parser's limits stand.
static inline int cxml2_quiet_options(void)
{
  return HTML_PARSE_RECOVER | HTML_PARSE_NONET | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
         HTML_PARSE_IGNORE_ENC;
}

#endif
