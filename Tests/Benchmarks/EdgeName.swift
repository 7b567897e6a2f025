import PullToRefresh

extension PullEdge {
  /// An edge by its name, as the scripts pass it; the top if there is none.
  init(name: String?) {
    self = Self.allCases.first { "\($0)" == name } ?? .top
  }
}
