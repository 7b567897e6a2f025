import RefreshCore

/// Counts the automatic loads of a role since rows came or the user acted.
struct SignWitness {
  private(set) var inARow = 0
  private let role: RunRole
  private var place: ScrollPosition?
  private var lengthBefore = 0.0
  private var mode: LoadMode

  init(of role: RunRole, mode: LoadMode) { (self.role, self.mode) = (role, mode) }

  /// Called after the list has advanced to the present time, and before it handles the event.
  mutating func watch(_ event: RefreshCoordinator.Event) {
    switch event {
    case .device(.scrolled(let place)), .contentChanged(let place):
      let edge = RoleEdges()[role].axisEdge
      if place.contentLength > lengthBefore || place.isAt(edge) { inARow = 0 }
      self.place = place
    case .setLoadMode(self.role, let mode):
      if mode != self.mode { inARow = 0 }
      self.mode = mode
    default:
      break
    }
  }

  /// Checks an effect, and describes its fault; nil if it has none.
  mutating func watch(_ effect: RefreshCoordinator.Effect) -> String? {
    switch effect {
    case .start(let id, let source) where id.role == role:
      inARow = source == .automatic ? inARow + 1 : 0
      lengthBefore = place?.contentLength ?? 0
    case .ended(_, .refreshed): inARow = 0
    default: break
    }
    return inARow > 10 ? "loads on and on by itself" : nil
  }
}
