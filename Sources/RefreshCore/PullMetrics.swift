/// Every number that shapes a pull, in one place.
///
/// Distances are logical pixels, times are durations, factors have no unit. Setting a value outside
/// its range sets the nearest end of the range, and NaN sets the default, so a value read from
/// settings can be passed unchecked.
///
/// ```swift
/// var metrics = PullMetrics()
/// metrics.threshold = 64
/// metrics.wheelEnabled = false
/// ```
///
/// Metrics may be changed at any time, also during a pull; the next event uses the new values.
public struct PullMetrics: Sendable, Hashable {
  // MARK: Distances

  /// The distance, in px, that a pull must reach for its release to fire. 24…400.
  ///
  /// The default is GTK's own overshoot distance: `GtkScrolledWindow::edge-overshot` fires at 100
  /// px.
  public var threshold = 100.0 { didSet { threshold.clamp(to: 24...400, ifNaN: 100) } }

  /// The slop, in px: a gesture on a touchscreen or touchpad must move this far before it pulls, so
  /// that a tap or a swipe across the list does not show the indicator. 0…100.
  ///
  /// The default exceeds GTK's drag threshold of 8 px: at 15 px GTK has decided which widget gets
  /// the drag.
  public var startSlop = 15.0 { didSet { startSlop.clamp(to: 0...100, ifNaN: 15) } }

  /// The minimum height of a refresh's open row, in px; its minimum width at a side edge. 0…400.
  public var refreshHeight = 54.0 { didSet { refreshHeight.clamp(to: 0...400, ifNaN: 54) } }

  /// The minimum height of the open row of a load, in px; its minimum width at a side edge. 0…400.
  public var loadHeight = 44.0 { didSet { loadHeight.clamp(to: 0...400, ifNaN: 44) } }

  // MARK: Factors

  /// The px of pull for each unit that a touchpad scrolls. 0.1…10.
  ///
  /// The default is the factor by which GTK 4 scrolls for a touchpad.
  public var touchpadFactor = 2.5 { didSet { touchpadFactor.clamp(to: 0.1...10, ifNaN: 2.5) } }

  /// The px that the indicator moves for each px pulled, up to the threshold. 0.1…1.
  public var resistance = 0.5 { didSet { resistance.clamp(to: 0.1...1, ifNaN: 0.5) } }

  /// The fraction of the threshold below which an armed pull is disarmed when dragged back. 0.1…1.
  ///
  /// The default is less than 1, so that the row does not flicker under a finger that rests on the
  /// threshold.
  public var disarmFraction = 0.85 { didSet { disarmFraction.clamp(to: 0.1...1, ifNaN: 0.85) } }

  // MARK: The wheel

  /// Whether a wheel pull can fire. If false, a wheel pull shows the row, but fires nothing.
  public var wheelEnabled = true

  /// The number of notches that arms a wheel pull, all in one series (see ``wheelPause``) and at an
  /// edge where the content has rested. 2…10.
  ///
  /// One notch must never be enough: in a viewport 1000 px tall, a single notch scrolls 100 px,
  /// which is as far as the default ``threshold``.
  public var wheelNotches = 3 { didSet { wheelNotches = wheelNotches.clamped(to: 2...10) } }

  /// The longest pause between two notches of one series. 50 ms…2 s.
  public var wheelPause = Duration.milliseconds(400) {
    didSet { wheelPause = wheelPause.clamped(to: .milliseconds(50) ... .seconds(2)) }
  }

  /// How long an armed wheel pull waits before it fires, so that a notch back can cancel it. 0…2 s.
  public var wheelDwell = Duration.milliseconds(300) {
    didSet { wheelDwell = wheelDwell.clamped(to: .zero ... .seconds(2)) }
  }

  // MARK: Deliberate pulls

  /// How long the content must rest at an edge before a gesture can arm a pull past it. 0…2 s.
  public var restBeforePull = Duration.milliseconds(300) {
    didSet { restBeforePull = restBeforePull.clamped(to: .zero ... .seconds(2)) }
  }

  /// The pause in a touchpad's events after which its pull counts as released. 50 ms…1 s.
  ///
  /// An axis-stop event releases the pull earlier, but not every compositor sends such an event.
  public var touchpadQuiet = Duration.milliseconds(150) {
    didSet { touchpadQuiet = touchpadQuiet.clamped(to: .milliseconds(50) ... .seconds(1)) }
  }

  // MARK: Motion

  /// How long an unfired pull takes to spring back. 0…2 s; 0 when the desktop's animations are off.
  public var decay = Duration.milliseconds(400) {
    didSet { decay = decay.clamped(to: .zero ... .seconds(2)) }
  }

  /// How long a row takes to open. 0…2 s; 0 when the desktop's animations are off.
  public var openDuration = Duration.milliseconds(200) {
    didSet { openDuration = openDuration.clamped(to: .zero ... .seconds(2)) }
  }

  /// How long a row takes to close. 0…2 s; 0 when the desktop's animations are off.
  public var closeDuration = Duration.milliseconds(250) {
    didSet { closeDuration = closeDuration.clamped(to: .zero ... .seconds(2)) }
  }

  // MARK: Running

  /// The shortest time for which the row shows a run; an earlier result is held until this time has
  /// passed. Automatic loads have no such time. 0…10 s.
  ///
  /// A row that only flashes looks like an error.
  public var minimumRunning = Duration.milliseconds(600) {
    didSet { minimumRunning = minimumRunning.clamped(to: .zero ... .seconds(10)) }
  }

  /// How long the row of a refresh shows the result before the row closes. 0…60 s.
  public var resultShown = Duration.milliseconds(800) {
    didSet { resultShown = resultShown.clamped(to: .zero ... .seconds(60)) }
  }

  /// The time after a run, and again after the display of its result, in which no pull fires.
  /// Buttons, keys, actions and code can start a run during this time. 0…60 s.
  public var cooldown = Duration.milliseconds(500) {
    didSet { cooldown = cooldown.clamped(to: .zero ... .seconds(60)) }
  }

  /// The duration of a run after which its row says that the run takes long. 1 s…1 h. No run is
  /// ever cancelled by time alone.
  public var stuckNotice = Duration.seconds(30) {
    didSet { stuckNotice = stuckNotice.clamped(to: .seconds(1) ... .seconds(3600)) }
  }

  /// Metrics with the default of each property.
  public init() {}

  /// The minimum length of the open row of a role, in px.
  package func length(of role: RunRole) -> Double {
    role == .refresh ? refreshHeight : loadHeight
  }
}

extension PullMetrics {
  /// The largest progress: beyond it the indicator does not move any further.
  package static let mostProgress = 3.0

  /// The progress of a pull as a multiple of the threshold. 0…``mostProgress``.
  package func progress(pull: Double) -> Double {
    (pull / threshold).clamped(to: 0...Self.mostProgress, ifNaN: 0)
  }

  /// The indicator's distance from its edge, in px.
  ///
  /// Up to the threshold, each px of pull moves the indicator by ``resistance`` px. Beyond the
  /// threshold, the indicator slows down smoothly: with t for the progress past 1, it moves on by
  /// t − t²/4 of its distance at the threshold. It stops at t = 2, at twice that distance.
  package func indicatorTravel(pull: Double) -> Double {
    let progress = progress(pull: pull)
    let excess = max(0, progress - 1)
    return resistance * threshold * (min(progress, 1) + excess - excess * excess / 4)
  }

  /// How far GTK scrolls for one notch of a wheel, in px: page^(2/3).
  package func wheelNotch(page: Double) -> Double {
    let root = cubeRoot(page)
    return root * root
  }
}

/// The cube root, by Newton's method from a nearby power of two; 0 unless positive and normal.
private func cubeRoot(_ value: Double) -> Double {
  guard value.isNormal, value > 0 else { return 0 }
  var root = Double(sign: .plus, exponent: value.exponent / 3, significand: 1)
  for _ in 0..<8 {
    root = (2 * root + value / (root * root)) / 3
  }
  return root
}
