// Imports the interface for C into Swift, with the GTK types of the other modules.

#pragma once

#include "../CPullToRefreshGtk/CPullToRefreshGtk.h"
