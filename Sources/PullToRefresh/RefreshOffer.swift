import Gtk
import RefreshCore

/// What one call of `refreshable` offers, to the lists that take it up and to the environment.
///
/// The environment of the widget keeps it, and it does not keep that in turn.
final class RefreshOffer {
  private let handler: SharedHandler<String?>
  private weak var stored: StoredEnvironment?
  private var reached: [WeakController] = []
  private let mark = OfferMark()

  private struct WeakController {
    weak var controller: RefreshController?
  }

  init(_ action: @escaping () async throws -> String?) { handler = SharedHandler(action) }

  /// Gives the action to a widget and all below it.
  func publish(on widget: Widget) {
    let action = RefreshAction { await self.refresh() }
    stored = StoredEnvironment.set(action, mark: mark, on: widget)
  }

  /// Lets a list offer the refresh, unless somebody nearer to it offers another.
  ///
  /// - Parameter widget: on which this was published.
  func take(up controller: RefreshController, around widget: Widget) {
    // Also where another is nearer: once no list is left there is nothing to refresh.
    reached.append(WeakController(controller: controller))
    let driver = controller.driver
    driver.onEnd.append { [weak self, weak controller] in
      self?.reached.removeAll { $0.controller == nil || $0.controller === controller }
      if self?.reached.isEmpty == true { self?.stored?.withdraw() }
    }
    guard mark.countsMore(than: driver.taken, in: driver.scrolledWindow.object, around: widget)
    else { return }
    driver.rows.widget.own(mark, key: OfferMark.takenKey)
    driver.runs.refresh = handler
    driver.publishOnRows(RefreshAction { [weak controller] in await controller?.refresh() })
  }

  /// By way of a list where one offers it: its row shows the refresh.
  private func refresh() async {
    let controllers = reached.lazy.compactMap(\.controller)
    if let controller = controllers.first(where: { [mark] in
      $0.header.isEnabled && $0.driver.taken === mark
    }) {
      await controller.refresh()
    } else {
      await handler()
    }
  }
}

/// Stands for an offer on the widget that it was given to, and on the lists that took it up.
///
/// It keeps nothing: an action may well keep those widgets.
final class OfferMark {
  fileprivate static let takenKey = "pull-to-refresh-offer-taken"

  /// Whether it was given to the list itself, or to something in it.
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
  fileprivate var taken: OfferMark? {
    guard isAttached else { return nil }
    return rows.widget.owned(OfferMark.self, key: OfferMark.takenKey)
  }

  /// The rows stand beside the list: views of the caller's own in them look from there. Not on the
  /// container, which is around the list: what is set further up must reach that.
  fileprivate func publishOnRows(_ action: RefreshAction) {
    for row in rows.widget.children where row.pointer != scrolledWindow.object.pointer {
      StoredEnvironment.set(action, on: row)
    }
  }
}
