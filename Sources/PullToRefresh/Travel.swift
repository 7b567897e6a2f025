import Gtk
import RefreshCore

/// A value that moves to where it is sent, frame by frame.
///
/// With `gtk-enable-animations` off it arrives at once.
final class Travel {
  private(set) var value = 0.0
  /// Where the value is, or will be when it has arrived.
  private(set) var destination = 0.0
  private var flight: Flight?
  /// Set anew with each flight, so that the frames of an older one stop calling.
  private var generation = 0
  private let precision: Double
  private let changed: () -> Void

  /// - Parameters:
  ///   - precision: how much of the way is too little to be seen; half a px of a length, unless
  ///     the value is something else.
  ///   - changed: called after each change of the value.
  init(precision: Double = 0.5, changed: @escaping () -> Void) {
    self.precision = precision
    self.changed = changed
  }

  /// Moves at once, and ends a flight.
  func jump(to value: Double) {
    flight = nil
    generation += 1
    destination = value
    guard self.value != value else { return }
    self.value = value
    changed()
  }

  /// Moves over some time, on the frames of a widget; at once where it is not on the screen.
  func fly(to destination: Double, over length: Duration, on widget: some WidgetConvertible) {
    guard destination != self.destination || flight == nil else { return }
    guard Settings.animationsEnabled, length > .zero, widget.isMapped, value != destination else {
      return jump(to: destination)
    }
    self.destination = destination
    flight = Flight(
      from: value,
      to: destination,
      precision: precision,
      start: MainLoop.now,
      length: length
    )
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
    value = flight.value(at: time)
    let hasArrived = value == flight.destination
    if hasArrived { self.flight = nil }
    changed()
    return !hasArrived
  }
}
