import Gtk
import RefreshCore

/// What one call of `refreshable` offers, to the lists that take it up and to the environment.
final class RefreshOffer {
  private let shared: SharedRefresh
  private var stored: StoredEnvironment?
  private var takers: [WeakController] = []

  private struct WeakController {
    weak var controller: RefreshController?
  }

  init(_ action: @escaping RefreshController.RefreshHandler) { shared = SharedRefresh(action) }

  /// Gives the action to a widget and all below it.
  func publish(on widget: Widget) {
    stored = StoredEnvironment.set(RefreshAction { await self.refresh() }, on: widget)
  }

  /// Lets a list offer the refresh.
  func take(up controller: RefreshController) {
    takers.append(WeakController(controller: controller))
    let driver = controller.driver
    driver.refreshHandler = { [shared] in try await shared.run() }
    // The rows stand beside the list: views of the caller's own in them look from there.
    StoredEnvironment.set(
      RefreshAction { [weak controller] in await controller?.refresh() },
      on: driver.rows.widget
    )
    driver.onEnd.append { [weak self, weak controller] in
      self?.takers.removeAll { $0.controller == nil || $0.controller === controller }
      if self?.takers.isEmpty == true { self?.stored?.withdraw() }
    }
  }

  /// By way of a list where there is one: its row shows the refresh.
  private func refresh() async {
    if let controller = takers.lazy.compactMap(\.controller).first {
      await controller.refresh()
    } else {
      _ = try? await shared.run()
    }
  }
}
