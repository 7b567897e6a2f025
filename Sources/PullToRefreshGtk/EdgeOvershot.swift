import CPullToRefreshShim

extension ScrolledWindow {
  /// Calls the handler when touch, touchpad or wheel passes an edge by 100 px; a fling never does.
  /// See `GtkScrolledWindow::edge-overshot`.
  ///
  /// - Parameter handler: receives the signal's `GtkPositionType`.
  @discardableResult
  package func onEdgeOvershot(_ handler: @escaping (PositionType) -> Void) -> SignalConnection {
    typealias Handler = (PositionType) -> Void
    let id = tideline_signal_connect_position(
      asObject,
      "edge-overshot",
      target(owning: Closure<Handler>(handler))
    ) { context, number in
      guard let side = PositionType(rawValue: number) else { return }
      MainActor.assumeIsolated { Closure<Handler>.from(context)(side) }
    }
    return SignalConnection(self, id)
  }
}
