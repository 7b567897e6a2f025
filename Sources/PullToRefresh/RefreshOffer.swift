import PullToRefreshGtk
import RefreshCore

/// The action of one `refreshable` call, for the lists that use it and for the environment.
///
/// The environment of the widget keeps it alive; it does not keep the widget alive.
final class RefreshOffer {
  private let handler: SharedHandler
  private weak var stored: StoredEnvironment?
  /// The attached lists; nil before the first one.
  private var reached: [WeakController]?
  private let mark = OfferMark()

  private struct WeakController {
    weak var controller: RefreshController?
  }

  init(_ action: @escaping () async throws -> String?) {
    handler = SharedHandler { .refreshed(summary: try await action()) }
  }

  /// Gives the action to a widget and all below it.
  func publish(on widget: Widget) {
    let action = RefreshAction { await self.refresh() }
    stored = StoredEnvironment.set(action, mark: mark, on: widget)
  }

  /// Gives the refresh to a list, unless a widget nearer to the list has another.
  ///
  /// - Parameter widget: the widget on which this was published.
  /// - Returns: whether the list has this refresh now.
  func take(up controller: RefreshController, around widget: Widget) -> Bool {
    // Notes the list also if a nearer widget counts: without any list there is nothing to refresh.
    reached = (reached ?? []) + [WeakController(controller: controller)]
    let driver = controller.driver
    driver.onEnd.append { [weak self, weak controller] in
      self?.reached?.removeAll { $0.controller == nil || $0.controller === controller }
      if self?.reached?.isEmpty == true { self?.stored?.withdraw() }
    }
    guard mark.countsMore(than: driver.taken, in: driver.scrolledWindow.object, around: widget)
    else { return false }
    driver.taken = mark
    driver.runs.handlers[.refresh] = handler
    driver.rowAction = RefreshAction { [weak controller] in await controller?.refresh.begin() }
    return true
  }

  /// Refreshes through a list that uses this offer, so that its row shows the refresh; otherwise
  /// directly.
  private func refresh() async {
    // A kept action may be called when all its lists are gone.
    if reached?.isEmpty == true { return }
    let controllers = (reached ?? []).lazy.compactMap(\.controller)
    if let controller = controllers.first(where: { [mark] in
      $0.refresh.isEnabled && $0.driver.taken === mark
    }) {
      await controller.refresh.begin()
    } else {
      await handler()
    }
  }
}

/// Marks the widget of an offer, and the lists that use it.
///
/// It keeps no widget alive, although an action may keep those widgets alive.
final class OfferMark {
  /// Whether the offer was made on the list itself, or on a widget inside it.
  private var isOfList = false

  fileprivate func countsMore(
    than taken: OfferMark?,
    in list: ScrolledWindow,
    around widget: Widget
  ) -> Bool {
    var isTakenBelow = false
    var ancestor: Widget? = list.parent
    var below = list.asWidget
    while let present = ancestor {
      let given = StoredEnvironment.mark(of: below)
      isTakenBelow = isTakenBelow || (given != nil && given === taken)
      if present.pointer == widget.pointer { return !isTakenBelow && taken?.isOfList != true }
      (below, ancestor) = (present, present.parent)
    }
    isOfList = true
    return true
  }
}

extension RefreshDriver {
  /// Publishes the refresh on the rows: they are siblings of the list, and custom views in them
  /// inherit from the rows. The container gets no value, since it must inherit the values set
  /// further up.
  func publishOnRows() {
    guard isAttached, let rowAction else { return }
    for row in rows.widget.children where row.pointer != scrolledWindow.object.pointer {
      StoredEnvironment.set(rowAction, on: row)
    }
  }
}
