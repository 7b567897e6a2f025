import RefreshCore

extension ScrollPosition {
  static let start = ScrollPosition(distanceToStart: 0, distanceToEnd: 5000, page: 450)
  static let middle = ScrollPosition(distanceToStart: 300, distanceToEnd: 4700, page: 450)
  static let end = ScrollPosition(distanceToStart: 5000, distanceToEnd: 0, page: 450)
  static let fits = ScrollPosition(distanceToStart: 0, distanceToEnd: 0, page: 450)

  /// The top of a page so tall that one notch of the wheel is more than 100 px.
  static let tallTop = ScrollPosition(distanceToStart: 0, distanceToEnd: 5000, page: 1200)
}

extension PullMetrics {
  init(_ change: (inout PullMetrics) -> Void) {
    self.init()
    change(&self)
  }
}

extension RefreshState {
  /// The state of a row at the top.
  static func top(_ moment: Moment, _ progress: Double = 1) -> RefreshState {
    RefreshState(edge: .top, moment: moment, progress: progress)
  }
}
