#ifndef CGMIME_H
#define CGMIME_H

// Included first, so that this module has the same GLib types as the module of GTK.
#include "../CTidelineGLib/CTidelineGLib.h"

#include <gmime/gmime.h>

#endif
