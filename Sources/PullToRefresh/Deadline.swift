import PullToRefreshGtk

/// A call at a time that can be moved. It uses one timer at most, and none while nothing is due.
final class Deadline {
  private var pending: (moment: Duration, timeout: Timeout)?
  private let reached: () -> Void

  init(reached: @escaping () -> Void) {
    self.reached = reached
  }

  /// - Parameter moment: on the clock of ``MainLoop/now``; nil for never.
  func move(to moment: Duration?) {
    guard moment != pending?.moment else { return }
    pending?.timeout.cancel()
    pending = moment.map { moment in
      let timeout = Timeout(after: moment - MainLoop.now) { [weak self] in
        self?.pending = nil
        self?.reached()
      }
      return (moment, timeout)
    }
  }
}
