/// A call at a time that can be moved. It uses one timer at most, and none while nothing is due.
final class Deadline {
  private var pending: (moment: Duration, cancel: () -> Void)?
  private let reached: () -> Void

  init(reached: @escaping () -> Void) {
    self.reached = reached
  }

  /// - Parameter moment: on the clock; nil for never.
  func move(to moment: Duration?, on clock: RefreshClock) {
    guard moment != pending?.moment else { return }
    pending?.cancel()
    pending = moment.map { moment in
      let cancel = clock.call(at: moment) { [weak self] in
        self?.pending = nil
        self?.reached()
      }
      return (moment, cancel)
    }
  }
}
