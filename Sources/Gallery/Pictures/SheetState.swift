import PullToRefresh

/// The states to draw, with their captions.
enum SheetState {
  static let header: [(String, RefreshState)] = [
    ("Peeking", state(.top, .peeking, 0.5)),
    ("Pulling, 30 %", state(.top, .pulling, 0.3)),
    ("Pulling, 80 %", state(.top, .pulling, 0.8)),
    ("Armed", state(.top, .armed)),
    ("Running", state(.top, .running)),
    ("Stuck", RefreshState(edge: .top, moment: .running, isStuck: true)),
    ("Succeeded", state(.top, .succeeded(summary: nil))),
    ("With a summary", state(.top, .succeeded(summary: "3 new"))),
    ("Failed", state(.top, .failed(message: "the server did not answer"))),
    ("Failed, at length", state(.top, .failed(message: long))),
    ("Canceled", state(.top, .cancelled)),
  ]

  static let headerWithoutDate: [(String, RefreshState)] = [
    ("Armed, first time", state(.top, .armed)),
    ("Running, first time", state(.top, .running)),
  ]

  private static let long = "mail.example.org is not known in any network that we are in"

  static let footer: [(String, RefreshState)] = [
    ("Idle", state(.bottom, .idle)),
    ("Pulling, 30 %", state(.bottom, .pulling, 0.3)),
    ("Pulling, 80 %", state(.bottom, .pulling, 0.8)),
    ("Armed", state(.bottom, .armed)),
    ("Waiting", state(.bottom, .waiting)),
    ("Running", state(.bottom, .running)),
    ("Stuck", RefreshState(edge: .bottom, moment: .running, isStuck: true)),
    ("Failed", state(.bottom, .failed(message: "the server did not answer"))),
    ("Nothing came", state(.bottom, .failed(message: nil))),
    ("Exhausted", state(.bottom, .exhausted)),
  ]

  private static func state(
    _ edge: PullEdge,
    _ moment: RefreshState.Moment,
    _ progress: Double = 1
  ) -> RefreshState {
    RefreshState(edge: edge, moment: moment, progress: progress)
  }
}
