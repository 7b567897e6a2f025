// Names for the structs of GTK that are classes in Swift; functions and typedefs keep theirs. Swift
// identifies a C struct by its name, once in a program. If another binding imports GtkWidget as a
// struct, Swift would confuse its metadata with that of our class.

#pragma once

#define _GtkWidget _TidelineGtkWidget
#define _GtkApplication _TidelineGtkApplication
#define _GtkWindow _TidelineGtkWindow
#define _GtkBox _TidelineGtkBox
#define _GtkCenterBox _TidelineGtkCenterBox
#define _GtkOverlay _TidelineGtkOverlay
#define _GtkStack _TidelineGtkStack
#define _GtkLabel _TidelineGtkLabel
#define _GtkSpinner _TidelineGtkSpinner
#define _GtkImage _TidelineGtkImage
#define _GdkPaintable _TidelineGdkPaintable
#define _GtkPicture _TidelineGtkPicture
#define _GtkButton _TidelineGtkButton
#define _GtkSeparator _TidelineGtkSeparator
#define _GtkToggleButton _TidelineGtkToggleButton
#define _GtkMenuButton _TidelineGtkMenuButton
#define _GtkEditable _TidelineGtkEditable
#define _GtkSwitch _TidelineGtkSwitch
#define _GtkEntry _TidelineGtkEntry
#define _GtkSearchEntry _TidelineGtkSearchEntry
#define _GtkSearchBar _TidelineGtkSearchBar
#define _GtkSpinButton _TidelineGtkSpinButton
#define _GtkColorButton _TidelineGtkColorButton
#define _GtkFontButton _TidelineGtkFontButton
#define _GtkAdjustment _TidelineGtkAdjustment
#define _GtkScrolledWindow _TidelineGtkScrolledWindow
#define _GtkSelectionModel _TidelineGtkSelectionModel
#define _GtkListItem _TidelineGtkListItem
#define _GtkSignalListItemFactory _TidelineGtkSignalListItemFactory
#define _GtkListView _TidelineGtkListView
#define _GtkEventController _TidelineGtkEventController
#define _GtkEventControllerKey _TidelineGtkEventControllerKey
#define _GtkEventControllerScroll _TidelineGtkEventControllerScroll
#define _GtkGestureDrag _TidelineGtkGestureDrag
#define _GtkDropTarget _TidelineGtkDropTarget
#define _GtkGestureClick _TidelineGtkGestureClick
#define _GtkShortcutController _TidelineGtkShortcutController
#define _GtkCssProvider _TidelineGtkCssProvider
#define _GtkSettings _TidelineGtkSettings
#define _GtkGesture _TidelineGtkGesture
#define _GtkGestureSingle _TidelineGtkGestureSingle
#define _GtkStyleProvider _TidelineGtkStyleProvider
#define _GtkActionable _TidelineGtkActionable
#define _GtkNativeDialog _TidelineGtkNativeDialog
#define _GtkFileChooserNative _TidelineGtkFileChooserNative
#define _GtkColumnView _TidelineGtkColumnView
#define _GtkColumnViewColumn _TidelineGtkColumnViewColumn
#define _GtkDrawingArea _TidelineGtkDrawingArea
#define _GtkGridView _TidelineGtkGridView
#define _GtkListBox _TidelineGtkListBox
#define _GtkPaned _TidelineGtkPaned
#define _GtkExpander _TidelineGtkExpander
#define _GtkProgressBar _TidelineGtkProgressBar
#define _GtkTextBuffer _TidelineGtkTextBuffer
#define _GtkTextView _TidelineGtkTextView
#define _GtkTextMark _TidelineGtkTextMark
#define _GdkFrameClock _TidelineGdkFrameClock
