import CPullToRefreshGtk
import PullToRefreshGtk

extension Separator: WidgetConvertible {}
