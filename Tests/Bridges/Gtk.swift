// The declarations of swift-cross-ui's module Gtk that the article's file uses.

open class Widget {
  init() {}
  public var opaquePointer: OpaquePointer?
  public var expandHorizontally = false
  public var expandVertically = false
}

public enum Orientation { case horizontal, vertical }

public class Box: Widget {
  public init(orientation: Orientation, spacing: Int) {}
  public func add(_ child: Widget) {}
}

public class Label: Widget {
  public init(string: String) {}
}

public class ListBox: Widget {
  public override init() {}
  public func append(_ child: Widget) {}
  public func removeAll() {}
}

public class ScrolledWindow: Widget {
  public override init() {}
  public func setChild(_ child: Widget) {}
}
