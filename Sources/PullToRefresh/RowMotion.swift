import PullToRefreshGtk
import RefreshCore

/// Moves the rows, and the content with them, as the hand and the states require.
final class RowMotion {
  private let list: ListState
  private let container: EdgeContainer
  private let place: ListScroller
  private var rows = PerRole(repeating: RowDisplacement())
  private var isHeld = false
  private var isTicking = false
  /// The time at which the rows were last shown: a frame's, while they move.
  private var shown = Duration.zero
  private var position = ScrollPosition(distanceToStart: 0, distanceToEnd: 0, page: 0)
  private(set) var isFooterAtRest = false
  /// The content's distance from its other edge when the footer was last at its own edge, in px.
  private var footerWay = 0.0
  var hidesFooterWhenContentFits = false

  /// - Parameter place: keeps the content in its place as rows take room.
  init(of list: ListState, container: EdgeContainer, place: ListScroller) {
    (self.list, self.container, self.place) = (list, container, place)
  }

  /// - Parameters:
  ///   - position: the position of the content.
  ///   - isTouching: whether a finger is down.
  ///   - time: the time of the latest event.
  func update(position: ScrollPosition, isTouching: Bool, at time: Duration) {
    self.position = position
    let list = list.coordinator
    let pulls = AxisEdge.allCases.compactMap { list.pull(past: $0) }
    isHeld = isTouching || pulls.contains { $0.device != .wheel }
    for role in RunRole.allCases { update(role, list, at: time) }
    // Leaves moving rows to their next frame: they are shown at its time, not at an earlier
    // event's.
    if !isTicking || !container.widget.isMapped { apply(at: MainLoop.now) }
  }

  /// The time at which a motion may be changed. A motion under way is changed where it was last
  /// shown: the next frame's time may be earlier than the present, and would show that place once
  /// more.
  private var present: Duration { isTicking ? shown : MainLoop.now }

  private func update(_ role: RunRole, _ list: RefreshCoordinator, at time: Duration) {
    let present = present
    let edge = container.edges[role].axisEdge
    let isAt = position.isAt(edge)
    let isOpen = role == .refresh ? list[role].standsOpen : updateFooter(list)
    let pull = list.pullEdges.contains(edge) ? list.pull(past: edge) : nil
    let way = pull.map { list.metrics.indicatorTravel(pull: $0.way) } ?? 0
    let isWheel = pull?.device == .wheel
    var row = rows[role]
    let floats = container.rows[role].isSetToFloat
    let isClosed = row.target == 0 && !row.isHeld && row.isAtRest(at: present)
    if isClosed || isAt || floats { row.movesContent = isAt && !floats }
    container.rows[role].isAway = !row.movesContent && !floats && (isOpen || !isClosed)
    let letsGo = row.isHeld && (pull == nil || isWheel)
    if letsGo { row.letGo(time, at: present) }
    if pull != nil, !isWheel { row.follow(way, at: time) }
    // Keeps the row's room, which cannot go while a finger is on the content.
    let staysOpen = isOpen || (isHeld && row.room > 0)
    let target = (staysOpen ? container.length(of: role) : 0) + (isWheel ? way : 0)
    let content = row.displacement(of: target, isMoved: edge == .start || !position.fits)
    let isFar = role == .loadMore && position.distance(to: edge) > position.page
    let duration = seen(
      target > 0
        ? list.metrics.openDuration
        : isFar ? .zero : row.room > 0 ? list.metrics.closeDuration : list.metrics.decay
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
    // Shows the row's motion in the same frame as the scrolling.
    apply(at: self.present)
  }

  /// Whether new rows at the footer's edge have pushed the footer out of sight. The other edge is
  /// then about as far away as before; if the user scrolls instead, it comes nearer by the same
  /// distance.
  private func isPushedAway(from edge: AxisEdge) -> Bool {
    abs(position.distance(to: edge.opposite) - footerWay) < position.distance(to: edge) / 2
  }

  /// The duration, or zero if no frames are seen.
  private func seen(_ duration: Duration) -> Duration {
    Settings.animationsEnabled && container.widget.isMapped ? duration : .zero
  }

  private func updateFooter(_ list: RefreshCoordinator) -> Bool {
    let edge = container.edges[.loadMore].axisEdge
    let moment = list[.loadMore].moment
    let isUnderWay = moment == .running || moment == .waiting
    let isHidden = hidesFooterWhenContentFits && position.fits && !isUnderWay
    // Once open, the footer stays until the end is well out of sight, since its room moves the end.
    let reach = isFooterAtRest ? 1.5 * container.length(of: .loadMore) : 1
    let isNear = position.distance(to: edge) < reach
    let way = position.distance(to: edge.opposite)
    // During a load, rows may come before the footer: it stays where the user has left it.
    let isAwaited = isFooterAtRest && isUnderWay && abs(way - footerWay) < reach
    if isNear { footerWay = way }
    isFooterAtRest =
      moment != .disabled && !isHidden && position.page > 0 && (isNear || isAwaited)
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

  /// Settles the room of a row. An opened row takes room in the frame in which it comes to rest; a
  /// closing row gives it back before it moves.
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
      over: seen(list.metrics.closeDuration),
      at: time
    )
    // Stores the row first, because scrolling may call the application, and the application this
    // object.
    rows[role] = row
    place.handle(.roomChanges(at: edge, shift: edge == .start ? growth + way : -way))
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

extension RefreshState {
  /// Whether the row of a refresh is open without being pulled.
  var standsOpen: Bool {
    switch moment {
    case .running, .succeeded, .failed, .cancelled: true
    case .disabled, .idle, .peeking, .pulling, .armed, .waiting, .exhausted: false
    }
  }
}
