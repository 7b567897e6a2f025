/// When the list loads more by itself.
///
/// It does so near the end of the content, but after a load it waits until the rows are laid out,
/// and it stops after a load that added nothing. Otherwise it would load without end.
struct AutomaticLoading: Sendable {
  var mode: LoadMode {
    didSet {
      // What is not a number would differ from itself at every look.
      if case .automatic(let prefetch) = mode, prefetch.isNaN { mode = .automatic() }
      if mode != oldValue { reset() }
    }
  }

  private enum Pause: Sendable, Equatable {
    case none
    /// Rows were added, and the new length of the content is not known yet.
    case untilLaidOut(longerThan: Double)
    /// No rows were added, or the number of rows is not known.
    case untilLonger(than: Double)
  }

  /// The most loads in a row without any action of the user.
  private static let mostInARow = 3

  /// The edge that more is loaded at.
  var edge: AxisEdge {
    didSet {
      guard edge != oldValue else { return }
      position = nil
      reset()
    }
  }

  private var position: ScrollPosition?
  private var pause = Pause.none
  private var lengthBefore = 0.0
  private var inARow = 0

  init(mode: LoadMode, at edge: AxisEdge) {
    self.mode = mode
    self.edge = edge
  }

  /// - Parameter isLaidOut: whether this is where the content ends for sure.
  mutating func note(_ position: ScrollPosition, isLaidOut: Bool) {
    if let before = self.position, !isLaidOut,
      // A load changes the distance to its own edge alone.
      abs(before.distance(to: edge.opposite) - position.distance(to: edge.opposite)) >= 1
    {
      inARow = 0
    }
    self.position = position
    switch pause {
    case .none: break
    case .untilLaidOut(let length):
      if isLaidOut || position.contentLength >= length + 1 { pause = .none }
    case .untilLonger(let length):
      // Content that fits is as long as its viewport, which grows as a row closes.
      if !position.fits, position.contentLength >= length + 1 { pause = .none }
    }
  }

  /// Whether to load more now, by the position of the content.
  var isWanted: Bool {
    guard case .automatic(let prefetch) = mode, let position, position.page > 0,
      pause == .none, inARow < Self.mostInARow
    else { return false }
    let viewports = prefetch.clamped(to: 0...10, ifNaN: 1)
    return position.distance(to: edge) <= viewports * position.page
  }

  mutating func started(_ source: RunSource) {
    lengthBefore = position?.contentLength ?? 0
    inARow = source == .automatic ? inARow + 1 : 0
  }

  mutating func ended(_ result: LoadMoreResult) {
    switch result {
    case .success(let rows):
      pause =
        (rows.added ?? 0) > 0
        ? .untilLaidOut(longerThan: lengthBefore) : .untilLonger(than: lengthBefore)
    case .cancelled: pause = .untilLonger(than: lengthBefore)
    case .failure: break
    }
  }

  /// Resets the count, as after a successful refresh.
  mutating func reset() {
    pause = .none
    inARow = 0
  }
}
