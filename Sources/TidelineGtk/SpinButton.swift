import CPullToRefreshGtk
import PullToRefreshGtk

extension SpinButton: WidgetConvertible {}
