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

  /// The action that refreshes the content here; nil if nothing can be refreshed.
  ///
  /// `refreshable` sets the action for its widget and all below. Set this property on a widget
  /// further down, also to nil, to override the action there. An override changes neither the
  /// effect of a pull nor the action in the list's own rows.
  public var refresh: RefreshAction? {
    get {
      var ancestor: Widget? = widget
      while let widget = ancestor {
        if let value = StoredEnvironment.of(widget)?.refresh { return value }
        ancestor = widget.parent
      }
      return nil
    }
    nonmutating set { StoredEnvironment.made(for: widget).override(with: newValue) }
  }
}

/// The values that a widget passes on to its descendants.
final class StoredEnvironment {
  private static let key = "pull-to-refresh-environment"

  /// The last offer of each role, kept even if an override was set after it.
  private(set) var offers = PerRole<Offer?>(repeating: nil)
  /// The override that was set after the last offer of a refresh; nil if none was set.
  private var override: RefreshAction??
  /// The owner of this object.
  private let widget: Unowned<Widget>

  private init(of widget: Widget) { self.widget = Unowned(widget) }

  /// The values of a widget; nil if it only inherits.
  static func of(_ widget: Widget) -> StoredEnvironment? {
    widget.owned(StoredEnvironment.self, key: key)
  }

  static func made(for widget: Widget) -> StoredEnvironment {
    if let present = of(widget) { return present }
    let environment = StoredEnvironment(of: widget)
    widget.own(environment, key: key)
    return environment
  }

  /// The widget's own value; nil if it inherits.
  fileprivate var refresh: RefreshAction?? { override ?? offers[.refresh].map(\.action) }

  fileprivate func override(with refresh: RefreshAction?) {
    override = .some(refresh)
    EnvironmentObserver.notifyAll(below: widget.object)
  }

  func take(_ offer: Offer) {
    offers[offer.role] = offer
    if offer.role == .refresh { refreshChanged() }
  }

  /// Removes an offer, unless another offer has replaced it.
  func withdraw(_ offer: Offer) {
    guard offers[offer.role] === offer else { return }
    offers[offer.role] = nil
    if offer.role == .refresh, override == nil { refreshChanged() }
    let isEmpty = override == nil && RunRole.allCases.allSatisfy { offers[$0] == nil }
    if isEmpty, widget.isAlive { widget.object.disown(key: Self.key) }
  }

  private func refreshChanged() {
    override = nil
    if widget.isAlive { EnvironmentObserver.notifyAll(below: widget.object) }
  }
}

/// A reference that keeps nothing alive.
struct Weak<Object: AnyObject> {
  weak var object: Object?
}

/// Observes the values that one widget inherits. The widget's own signal connection keeps the
/// observer alive.
final class EnvironmentObserver {
  private static var all: [Weak<EnvironmentObserver>] = []

  let notify: () -> Void
  private let widget: Unowned<Widget>

  init(of widget: Unowned<Widget>, _ notify: @escaping () -> Void) {
    self.widget = widget
    self.notify = notify
    Self.all.removeAll { $0.object == nil }
    Self.all.append(Weak(object: self))
  }

  /// Notifies the observers at or below a widget. Observers elsewhere are skipped: their values
  /// have not changed, and a window with many lists has many observers.
  static func notifyAll(below widget: Widget) {
    // Looks up each observer only now, because an earlier observer may have destroyed it.
    for entry in all {
      if let observer = entry.object, observer.widget.object.isInside(widget) {
        observer.notify()
      }
    }
  }
}

extension WidgetConvertible {
  /// The values that the widget inherits from its ancestors.
  public var environment: EnvironmentValues { EnvironmentValues(of: asWidget) }

  /// Calls the handler now, and whenever an inherited value may have changed: a value was set on
  /// the widget or on an ancestor, or the widget was moved.
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
