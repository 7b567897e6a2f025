import RefreshCore

/// Counts the loads that the list started by itself since the user last gave a sign of life.
struct SignWitness {
  private(set) var inARow = 0
  private var place: ScrollPosition?
  private var mode: LoadMode

  init(mode: LoadMode) { self.mode = mode }

  /// To be called before the list hears of the event, but caught up with time.
  mutating func watch(_ event: RefreshCoordinator.Event) {
    switch event {
    case .device(.scrolled(let place)):
      if let old = self.place, abs(old.distanceToStart - place.distanceToStart) >= 1 { inARow = 0 }
      self.place = place
    case .contentChanged(let place):
      self.place = place
    case .setLoadMode(let mode):
      if mode != self.mode { inARow = 0 }
      self.mode = mode
    default:
      break
    }
  }

  /// Says what is wrong with an effect, if anything.
  mutating func watch(_ effect: RefreshCoordinator.Effect) -> String? {
    switch effect {
    case .start(_, .automatic): inARow += 1
    case .start(let id, _) where id.role == .loadMore: inARow = 0
    case .refreshEnded(_, .success): inARow = 0
    default: break
    }
    return inARow > 3 ? "loads on and on by itself" : nil
  }
}
