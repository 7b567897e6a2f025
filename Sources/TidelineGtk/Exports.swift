// Exports the library's GTK classes, and those that only the app uses: one import is enough.
@_exported import class CPullToRefreshGtk.ColorButton
@_exported import class CPullToRefreshGtk.DrawingArea
@_exported import class CPullToRefreshGtk.DropTarget
@_exported import class CPullToRefreshGtk.Entry
@_exported import class CPullToRefreshGtk.Expander
@_exported import class CPullToRefreshGtk.FontButton
@_exported import class CPullToRefreshGtk.GestureClick
@_exported import class CPullToRefreshGtk.MenuButton
@_exported import class CPullToRefreshGtk.Paned
@_exported import class CPullToRefreshGtk.Picture
@_exported import class CPullToRefreshGtk.SearchBar
@_exported import class CPullToRefreshGtk.SearchEntry
@_exported import class CPullToRefreshGtk.Separator
@_exported import class CPullToRefreshGtk.SpinButton
@_exported import class CPullToRefreshGtk.Stack
@_exported import class CPullToRefreshGtk.Switch
@_exported import class CPullToRefreshGtk.TextBuffer
@_exported import class CPullToRefreshGtk.ToggleButton
@_exported import class CTidelineGLib.Menu
@_exported import PullToRefreshGtk
