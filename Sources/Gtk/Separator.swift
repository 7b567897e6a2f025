import CGtk

extension Separator: WidgetConvertible {}
