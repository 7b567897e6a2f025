import PullToRefreshGtk
import RefreshCore

/// Moves the rows, and the content with them, as the hand and the states require.
final class RowMotion {
  var metrics: PullMetrics
  private let container: EdgeContainer
  private let place: ListScroller
  private var rows = Displacements()
  private var isHeld = false
  private var isTicking = false
  /// The time at which the rows were last shown: a frame's, while something moves.
  private var shown = Duration.zero
  private var position = ScrollPosition(distanceToStart: 0, distanceToEnd: 0, page: 0)
  private(set) var isFooterAtRest = false
  /// How far the content was from its other edge when the footer was last at its own, in px.
  private var footerWay = 0.0
  var hidesFooterWhenContentFits = false

  /// - Parameter place: keeps the content in its place as rows take room.
  init(container: EdgeContainer, place: ListScroller, metrics: PullMetrics) {
    self.container = container
    self.place = place
    self.metrics = metrics
  }

  /// - Parameters:
  ///   - position: where the content stands.
  ///   - isTouching: whether a finger is down.
  ///   - time: of the latest event.
  func update(
    _ list: RefreshCoordinator,
    position: ScrollPosition,
    isTouching: Bool,
    at time: Duration
  ) {
    self.position = position
    let pulls = AxisEdge.allCases.compactMap { list.pull(past: $0) }
    isHeld = isTouching || pulls.contains { $0.device != .wheel }
    for role in RunRole.allCases { update(role, list, at: time) }
    // What moves is shown at the time of its next frame, not at that of an event before it.
    if !isTicking || !container.widget.isMapped { apply(at: MainLoop.now) }
  }

  /// A motion under way is bent where it was last shown: the next frame may be of an earlier time than
  /// the present, and would show it once more.
  private var present: Duration { isTicking ? shown : MainLoop.now }

  private func update(_ role: RunRole, _ list: RefreshCoordinator, at time: Duration) {
    let present = present
    let edge = container.edges[role].axisEdge
    let isAt = position.isAt(edge)
    let isOpen = role == .refresh ? list.header.standsOpen : updateFooter(list.footer)
    let pull = list.pullEdges.contains(edge) ? list.pull(past: edge) : nil
    let way = pull.map { metrics.indicatorTravel(pull: $0.way) } ?? 0
    let isWheel = pull?.device == .wheel
    var row = rows[role]
    let floats = container.floats(role)
    let isClosed = row.target == 0 && !row.isHeld && row.isAtRest(at: present)
    if isClosed || isAt || floats { row.movesContent = isAt && !floats }
    container.setAway(role, !row.movesContent && !floats && (isOpen || !isClosed))
    let letsGo = row.isHeld && (pull == nil || isWheel)
    if letsGo { row.letGo(time, at: present) }
    if pull != nil, !isWheel { row.follow(way, at: time) }
    // The room of a row cannot go while a finger is on the content.
    let staysOpen = isOpen || (isHeld && row.room > 0)
    let target = (staysOpen ? container.length(of: role) : 0) + (isWheel ? way : 0)
    let content = row.displacement(of: target, isMoved: edge == .start || !position.fits)
    let isFar = role == .loadMore && position.distance(to: edge) > position.page
    let duration = seen(
      target > 0
        ? metrics.openDuration
        : isFar ? .zero : row.room > 0 ? metrics.closeDuration : metrics.decay
    )
    let left = isFar && isPushedAway(from: edge) && target == 0 ? row.handOver(at: present) : 0
    if letsGo || target != row.target || content != row.contentTarget
      || (duration == .zero && !row.isAtRest(at: present))
    {
      row.aim(row: target, content: content, over: duration, at: present)
    }
    rows[role] = row
    guard left > 0 else { return }
    place.leaveRow(at: edge, left)
    // Its motion goes in the frame of the scrolling.
    apply(at: self.present)
  }

  /// Whether rows that came at the footer's edge have brought it out of sight: then the other edge is
  /// about as far as it was, whereas who scrolls comes as much nearer to it.
  private func isPushedAway(from edge: AxisEdge) -> Bool {
    abs(position.distance(to: edge.opposite) - footerWay) < position.distance(to: edge) / 2
  }

  /// No time at all where no frames are seen.
  private func seen(_ duration: Duration) -> Duration {
    Settings.animationsEnabled && container.widget.isMapped ? duration : .zero
  }

  private func updateFooter(_ footer: LoadMoreMachine.State) -> Bool {
    let edge = container.edges[.loadMore].axisEdge
    let isHidden = hidesFooterWhenContentFits && position.fits && !footer.isUnderWay
    // Once open it stays until the end is well out of sight, since its room moves the end.
    let reach = isFooterAtRest ? 1.5 * container.length(of: .loadMore) : 1
    let isNear = position.distance(to: edge) < reach
    let way = position.distance(to: edge.opposite)
    // While it loads, rows may come before it: it stays where the user has left it.
    let isAwaited = isFooterAtRest && footer.isUnderWay && abs(way - footerWay) < reach
    if isNear { footerWay = way }
    isFooterAtRest =
      footer != .disabled && !isHidden && position.page > 0 && (isNear || isAwaited)
    return isFooterAtRest
  }

  // MARK: Frames

  private func apply(at time: Duration) {
    shown = time
    for role in RunRole.allCases {
      if !isHeld { settleRoom(of: role, at: time) }
      container.show(role, rows[role].shown(at: time))
    }
    let (start, end) = (offset(at: .start, time), offset(at: .end, time))
    container.slide(by: start - end, isHeld: isHeld)
    watch(at: time)
  }

  private func offset(at edge: AxisEdge, _ time: Duration) -> Double {
    rows[container.edges.role(at: edge)].offset(at: time)
  }

  /// A row that has opened takes room in the frame in which it comes to rest, and one that is to
  /// close gives it back before it moves.
  private func settleRoom(of role: RunRole, at time: Duration) {
    var row = rows[role]
    let wanted = row.movesContent ? min(row.target, container.length(of: role)) : 0
    guard wanted < row.room || (wanted > row.room && row.isAtRest(at: time)) else { return }
    let edge = container.edges[role].axisEdge
    let growth = wanted - row.room
    let way = row.take(
      room: wanted,
      distance: position.distance(to: edge),
      movable: edge == .start ? row.room : position.distanceToStart + position.distanceToEnd,
      over: seen(metrics.closeDuration),
      at: time
    )
    // Scrolling may call the application, and that this object.
    rows[role] = row
    place.roomChanges(at: edge, shift: edge == .start ? growth + way : -way)
    container.give(role, room: wanted)
  }

  private func watch(at time: Duration) {
    let isMoving = RunRole.allCases.contains { !rows[$0].isAtRest(at: time) }
    guard isMoving, !isTicking else { return }
    isTicking = true
    container.widget.addTickCallback { [weak self] time in
      guard let self else { return false }
      isTicking = false
      apply(at: time)
      return false
    }
  }
}

/// The two rows by their roles.
private struct Displacements {
  private var header = RowDisplacement()
  private var footer = RowDisplacement()

  subscript(role: RunRole) -> RowDisplacement {
    get { role == .refresh ? header : footer }
    set { if role == .refresh { header = newValue } else { footer = newValue } }
  }
}

extension RefreshMachine.State {
  /// Whether the row is open without being pulled.
  fileprivate var standsOpen: Bool {
    switch self {
    case .running, .settling: true
    case .disabled, .idle, .peeking, .pulling, .armed: false
    }
  }
}

extension LoadMoreMachine.State {
  fileprivate var isUnderWay: Bool {
    switch self {
    case .running, .waitingForRefresh: true
    case .disabled, .idle, .failed, .exhausted: false
    }
  }
}
