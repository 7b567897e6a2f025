import Gtk
import RefreshCore

/// Moves the rows as their states require.
///
/// Each row has two lengths: how much of it shows over the list, and how much room the list gives
/// way. They differ during a pull, when the row is shown and the list must not move.
final class RowMotion {
  var metrics: PullMetrics
  private let container: EdgeContainer
  private let place: ListScroller
  private var headerHeight: Double { container.height(of: .top) }
  private var footerHeight: Double { container.height(of: .bottom) }
  private let header: RowHeights
  private let footer: RowHeights
  private(set) var isFooterAtRest = false

  /// - Parameter place: moves the content as the rows open and close.
  init(container: EdgeContainer, place: ListScroller, metrics: PullMetrics) {
    self.container = container
    self.place = place
    self.metrics = metrics
    header = RowHeights { container.set(.top, shown: $0, room: $1) }
    footer = RowHeights { container.set(.bottom, shown: $0, room: $1) }
  }

  /// - Parameters:
  ///   - header: the header's state.
  ///   - isTouching: whether a finger is down, while the list must stay where it is.
  func update(header: RefreshMachine.State, isTouching: Bool) {
    switch header {
    case .disabled, .idle:
      // Closing moves the list, which must stay where it is under a finger.
      if isTouching, self.header.room.value > 0 { return }
      if self.header.room.destination != 0 { place.roomChanges(at: .top) }
      // Room was made for a row that ran; without it a pull merely springs back.
      close(self.header, over: self.header.room.value == 0 ? metrics.decay : metrics.closeDuration)
    case .peeking(let progress), .pulling(let progress), .armed(let progress):
      self.header.shown.jump(to: travel(at: progress))
    case .running, .settling:
      if !isTouching, self.header.room.destination != headerHeight {
        place.roomChanges(at: .top)
      }
      open(self.header, to: headerHeight, givesWay: !isTouching)
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
      wasOpen: isFooterAtRest,
      height: footerHeight
    )
    guard isFooterAtRest || pull != .none else {
      if !isTouching, self.footer.room.destination != 0 { place.roomChanges(at: .bottom) }
      return close(self.footer, over: metrics.closeDuration)
    }
    let open = isFooterAtRest ? footerHeight : 0
    if pull == .none {
      if !isTouching, self.footer.room.destination != open { place.roomChanges(at: .bottom) }
      self.open(self.footer, to: open, givesWay: !isTouching)
    } else {
      self.footer.shown.jump(to: max(open, travel(at: pull.progress)))
    }
  }

  private func travel(at progress: Double) -> Double {
    metrics.indicatorTravel(pull: progress * metrics.threshold)
  }

  private func open(_ row: RowHeights, to height: Double, givesWay: Bool) {
    row.shown.animate(to: height, over: metrics.openDuration, on: container.widget)
    if givesWay { row.room.animate(to: height, over: metrics.openDuration, on: container.widget) }
  }

  private func close(_ row: RowHeights, over duration: Duration) {
    row.shown.animate(to: 0, over: duration, on: container.widget)
    row.room.animate(to: 0, over: duration, on: container.widget)
  }
}

/// The two lengths of one row.
private final class RowHeights {
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
  ///   - wasOpen: whether it stands open now; it then stays until the end is well out of sight,
  ///     since opening it moves the end by its own height.
  ///   - height: of the open footer, in px.
  static func isOpen(
    footer: LoadMoreMachine.State,
    position: ScrollPosition,
    wasOpen: Bool,
    height: Double
  ) -> Bool {
    switch footer {
    case .disabled: false
    case .running, .waitingForRefresh, .failed: true
    case .idle, .exhausted:
      position.isAt(.bottom) || (wasOpen && position.distanceToBottom < 1.5 * height)
    }
  }
}
