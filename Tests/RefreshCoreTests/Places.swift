import RefreshCore

extension ScrollPosition {
  static let top = ScrollPosition(distanceToTop: 0, distanceToBottom: 5000, page: 450)
  static let middle = ScrollPosition(distanceToTop: 300, distanceToBottom: 4700, page: 450)
  static let bottom = ScrollPosition(distanceToTop: 5000, distanceToBottom: 0, page: 450)
  static let fits = ScrollPosition(distanceToTop: 0, distanceToBottom: 0, page: 450)

  /// A page so tall that one notch of the wheel is more than 100 px.
  static let tallTop = ScrollPosition(distanceToTop: 0, distanceToBottom: 5000, page: 1200)
}

extension PullMetrics {
  init(_ change: (inout PullMetrics) -> Void) {
    self.init()
    change(&self)
  }
}
