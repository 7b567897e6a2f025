// Names for the structs of GLib that are classes in Swift; functions and typedefs keep theirs.
// Swift identifies a C struct by its name, once in a program. If another binding imports GObject as
// a struct, Swift would confuse its metadata with that of our class.

#pragma once

#define _GObject _TidelineGObject
#define _GApplication _TidelineGApplication
#define _GListModel _TidelineGListModel
#define _GAction _TidelineGAction
#define _GSimpleAction _TidelineGSimpleAction
#define _GActionMap _TidelineGActionMap
#define _GSimpleActionGroup _TidelineGSimpleActionGroup
#define _GMenu _TidelineGMenu
#define _GActionGroup _TidelineGActionGroup
#define _GMenuModel _TidelineGMenuModel
#define _GSettings _TidelineGSettings
#define _GNotification _TidelineGNotification
#define _GFileMonitor _TidelineGFileMonitor
#define _GCancellable _TidelineGCancellable
#define _GIOStream _TidelineGIOStream
