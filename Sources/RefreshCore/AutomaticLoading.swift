/// When a list loads more rows: only on request, or also by itself near the edge.
///
/// ```swift
/// controller.loadMore.mode = .automatic(prefetch: 2)
/// ```
public struct LoadMode: Sendable, Hashable {
  /// The distance to the edge, in viewports, within which the list loads by itself; nil for never.
  let prefetch: Double?

  /// Loads only on request: by a pull past the edge, by the button, by an action, or in code.
  public static let pull = LoadMode(prefetch: nil)

  /// Loads on request, and by itself while at most `prefetch` viewports are left before the edge.
  ///
  /// Each load is one page. If the viewport is not full, the list loads page after page until it
  /// is. A hidden list, such as one on another page of a stack, pauses until it is shown. If a page
  /// shows no new rows, for example because a filter hides them, the next page follows after a
  /// pause: 0.25 s at first, doubled each time up to 8 s. After ten such pages in a row, or after a
  /// failed load, the list stops loading by itself. It resumes when the user scrolls to the edge
  /// again, pulls or presses the button, and after a successful refresh.
  ///
  /// - Parameter prefetch: the distance in viewports, clamped to 0…10; NaN counts as 1.
  public static func automatic(prefetch: Double = 1) -> LoadMode {
    LoadMode(prefetch: prefetch.clamped(to: 0...10, ifNaN: 1))
  }
}

/// Decides when the list loads more rows by itself at one edge, by the rules of
/// ``LoadMode/automatic(prefetch:)``. Before the next load, it waits until the new rows are laid
/// out.
struct AutomaticLoading: Sendable {
  var mode: LoadMode {
    didSet {
      if mode != oldValue, pause != .untilArrival { reset() }
    }
  }

  private enum Pause: Sendable, Equatable {
    case none
    /// A load or a refresh has ended, and its rows are not laid out yet.
    case untilLaidOut(isRefresh: Bool)
    /// The load showed no new rows, or was cancelled. Ends when rows appear, or at `atMost` if set.
    case untilLonger(atMost: Duration?)
    /// New rows have appeared. The rest of the page may follow, for example through a filter model
    /// that works incrementally.
    case whileGrowing(since: Duration, quiet: Duration)
    case untilArrival
  }

  /// Automatic loading stops after this many consecutive pages without new rows.
  static let mostEmptyPages = 10
  /// The pause after the first empty page, and the longest pause.
  private static let pauses = Duration.milliseconds(250)...Duration.seconds(8)
  /// A page is complete when the content has kept its length for this long.
  private static let quiet = Duration.milliseconds(100)
  /// A page counts as complete after this time at the latest: the length of a list view is an
  /// estimate, and may change without end while the user scrolls.
  private static let longestGrowth = Duration.milliseconds(500)
  /// Beyond this distance, in px, the user has left the edge. It exceeds the length of a footer
  /// row, which moves the edge as it opens.
  private static let leaving = 100.0

  /// The edge at which more is loaded.
  var edge: AxisEdge {
    didSet {
      guard edge != oldValue else { return }
      position = nil
      reset()
    }
  }

  /// Whether the list is off the screen, where its content is not laid out.
  var isHidden = false
  private var position: ScrollPosition?
  private var pause = Pause.none
  /// The length of the content when the last load began, in px.
  private var lengthBefore = 0.0
  /// Whether the last load reported that it added rows.
  private var hasAddedRows = false
  private var emptyPages = 0
  private var hasLeft = true

  init(mode: LoadMode, at edge: AxisEdge) {
    self.mode = mode
    self.edge = edge
  }

  /// - Parameter isLaidOut: whether the rows are laid out, so that the content's length is certain.
  mutating func note(_ position: ScrollPosition, isLaidOut: Bool, at now: Duration) {
    let isSameLength = self.position?.contentLength == position.contentLength
    self.position = position
    if isLaidOut { isHidden = false }
    if position.distance(to: edge) > Self.leaving { hasLeft = true }
    if hasLeft, position.isAt(edge) {
      (hasLeft, emptyPages) = (false, 0)
      if pause == .untilArrival { pause = .none }
    }
    // Content that fits has the viewport's length, which also grows when a footer closes.
    let isLonger = !position.fits && position.contentLength >= lengthBefore + 1
    switch pause {
    case .none, .untilArrival: break
    case .untilLaidOut(isRefresh: true): if isLaidOut { pause = .none }
    case .untilLaidOut(isRefresh: false):
      if isLonger || (isLaidOut && hasAddedRows && position.fits) {
        grow(since: now)
      } else if isLaidOut {
        let (first, longest) = (Self.pauses.lowerBound, Self.pauses.upperBound)
        pause = .untilLonger(atMost: now + min(first * (1 << emptyPages), longest))
      }
    case .untilLonger: if isLonger { grow(since: now) }
    case .whileGrowing(let start, _):
      if !isSameLength { pause = .whileGrowing(since: start, quiet: now + Self.quiet) }
    }
  }

  private mutating func grow(since now: Duration) {
    emptyPages = 0
    pause = .whileGrowing(since: now, quiet: now + Self.quiet)
  }

  /// The time at which ``advance(to:)`` must be called next; nil for never.
  var deadline: Duration? {
    guard mode != .pull else { return nil }
    return switch pause {
    case .none, .untilLaidOut, .untilArrival: nil
    case .untilLonger(let end): end
    case .whileGrowing(let start, let quiet): min(quiet, start + Self.longestGrowth)
    }
  }

  /// Ends the pause if its time is over. After ``mostEmptyPages``, stops automatic loading instead.
  mutating func advance(to now: Duration) {
    guard let deadline, deadline <= now else { return }
    if case .untilLonger = pause { emptyPages += 1 }
    pause = emptyPages < Self.mostEmptyPages ? .none : .untilArrival
  }

  /// Whether to load more now: the mode is automatic, the edge is near, the list is on the screen,
  /// and no pause is under way.
  var isWanted: Bool {
    guard !isHidden, let prefetch = mode.prefetch, let position, position.page > 0, pause == .none
    else { return false }
    return position.distance(to: edge) <= prefetch * position.page
  }

  mutating func started(_ source: RunSource) {
    pause = .none
    lengthBefore = position?.contentLength ?? 0
    if source != .automatic { emptyPages = 0 }
  }

  /// - Parameter rows: nil if the load was cancelled.
  mutating func ended(with rows: LoadedRows?, at now: Duration) {
    guard let rows else {
      pause = .untilLonger(atMost: nil)
      return
    }
    hasAddedRows = (rows.added ?? 0) > 0
    pause = .untilLaidOut(isRefresh: false)
    if let position { note(position, isLaidOut: false, at: now) }
  }

  /// Stops automatic loading: a load failed, or too many loads in a row brought no rows.
  mutating func failed() { pause = .untilArrival }

  /// Notes that a refresh has replaced the rows.
  mutating func refreshed() {
    emptyPages = 0
    pause = .untilLaidOut(isRefresh: true)
  }

  private mutating func reset() {
    emptyPages = 0
    pause = .none
  }
}
