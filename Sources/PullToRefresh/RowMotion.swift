import PullToRefreshGtk
import RefreshCore

/// Moves the rows as their states require.
///
/// Each row has two lengths: how much of it shows over the list, and how much room the list gives
/// way. They differ during a pull, when the row is shown and the list must not move, and in a row
/// that floats.
final class RowMotion {
  var metrics: PullMetrics
  private let container: EdgeContainer
  private let place: ListScroller
  private var headerLength: Double { container.length(of: .refresh) }
  private var footerLength: Double { container.length(of: .loadMore) }
  private let header: RowLengths
  private let footer: RowLengths
  private(set) var isFooterAtRest = false

  /// - Parameter place: moves the content as the rows open and close.
  init(container: EdgeContainer, place: ListScroller, metrics: PullMetrics) {
    self.container = container
    self.place = place
    self.metrics = metrics
    header = RowLengths { container.set(.refresh, shown: $0, room: $1) }
    footer = RowLengths { container.set(.loadMore, shown: $0, room: $1) }
  }

  /// - Parameters:
  ///   - header: the header's state.
  ///   - isTouching: whether a finger is down, while the list must stay where it is.
  func update(header: RefreshMachine.State, isTouching: Bool) {
    switch header {
    case .disabled, .idle:
      // Closing moves the list, which must stay where it is under a finger.
      if isTouching, self.header.room.value > 0 { return }
      if self.header.room.destination != 0 { roomChanges(for: .refresh) }
      // Room was made for a row that ran; without it a pull merely springs back.
      close(self.header, over: self.header.room.value == 0 ? metrics.decay : metrics.closeDuration)
    case .peeking(let progress), .pulling(let progress), .armed(let progress):
      // A pull may outlast the run before it, whose room stays while a finger is down.
      self.header.shown.jump(to: max(self.header.room.value, travel(at: progress)))
    case .running, .settling:
      let room = container.floats(.refresh) ? 0 : headerLength
      if !isTouching, self.header.room.destination != room { roomChanges(for: .refresh) }
      open(self.header, to: headerLength, room: isTouching ? nil : room)
    }
  }

  /// - Parameters:
  ///   - footer: the footer's state.
  ///   - pull: how far it is pulled.
  ///   - position: where the content stands; at its end the idle footer shows too.
  ///   - isTouching: whether a finger is down, while the list must stay where it is.
  func update(
    footer: LoadMoreMachine.State,
    pull: PullStage,
    position: ScrollPosition,
    isTouching: Bool
  ) {
    isFooterAtRest = FooterRest.isOpen(
      footer: footer,
      position: position,
      at: container.edges[.loadMore].axisEdge,
      wasOpen: isFooterAtRest,
      length: footerLength
    )
    guard isFooterAtRest || pull != .none else {
      if !isTouching, self.footer.room.destination != 0 { roomChanges(for: .loadMore) }
      // Rows that came have taken the end out of sight: a footer that slides away in the middle of
      // them would look as if it belonged there.
      let isFar = position.distance(to: container.edges[.loadMore].axisEdge) > position.page
      return close(self.footer, over: isFar ? .zero : metrics.closeDuration)
    }
    let open = isFooterAtRest ? footerLength : 0
    if pull == .none {
      if !isTouching, self.footer.room.destination != open { roomChanges(for: .loadMore) }
      self.open(self.footer, to: open, room: isTouching ? nil : open)
    } else {
      self.footer.shown.jump(to: max(open, travel(at: pull.progress)))
    }
  }

  private func roomChanges(for role: RunRole) {
    place.roomChanges(at: container.edges[role].axisEdge)
  }

  private func travel(at progress: Double) -> Double {
    metrics.indicatorTravel(pull: progress * metrics.threshold)
  }

  /// - Parameter room: that the list makes; nil to leave it as it is.
  private func open(_ row: RowLengths, to length: Double, room: Double?) {
    row.shown.animate(to: length, over: metrics.openDuration, on: container.widget)
    if let room { row.room.animate(to: room, over: metrics.openDuration, on: container.widget) }
  }

  private func close(_ row: RowLengths, over duration: Duration) {
    row.shown.animate(to: 0, over: duration, on: container.widget)
    row.room.animate(to: 0, over: duration, on: container.widget)
  }
}

/// The two lengths of one row.
private final class RowLengths {
  private(set) lazy var shown = AnimatedValue { [unowned self] in apply() }
  private(set) lazy var room = AnimatedValue { [unowned self] in apply() }
  private let layOut: (_ shown: Double, _ room: Double) -> Void

  init(layOut: @escaping (_ shown: Double, _ room: Double) -> Void) {
    self.layOut = layOut
  }

  private func apply() { layOut(shown.value, room.value) }
}

/// Whether the footer stands open while nobody pulls.
enum FooterRest {
  /// - Parameters:
  ///   - edge: the footer's.
  ///   - wasOpen: whether it stands open now; it then stays until the end is well out of sight,
  ///     since opening it moves the end by its own height.
  ///   - length: of the open footer, in px.
  static func isOpen(
    footer: LoadMoreMachine.State,
    position: ScrollPosition,
    at edge: AxisEdge,
    wasOpen: Bool,
    length: Double
  ) -> Bool {
    switch footer {
    case .disabled: false
    case .running, .waitingForRefresh, .failed: true
    case .idle, .exhausted:
      position.isAt(edge) || (wasOpen && position.distance(to: edge) < 1.5 * length)
    }
  }
}
