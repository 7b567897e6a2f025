// The interface for C as Swift sees it, with GTK's types as the other modules have them.

#pragma once

#include "../CPullToRefreshGtk/CPullToRefreshGtk.h"
