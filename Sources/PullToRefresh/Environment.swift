import PullToRefreshGtk
import RefreshCore

/// The values that a widget inherits from its ancestors.
///
/// ```swift
/// if let refresh = button.environment.refresh { await refresh() }
/// ```
///
/// Each read walks up the tree, so a widget that was moved sees the values of its new ancestors. To
/// observe changes, see ``PullToRefreshGtk/WidgetConvertible/onEnvironmentChange(_:)``. Main thread
/// only.
public struct EnvironmentValues {
  private let widget: Widget

  init(of widget: Widget) { self.widget = widget }

  /// Refreshes the content here; nil if nothing can be refreshed.
  ///
  /// `refreshable` sets it for its widget and all below. Set it, also to nil, to override it
  /// further down. An override changes neither the effect of a pull nor the action in the list's
  /// own rows.
  public var refresh: RefreshAction? {
    get {
      var ancestor: Widget? = widget
      while let widget = ancestor {
        if let stored = StoredEnvironment.of(widget) { return stored.refresh }
        ancestor = widget.parent
      }
      return nil
    }
    nonmutating set { StoredEnvironment.set(newValue, on: widget) }
  }
}

/// The values that a widget passes on to its descendants.
final class StoredEnvironment {
  private static let key = "pull-to-refresh-environment"

  fileprivate private(set) var refresh: RefreshAction?
  /// The mark of the last `refreshable` on the widget, even if another value was set after it.
  private var mark: OfferMark?
  private var isWithdrawn = false
  /// The owner of this object.
  private let widget: Unowned<Widget>

  private init(refresh: RefreshAction?, of widget: Widget) {
    self.refresh = refresh
    self.widget = Unowned(widget)
  }

  /// Sets the value of a widget, in place of its former one.
  @discardableResult
  static func set(
    _ refresh: RefreshAction?,
    mark: OfferMark? = nil,
    on widget: some WidgetConvertible
  ) -> StoredEnvironment {
    let stored = StoredEnvironment(refresh: refresh, of: widget.asWidget)
    stored.mark = mark ?? self.mark(of: widget.asWidget)
    widget.own(stored, key: key)
    EnvironmentObserver.notifyAll(below: widget.asWidget)
    return stored
  }

  static func mark(of widget: Widget) -> OfferMark? {
    widget.owned(StoredEnvironment.self, key: key)?.mark
  }

  fileprivate static func of(_ widget: Widget) -> StoredEnvironment? {
    guard let stored = widget.owned(StoredEnvironment.self, key: key), !stored.isWithdrawn else {
      return nil
    }
    return stored
  }

  /// Removes the widget's own value: from now on it inherits.
  func withdraw() {
    isWithdrawn = true
    // Drops the action, which may keep the widget alive, because the widget keeps this object until
    // it dies.
    refresh = nil
    if widget.isAlive { EnvironmentObserver.notifyAll(below: widget.object) }
  }
}

/// Observes for one widget the values that it inherits. The widget's own signal connection keeps it
/// alive.
final class EnvironmentObserver {
  private struct WeakObserver {
    weak var observer: EnvironmentObserver?
  }
  private static var all: [WeakObserver] = []

  let notify: () -> Void
  private let widget: Unowned<Widget>

  init(of widget: Unowned<Widget>, _ notify: @escaping () -> Void) {
    self.widget = widget
    self.notify = notify
    Self.all.removeAll { $0.observer == nil }
    Self.all.append(WeakObserver(observer: self))
  }

  /// Notifies the observers at or below a widget. The values of all others have not changed, and a
  /// window with many lists has many observers.
  static func notifyAll(below widget: Widget) {
    // Visits one observer at a time, since each may destroy other observers and their widgets.
    for entry in all {
      if let observer = entry.observer, observer.widget.object.isInside(widget) {
        observer.notify()
      }
    }
  }
}

extension WidgetConvertible {
  /// The values that the widget inherits from its ancestors.
  public var environment: EnvironmentValues { EnvironmentValues(of: asWidget) }

  /// Calls the handler now, and whenever an inherited value may have changed: a value was set on
  /// the widget or around it, or the widget was moved.
  ///
  /// ```swift
  /// button.onEnvironmentChange { [unowned model] in model.canRefresh = $0.refresh != nil }
  /// ```
  ///
  /// - Parameter handler: must not keep the widget alive, because the widget keeps the handler.
  public func onEnvironmentChange(_ handler: @escaping (EnvironmentValues) -> Void) {
    let widget = Unowned(asWidget)
    let observer = EnvironmentObserver(of: widget) { handler(widget.object.environment) }
    // Relies on the root: when a widget or its ancestor moves, the widget loses its root and gets
    // one again.
    connect("notify::root") { observer.notify() }
    observer.notify()
  }
}
