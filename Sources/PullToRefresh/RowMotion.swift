import PullToRefreshGtk
import RefreshCore
import RefreshPlaceKeeping

/// Moves the header and footer rows, and the content with them, as pulls and states require.
final class RowMotion {
  private let list: ListState
  private let container: EdgeContainer
  private let place: ListScroller
  private var rows = Each<AxisEdge, RowDisplacement>(repeating: RowDisplacement())
  private var isHeld = false
  private var isTicking = false
  /// The time for which the rows were last shown: the frame's time while they move.
  private var shown = Duration.zero
  private var position = ScrollPosition(distanceToStart: 0, distanceToEnd: 0, page: 0)
  /// Whether the row of a load is open without a pull, for each edge.
  private(set) var standsOpen = Each<AxisEdge, Bool>(repeating: false)
  /// For each edge: the content's distance from the opposite edge when it was last near this edge.
  private var ways = Each<AxisEdge, Double>(repeating: 0)

  init(of list: ListState, container: EdgeContainer, place: ListScroller) {
    (self.list, self.container, self.place) = (list, container, place)
  }

  /// Moves the rows as the present states and pulls require.
  func update(position: ScrollPosition, isTouching: Bool, at time: Duration) {
    self.position = position
    let list = list.coordinator
    isHeld = isTouching || list.pullingDevice.map { $0 != .wheel } ?? false
    for edge in AxisEdge.allCases { update(edge, list, at: time) }
    // Leaves moving rows to their next frame, unless the list is hidden and has no frames.
    if !isTicking || !container.widget.isMapped { apply(at: MainLoop.now) }
  }

  /// Moving rows start a new motion at their last frame; the next frame may be earlier than now.
  private var present: Duration { isTicking ? shown : MainLoop.now }

  /// A closed row starts one frame ago, so that it shows in the next frame.
  private var latestFrame: Duration { max(shown, MainLoop.now - .seconds(1) / 60) }

  private func update(_ edge: AxisEdge, _ list: RefreshCoordinator, at time: Duration) {
    let present = present
    let role = list.role(at: edge)
    container.rows[edge].minimumLength = Int(list.metrics.length(of: role))
    let isAt = position.isAt(edge)
    let isOpen = role.isLoad ? updateLoad(at: edge, list[role].moment) : list[role].standsOpen
    standsOpen[edge] = isOpen && role.isLoad
    let pull = list.pullEdges.contains(edge) ? list.pull(past: edge) : nil
    let way = pull.map { list.metrics.indicatorTravel(pull: $0.way) } ?? 0
    let isWheel = pull?.device == .wheel
    var row = rows[edge]
    let floats = container.rows[edge].configuration.floats
    let isClosed = row.target == 0 && !row.isHeld && row.isAtRest(at: present)
    if isClosed || isAt || floats { row.movesContent = isAt && !floats }
    container.rows[edge].isAway = !row.movesContent && !floats && (isOpen || !isClosed)
    let letsGo = row.isHeld && (pull == nil || isWheel)
    if letsGo { row.letGo(time, at: present) }
    if pull != nil, !isWheel { row.follow(way, at: time) }
    // Keeps a row that has room in the viewport open until the user lets go: giving the room back
    // lays the content out, which must not happen under a finger.
    let staysOpen = isOpen || (isHeld && row.room > 0)
    // In whole px also for a wheel, between whose notches the row takes room in the viewport.
    let target = (staysOpen ? container.length(at: edge) : 0) + (isWheel ? way.rounded() : 0)
    let content = row.displacement(of: target, isMoved: edge == .start || !position.fits)
    let isFar = role.isLoad && position.distance(to: edge) > position.page
    var duration: Duration {
      seen(
        target > 0
          ? list.metrics.openDuration
          : isFar ? .zero : row.room > 0 ? list.metrics.closeDuration : list.metrics.decay
      )
    }
    let left = isFar && isPushedAway(from: edge) && target == 0 ? row.handOver(at: present) : 0
    if letsGo || target != row.target || content != row.contentTarget
      || (!row.isAtRest(at: present) && duration == .zero)
    {
      let start = isClosed && !isTicking ? latestFrame : present
      row.aim(row: target, content: content, over: duration, at: start)
    }
    rows[edge] = row
    guard left > 0 else { return }
    place.leaveRow(at: edge, left)
    // Shows the row's motion in the same frame as the scrolling.
    apply(at: self.present)
  }

  /// Whether new rows at an edge, not the user, have moved the load's row out of sight. New rows
  /// hardly change the distance to the opposite edge; scrolling changes both distances equally.
  private func isPushedAway(from edge: AxisEdge) -> Bool {
    abs(position.distance(to: edge.opposite) - ways[edge]) < position.distance(to: edge) / 2
  }

  /// The duration, or zero if animations are off or the list is hidden.
  private func seen(_ duration: Duration) -> Duration {
    Settings.animationsEnabled && container.widget.isMapped ? duration : .zero
  }

  /// - Returns: whether the row of a load is open without a pull.
  private func updateLoad(at edge: AxisEdge, _ moment: RefreshState.Moment) -> Bool {
    let isUnderWay = moment == .running || moment == .waiting
    let hides = container.rows[edge].configuration.hidesWhenContentFits
    let isHidden = hides && position.fits && !isUnderWay
    // Keeps a row open within 1.5 row lengths of its edge: opening moves the edge by one length.
    let isOpen = standsOpen[edge]
    let reach = isOpen ? 1.5 * container.length(at: edge) : 1
    let isNear = position.distance(to: edge) < reach
    let way = position.distance(to: edge.opposite)
    // Keeps the row of a load under way open if new rows, not the user, have moved the edge away.
    let isAwaited = isOpen && isUnderWay && abs(way - ways[edge]) < reach
    if isNear { ways[edge] = way }
    return moment != .disabled && !isHidden && position.page > 0 && (isNear || isAwaited)
  }

  // MARK: Frames

  private func apply(at time: Duration) {
    shown = time
    for edge in AxisEdge.allCases {
      if !isHeld, !awaitsRows { settleRoom(at: edge, time) }
      container.show(edge, rows[edge].shown(at: time))
    }
    container.slide(
      by: rows[.start].offset(at: time) - rows[.end].offset(at: time),
      isHeld: isHeld
    )
    watch(at: time)
  }

  /// Whether rows of a visible list have changed and are not laid out yet. If the viewport became
  /// longer or shorter in the same layout, the rows would miss their place by a part of that.
  private var awaitsRows: Bool { place.keeper.awaitsLayout && container.widget.isMapped }

  /// Gives a row its room in the viewport, or takes the room back, if due: an opening row gets its
  /// room once it has come to rest, and a closing row loses its room before it moves.
  private func settleRoom(at edge: AxisEdge, _ time: Duration) {
    var row = rows[edge]
    let wanted = row.movesContent ? min(row.target, container.length(at: edge)) : 0
    guard wanted < row.room || (wanted > row.room && row.isAtRest(at: time)) else { return }
    let growth = wanted - row.room
    let way = row.take(
      room: wanted,
      distance: position.distance(to: edge),
      movable: edge == .start ? row.room : position.distanceToStart + position.distanceToEnd,
      over: seen(list.metrics.closeDuration),
      at: time
    )
    // Stores the row first, because scrolling may call the application, which may call this
    // object.
    rows[edge] = row
    place.handle(.roomChanges(at: edge, shift: edge == .start ? growth + way : -way))
    container.give(edge, room: wanted)
  }

  private func watch(at time: Duration) {
    let isMoving = awaitsRows || AxisEdge.allCases.contains { !rows[$0].isAtRest(at: time) }
    guard isMoving, !isTicking else { return }
    isTicking = true
    container.widget.addTickCallback { [weak self] time in
      guard let self else { return false }
      isTicking = false
      // Never goes back: an event may have shown the rows after the frame's own time.
      apply(at: max(time, shown))
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
