/// The gesture under way, of any device.
enum Gesture: Sendable {
  case none
  case touch(TouchPull)
  case touchpad(TouchpadPull)
  case wheel(WheelPull)

  var pull: Pull? {
    switch self {
    case .none: nil
    case .touch(let touch): touch.pull
    case .touchpad(let touchpad): touchpad.pull
    case .wheel(let wheel): wheel.pull
    }
  }

  var device: PullDevice? {
    switch self {
    case .none: nil
    case .touch: .touch
    case .touchpad: .touchpad
    case .wheel: .wheel
    }
  }

  /// Corrects a finger's pull only. The finger has a slop that GTK does not have; for the other
  /// devices GTK and the tracker count the same distance.
  mutating func overshot(_ edge: AxisEdge) {
    guard case .touch(var touch) = self else { return }
    touch.overshot(edge)
    self = .touch(touch)
  }

  mutating func leave(_ edge: AxisEdge) {
    switch self {
    case .none:
      break
    case .touch(var touch):
      touch.leave(edge)
      self = .touch(touch)
    case .touchpad(var touchpad):
      touchpad.leave(edge)
      self = .touchpad(touchpad)
    case .wheel(var wheel):
      wheel.leave(edge)
      self = .wheel(wheel)
    }
  }
}
