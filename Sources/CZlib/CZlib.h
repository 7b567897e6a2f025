// zlib as Swift sees it. zlib.h knows no module map of its own, and its installation path differs
// between systems, so the compiler looks for it.

#ifndef CZLIB_H
#define CZLIB_H

#include <zlib.h>

#endif
