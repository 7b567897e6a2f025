import RefreshCore

/// The appearance of an indicator in one state, independent of how it is drawn.
enum IndicatorFace: Equatable {
  case nothing
  /// The desktop's own spinner, which turns by itself.
  case spinner
  /// An icon of the theme, turned clockwise by some degrees. If a release would fire (`isOver`),
  /// the style sheet turns the icon by 90° more, animated.
  case icon(String, degrees: Double = 0, isOver: Bool = false)
  /// A ring, and its filled fraction, 0…1.
  case ring(Double)
  /// An arc that turns.
  case arc
  /// A picture that the pull moves, and the progress, 0…1.
  case pulled(IndicatorPicture, Double)
  /// A picture that moves by itself.
  case playing(IndicatorPicture)

  init(_ style: IndicatorStyle, _ state: RefreshState) {
    let isOver = state.moment == .armed
    switch (style.kind, state.moment) {
    case (.none, _), (_, .disabled), (_, .idle), (_, .exhausted), (_, .cancelled):
      self = .nothing
    case (_, .succeeded):
      self = .icon("object-select-symbolic")
    case (_, .failed):
      self = .icon("dialog-warning-symbolic")
    case (.spinner, .running), (.spinner, .waiting), (.arrow, .running), (.arrow, .waiting):
      self = .spinner
    case (.ring, .running), (.ring, .waiting):
      self = state.runProgress?.fraction.map { .ring($0) } ?? .arc
    case (.picture(let picture), .running), (.picture(let picture), .waiting):
      self = .playing(picture)
    case (.spinner, .peeking), (.spinner, .pulling), (.spinner, .armed):
      self = .icon("process-working-symbolic", degrees: 360 * state.progress)
    case (.arrow, .peeking):
      // Leaves the arrow unturned, since a release fires nothing.
      self = .icon(Self.arrow(at: state.edge))
    case (.arrow, .pulling), (.arrow, .armed):
      self = .icon(
        Self.arrow(at: state.edge),
        degrees: isOver ? 90 : 90 * state.progress,
        isOver: isOver
      )
    case (.ring, .peeking), (.ring, .pulling), (.ring, .armed):
      self = .ring(state.progress)
    case (.picture(let picture), .peeking), (.picture(let picture), .pulling),
      (.picture(let picture), .armed):
      self = .pulled(picture, state.progress)
    }
  }

  /// Whether the style sheet turns the icon further than the pull does.
  var isOver: Bool {
    if case .icon(_, _, let isOver) = self { isOver } else { false }
  }

  /// The arrow that points in the direction in which the content is pulled.
  private static func arrow(at edge: PullEdge) -> String {
    switch edge {
    case .top: "go-down-symbolic"
    case .bottom: "go-up-symbolic"
    // Relies on icon themes, which mirror these two for right-to-left reading.
    case .leading: "go-next-symbolic"
    case .trailing: "go-previous-symbolic"
    }
  }
}

/// The arc that turns while the handler runs.
struct IndicatorArc {
  /// The length of the arc, as a fraction of the ring, 0…1.
  let fraction: Double
  /// The start of the arc, in degrees clockwise from 12 o'clock.
  let degrees: Double

  /// The arc while animations are off.
  static let still = IndicatorArc(fraction: 0.75, degrees: 0)

  /// The arc turns once a second; its length goes from three quarters to one quarter and back in
  /// two seconds. In the first 0.3 s, the arc opens from the full ring that the pull has drawn.
  static func turning(at elapsed: Duration) -> IndicatorArc {
    let seconds = elapsed / .seconds(1)
    let phase = (seconds / 2).truncatingRemainder(dividingBy: 1)
    let way = phase < 0.5 ? 2 * phase : 2 - 2 * phase
    let length = 0.75 - 0.5 * (way * way * (3 - 2 * way))
    let closed = max(0, 1 - seconds / 0.3)
    return IndicatorArc(fraction: length + (1 - length) * closed, degrees: 360 * seconds)
  }
}
