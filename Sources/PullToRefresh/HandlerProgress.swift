import RefreshCore

extension RefreshDriver {
  /// What the handler says of the refresh under way; nil while none runs.
  var progress: RunProgress? {
    get { told.flatMap { $0.run == coordinator.unfinishedRun(of: .refresh) ? $0.progress : nil } }
    set {
      let run = coordinator.unfinishedRun(of: .refresh)
      guard newValue != progress else { return }
      told = run.flatMap { run in newValue.map { (run, $0) } }
      show(.top)
    }
  }

  /// What the row at an edge shows.
  func state(of edge: PullEdge) -> RefreshState {
    var state = coordinator.state(of: edge)
    if edge == .top, state.moment == .running { state.runProgress = progress }
    return state
  }
}
