// The structs of GLib that are classes in Swift, under names of our own; functions and typedefs keep
// theirs. Swift has one type of a C struct in a program, by its name: where another binding takes
// GtkWidget for a struct, its metadata would be taken for that of our class.

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
#define _GSubprocess _TidelineGSubprocess
