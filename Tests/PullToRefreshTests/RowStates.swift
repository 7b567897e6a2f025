import PullToRefresh

extension RefreshController {
  /// The state of the row at an edge; disabled if the edge has none.
  func state(of edge: PullEdge) -> RefreshState {
    [refresh, loadMore].first { $0.edge == edge }?.state
      ?? RefreshState(edge: edge, moment: .disabled, progress: 0)
  }
}
