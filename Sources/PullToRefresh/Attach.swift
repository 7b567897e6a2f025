import PullToRefreshGtk

/// Why pull-to-refresh could not be attached.
public enum AttachError: Error, Equatable, CustomStringConvertible {
  /// There is no widget at the pointer.
  case notAWidget
  /// There is no scrolled window at, above or below the widget.
  case noScrolledWindow
  /// The scrolled window has no parent yet, or one that cannot exchange its children.
  case noPlace

  public var description: String {
    switch self {
    case .notAWidget: Widget.notAWidget
    case .noScrolledWindow:
      "There is no GtkScrolledWindow at, above or below this widget. Put the list into one first."
    case .noPlace:
      "The GtkScrolledWindow has no parent that can exchange it. Put it into a GtkBox, or any "
        + "widget with a child property, first."
    }
  }
}

extension RefreshController {
  /// Under which a scrolled window owns its controller.
  static let key = "pull-to-refresh-controller"

  /// The controller of a scrolled window, made if there is none yet.
  ///
  /// - Parameter widget: a scrolled window, or a widget inside or around one. The nearest above
  ///   comes before the first below.
  /// - Throws: where there is no scrolled window, or its parent cannot exchange its children.
  public static func attach(
    to widget: some WidgetConvertible
  ) throws(AttachError) -> RefreshController {
    guard let window = widget.nearestScrolledWindow else { throw .noScrolledWindow }
    if let present = window.owned(RefreshController.self, key: key) {
      present.driver.comeBack()
      return present
    }
    let controller = try RefreshController(scrolledWindow: window)
    window.own(controller, key: key)
    return controller
  }

  /// The same for a widget of another binding. Swift's main actor joins GLib's main loop, which a
  /// binding of its own may not have seen to.
  ///
  /// - Parameter widget: a live `GtkWidget *`. It is not kept alive.
  /// - Throws: also where there is no widget, with a warning in GLib's log; a debug build ends
  ///   there, with a sentence that says so.
  public static func attach(to widget: OpaquePointer) throws(AttachError) -> RefreshController {
    guard let live = Widget.at(widget) else { throw .notAWidget }
    MainLoop.attachMainActor()
    return try attach(to: live)
  }

  /// Hands over the controller of a widget of another binding as soon as there is one: at once, or
  /// when the widget is in a window, as a list is that its program has only just made.
  ///
  /// ```swift
  /// RefreshController.whenAttached(to: pointer) { controller in
  ///   controller.onRefresh { mailbox.show(try await mailbox.fetch()) }
  ///   controller.onLoadMore { LoadedRows(hasMore: try await mailbox.nextPage().hasNext) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - widget: a live `GtkWidget *`, as for ``attach(to:)-(OpaquePointer)``. It is not kept alive.
  ///   - configure: called once.
  public static func whenAttached(
    to widget: OpaquePointer,
    _ configure: @escaping (RefreshController) -> Void
  ) {
    guard let live = Widget.at(widget) else { return }
    MainLoop.attachMainActor()
    live.configureRefresh(configure)
  }

  /// The controller that a widget of another binding has already, of the scrolled window at, above
  /// or below it.
  ///
  /// - Parameter widget: a live `GtkWidget *`.
  /// - Returns: nil where none is attached. A pointer that is no widget has none, and leads to a
  ///   warning in GLib's log; a debug build ends there.
  public static func of(_ widget: OpaquePointer) -> RefreshController? {
    Widget.at(widget)?.refreshController
  }
}

extension WidgetConvertible {
  /// The controller of the scrolled window at, above or below this widget, if it has one.
  public var refreshController: RefreshController? {
    nearestScrolledWindow?.owned(RefreshController.self, key: RefreshController.key)
  }

  var nearestScrolledWindow: ScrolledWindow? { scrolledWindowAround ?? firstScrolledWindowBelow }

  /// The nearest one at or above the widget; else all below that are in no other.
  var scrolledWindowsInReach: [ScrolledWindow] {
    scrolledWindowAround.map { [$0] } ?? outermostScrolledWindows
  }

  private var scrolledWindowAround: ScrolledWindow? {
    var ancestor: Widget? = asWidget
    while let widget = ancestor {
      if let window = widget.asScrolledWindow { return window }
      ancestor = widget.parent
    }
    return nil
  }

  private var outermostScrolledWindows: [ScrolledWindow] {
    childrenInPlace.flatMap { $0.asScrolledWindow.map { [$0] } ?? $0.outermostScrolledWindows }
  }

  /// Without menus and other popovers: what scrolls there is not the content of the widget.
  private var childrenInPlace: [Widget] { children.filter { !$0.isNative } }

  private var firstScrolledWindowBelow: ScrolledWindow? {
    var generation = childrenInPlace
    while !generation.isEmpty {
      if let window = generation.lazy.compactMap(\.asScrolledWindow).first { return window }
      generation = generation.flatMap(\.childrenInPlace)
    }
    return nil
  }
}
