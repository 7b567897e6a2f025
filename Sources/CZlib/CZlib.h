// The module of zlib for Swift. zlib.h has no module map, and its path differs between systems, so
// this header includes it by the compiler's search path.

#ifndef CZLIB_H
#define CZLIB_H

#include <zlib.h>

#endif
