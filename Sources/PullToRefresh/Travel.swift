import Gtk

/// A length in px that moves to where it is sent, frame by frame.
///
/// Motion eases out with the cube of the remaining time; with `gtk-enable-animations` off it
/// arrives at once.
final class Travel {
  private(set) var value = 0.0
  private var target = 0.0
  private var flight: (from: Double, start: Duration, length: Duration)?
  /// Set anew with each flight, so that the frames of an older one stop calling.
  private var generation = 0
  private let changed: () -> Void

  init(changed: @escaping () -> Void) {
    self.changed = changed
  }

  /// Where the length is, or will be when it has arrived.
  var destination: Double { target }

  /// Moves at once, and ends a flight.
  func jump(to value: Double) {
    flight = nil
    generation += 1
    target = value
    guard self.value != value else { return }
    self.value = value
    changed()
  }

  /// Ends a flight where it is.
  func stop() {
    flight = nil
    generation += 1
    target = value
  }

  /// Moves over some time, on the frames of a widget; at once where it is not on the screen.
  func fly(to target: Double, over length: Duration, on widget: some WidgetConvertible) {
    guard target != self.target || flight == nil else { return }
    guard Settings.animationsEnabled, length > .zero, widget.isMapped, value != target else {
      return jump(to: target)
    }
    self.target = target
    flight = (value, MainLoop.now, length)
    generation += 1
    let generation = generation
    widget.addTickCallback { [weak self] time in
      guard let self, self.generation == generation else { return false }
      return self.step(at: time)
    }
  }

  /// - Returns: whether there is more to come.
  private func step(at time: Duration) -> Bool {
    guard let flight else { return false }
    let progress = min(max((time - flight.start) / flight.length, 0), 1)
    let remaining = 1 - progress
    value = flight.from + (target - flight.from) * (1 - remaining * remaining * remaining)
    // Nobody sees the rest of the way, and a compositor may let one wait for a frame without news.
    let hasArrived = progress == 1 || abs(target - value) < 0.5
    if hasArrived { (value, self.flight) = (target, nil) }
    changed()
    return !hasArrived
  }
}
