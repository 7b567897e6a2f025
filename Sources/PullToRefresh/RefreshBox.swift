import PullToRefreshGtk

/// A list and its pull-to-refresh in one widget, which you place where you like.
///
/// ```swift
/// let inbox = RefreshBox(list)
/// inbox.refreshable { mailbox.show(try await mailbox.fetch()) }
/// box.append(inbox)
/// ```
///
/// The modifiers find a list also where you have placed it yourself, as a GtkBuilder file does:
/// they then put a widget of theirs into its place, and the list into that. A program that looks
/// through its own widgets, or whose list's parent exchanges no children, uses a box instead: in
/// it, nothing that you have placed is ever moved.
public final class RefreshBox: @MainActor WidgetConvertible, @MainActor ObjectConvertible {
  /// What to place. It lives on after this object.
  public let asWidget: Widget
  /// The same as an object.
  @MainActor public var asObject: Object { asWidget.asObject }
  /// The same as ``PullToRefreshGtk/WidgetConvertible/refreshController`` of the box.
  public let controller: RefreshController

  /// Makes a box around a list of another binding, as ``init(_:)-(WidgetConvertible)`` does. It is
  /// placed by its ``PullToRefreshGtk/ObjectConvertible/pointer``, a `GtkWidget *`.
  ///
  /// - Parameter list: a live `GtkWidget *`.
  /// - Throws: where there is no widget, or its parent does not let it go, with a warning in GLib's
  ///   log; a debug build ends there, with a sentence that says so.
  public convenience init(_ list: OpaquePointer) throws(AttachError) {
    guard let live = Widget.at(list) else { throw .notAWidget }
    MainLoop.attachMainActor()
    guard Self.frees(live) else { throw .noPlace }
    self.init(live)
  }

  /// Makes a box around a list.
  ///
  /// - Parameter list: a scrolled window; or what is to scroll, which gets one. It must have no parent
  ///   yet: a debug build ends with a sentence that says so, any other takes it out of its parent,
  ///   and ends only where that does not let it go.
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

  /// Takes a list out of the parent that it should not have yet.
  ///
  /// - Returns: whether it has none now.
  private static func frees(_ list: Widget) -> Bool {
    guard list.parent != nil else { return true }
    Diagnostics.refuse("The list has a parent already. Make its RefreshBox first, and place that.")
    return list.removeFromParent()
  }
}
