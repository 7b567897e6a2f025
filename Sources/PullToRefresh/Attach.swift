import PullToRefreshGtk

/// The reason why a list cannot be pulled, for developers.
package enum AttachError: Error, Equatable {
  /// There is no scrolled window at, above or below the widget.
  case noScrolledWindow
  /// The scrolled window has no parent yet, or its parent cannot replace it by another widget.
  case noPlace

  var description: String {
    switch self {
    case .noScrolledWindow:
      "There is no GtkScrolledWindow at, above or below this widget. Put the list into one first."
    case .noPlace:
      "The GtkScrolledWindow has no parent that can exchange it; a GtkStack and an AdwViewStack "
        + "cannot. Put it into a GtkBox, or any widget with a child property, first."
    }
  }
}

extension RefreshController {
  /// The key by which a scrolled window owns its controller.
  static let key = "pull-to-refresh-controller"

  /// The controller of a scrolled window, made if there is none yet. The nearest scrolled window at
  /// or above the widget is preferred to the first one below.
  package static func attach(
    to widget: some WidgetConvertible
  ) throws(AttachError) -> RefreshController {
    guard let window = widget.nearestScrolledWindow else { throw .noScrolledWindow }
    if let present = window.owned(RefreshController.self, key: key) {
      present.driver.comeBack()
      return present
    }
    let controller = RefreshController(scrolledWindow: window)
    // Makes the window own the controller first: the application may offer a handler during `join`.
    window.own(controller, key: key)
    guard controller.driver.join() else {
      controller.driver.end(.guestRemoved)
      throw .noPlace
    }
    return controller
  }
}

extension WidgetConvertible {
  /// The controller of the scrolled window at, above or below this widget. Nil until
  /// ``configureRefresh(_:)``, or a modifier such as ``refreshable(at:_:)``, has made the
  /// controller, and once the list is detached or destroyed.
  public var refreshController: RefreshController? {
    let present = nearestScrolledWindow?.owned(RefreshController.self, key: RefreshController.key)
    return present?.driver.hasEnded == false ? present : nil
  }

  /// Passes the controller of this widget's list to a closure: at once if the list can have a
  /// controller, otherwise when the widget enters a window.
  ///
  /// ```swift
  /// list.refreshable { mailbox.show(try await mailbox.fetch()) }
  ///   .configureRefresh { $0.refresh.indicator = .ring }
  /// ```
  ///
  /// A warning goes to GLib's log if the widget is in a window and there is no scrolled window, or
  /// if the scrolled window's parent cannot replace the scrolled window.
  ///
  /// - Parameter configure: called once.
  /// - Returns: the widget itself.
  @discardableResult
  public func configureRefresh(_ configure: @escaping (RefreshController) -> Void) -> Self {
    whenAttachable { widget throws(AttachError) in
      configure(try RefreshController.attach(to: widget))
    }
    return self
  }
}

extension RefreshController {
  /// Passes the controller of a list that was made with another Swift binding of GTK to a closure;
  /// see ``PullToRefreshGtk/WidgetConvertible/configureRefresh(_:)``. Also attaches Swift's main
  /// actor to GLib's main loop, because the other binding may not have done so.
  ///
  /// ```swift
  /// RefreshController.attach(to: pointer) { controller in
  ///   controller.list?.refreshable { mailbox.show(try await mailbox.fetch()) }
  ///   controller.list?.loadsMore { LoadedRows(hasMore: try await mailbox.nextPage().hasNext) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - list: a live `GtkWidget *`. For any other pointer, a release build logs a warning, and a
  ///     debug build stops with a message.
  ///   - configure: called once; not called if the pointer is not a widget.
  public static func attach(
    to list: OpaquePointer,
    _ configure: @escaping (RefreshController) -> Void
  ) {
    guard let widget = Widget.at(list) else { return }
    MainLoop.attachMainActor()
    widget.configureRefresh(configure)
  }
}

extension WidgetConvertible {
  var nearestScrolledWindow: ScrolledWindow? { scrolledWindowsInReach.first }

  /// The nearest scrolled window at or above the widget; if there is none, all scrolled windows
  /// below the widget that are in no popover and in no other scrolled window.
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

  /// The children except menus and other popovers: a scroller in a popover shows other content.
  private var childrenInPlace: [Widget] { children.filter { !$0.isNative } }
}
