import PullToRefresh

extension RefreshController {
  /// What the row at an edge shows; disabled where there is none.
  func state(of edge: PullEdge) -> RefreshState {
    [refresh, loadMore].first { $0.edge == edge }?.state
      ?? RefreshState(edge: edge, moment: .disabled, progress: 0)
  }
}
