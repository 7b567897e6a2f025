import PullToRefreshGtk
import RefreshCore

/// A value that is animated to a destination, frame by frame.
///
/// It changes at once if `gtk-enable-animations` is off.
final class AnimatedValue {
  private(set) var value = 0.0
  /// The value at the end of the animation.
  private(set) var destination = 0.0
  private var animation: TimedAnimation?
  /// The number of the present animation. The tick callback of an older one sees it and ends.
  private var generation = 0
  private let precision: Double
  private let changed: () -> Void

  /// - Parameters:
  ///   - precision: the part of the way that is too small to be seen, in the value's unit; the
  ///     default of 0.5 suits a length in px.
  ///   - changed: called after each change of the value.
  init(precision: Double = 0.5, changed: @escaping () -> Void) {
    self.precision = precision
    self.changed = changed
  }

  /// Sets the value at once, and ends an animation.
  func jump(to value: Double) {
    animation = nil
    generation += 1
    destination = value
    guard self.value != value else { return }
    self.value = value
    changed()
  }

  /// Animates the value with the frames of a widget; sets it at once if the widget is not on the
  /// screen.
  func animate(to destination: Double, over length: Duration, on widget: some WidgetConvertible) {
    guard destination != self.destination || animation == nil else { return }
    guard Settings.animationsEnabled, length > .zero, widget.isMapped, value != destination else {
      return jump(to: destination)
    }
    self.destination = destination
    animation = TimedAnimation(
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

  /// - Returns: whether the animation continues.
  private func step(at time: Duration) -> Bool {
    guard let animation else { return false }
    value = animation.value(at: time)
    let hasArrived = value == animation.destination
    if hasArrived { self.animation = nil }
    changed()
    return !hasArrived
  }
}
