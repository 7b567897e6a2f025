import PullToRefreshGtk

/// A list and its pull-to-refresh in one widget, which you place yourself.
///
/// ```swift
/// let inbox = RefreshBox(list)
/// inbox.refreshable { mailbox.show(try await mailbox.fetch()) }
/// box.append(inbox)
/// ```
///
/// A list that is already placed, for example by a GtkBuilder file, needs no box: `refreshable` and
/// `loadsMore` replace the list by a container, and put the list into the container. Use a box if
/// your program walks its own widget tree, or if the list's parent cannot replace the list by
/// another widget: a box never moves a widget that you have placed.
public final class RefreshBox: @MainActor WidgetConvertible, @MainActor ObjectConvertible {
  /// The widget to place. It may live longer than this object.
  public let asWidget: Widget
  let controller: RefreshController

  /// Creates a box around another binding's list, see ``init(_:)-(WidgetConvertible)``. Place the
  /// box's ``PullToRefreshGtk/ObjectConvertible/pointer``, a `GtkWidget *`.
  ///
  /// - Parameter list: a live `GtkWidget *`.
  /// - Returns: nil, with a warning in GLib's log, if the pointer is not a widget, or if the list
  ///   has a parent that does not release it. A debug build stops with a message instead.
  public convenience init?(_ list: OpaquePointer) {
    guard let live = Widget.at(list) else { return nil }
    MainLoop.attachMainActor()
    guard Self.frees(live) else { return nil }
    self.init(live)
  }

  /// Creates a box around a list.
  ///
  /// - Parameter list: a scrolled window, or a widget to be scrolled, which gets a scrolled window.
  ///   The list must have no parent yet: otherwise a debug build stops with a message, and a
  ///   release build takes the list out of its parent, and stops only if that fails.
  public init(_ list: some WidgetConvertible) {
    guard Self.frees(list.asWidget) else {
      preconditionFailure("The list has a parent that does not let it go.")
    }
    let scrolledWindow = list.asWidget.asScrolledWindow ?? ScrolledWindow(list.asWidget)
    let box = Box(.vertical, spacing: 0)
    box.append(scrolledWindow)
    scrolledWindow.setExpand(horizontal: true, vertical: true)
    asWidget = box.asWidget
    do {
      controller = try RefreshController.attach(to: scrolledWindow)
    } catch {
      preconditionFailure("A box exchanges its children: \(error)")
    }
  }

  /// Refuses a list that has a parent; in a release build, takes the list out of its parent.
  ///
  /// - Returns: whether the list is without a parent.
  private static func frees(_ list: Widget) -> Bool {
    guard list.parent != nil else { return true }
    Diagnostics.refuse("The list has a parent already. Make its RefreshBox first, and place that.")
    return list.removeFromParent()
  }
}
