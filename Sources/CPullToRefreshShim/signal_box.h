// Signal connections with counted boxes, for this target and CTidelineShim.

#pragma once

#include "CPullToRefreshShim.h"

unsigned long tideline_signal_connect_boxed(GObject *object, const char *signal,
                                            GCallback trampoline, TidelineSignalTarget target,
                                            GCallback handler);

/// The content of a trampoline's box.
void *tideline_signal_box_context(void *box);
GCallback tideline_signal_box_handler(void *box);
