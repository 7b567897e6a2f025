import PullToRefreshGtk

/// The reason why pull-to-refresh could not be attached.
///
/// ```swift
/// do {
///   let controller = try RefreshController.attach(to: pointer)
///   controller.onRefresh { mailbox.show(try await mailbox.fetch()) }
/// } catch {
///   print(error)
/// }
/// ```
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
  /// The key by which a scrolled window owns its controller.
  static let key = "pull-to-refresh-controller"

  /// The controller of a scrolled window, made if there is none yet.
  ///
  /// - Parameter widget: a scrolled window, or a widget inside or around one. The nearest scrolled
  ///   window above is preferred to the first one below.
  /// - Throws: if there is no scrolled window, or its parent cannot exchange its children.
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

  /// Attaches to a widget of another binding. Swift's main actor joins GLib's main loop, because
  /// another binding may not have arranged it.
  ///
  /// - Parameter widget: a live `GtkWidget *`. It is not kept alive.
  /// - Throws: also if there is no widget at the pointer, with a warning in GLib's log. A debug
  ///   build stops there, with a message.
  public static func attach(to widget: OpaquePointer) throws(AttachError) -> RefreshController {
    guard let live = Widget.at(widget) else { throw .notAWidget }
    MainLoop.attachMainActor()
    return try attach(to: live)
  }

  /// Passes on the controller of another binding's widget as soon as there is one: at once, or when
  /// the widget is in a window. A newly made list is in no window yet.
  ///
  /// ```swift
  /// RefreshController.whenAttached(to: pointer) { controller in
  ///   controller.onRefresh { mailbox.show(try await mailbox.fetch()) }
  ///   controller.onLoadMore { LoadedRows(hasMore: try await mailbox.nextPage().hasNext) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - widget: a live `GtkWidget *`, as for ``attach(to:)-(OpaquePointer)``. It is not kept
  ///     alive.
  ///   - configure: called once.
  public static func whenAttached(
    to widget: OpaquePointer,
    _ configure: @escaping (RefreshController) -> Void
  ) {
    guard let live = Widget.at(widget) else { return }
    MainLoop.attachMainActor()
    live.configureRefresh(configure)
  }

  /// The existing controller of another binding's widget: of the scrolled window at, above or below
  /// it.
  ///
  /// - Parameter widget: a live `GtkWidget *`.
  /// - Returns: nil if none is attached. For a pointer to no widget it is nil too, with a warning
  ///   in GLib's log; a debug build stops there.
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

  /// The nearest scrolled window at or above the widget; else all below it that are not inside
  /// another.
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

  /// The children without menus and other popovers: a scroller in those does not show the widget's
  /// content.
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
