import Gtk
import RefreshCore

/// Where the rows are and where they go: a state in, motion out.
///
/// Each row has two lengths: how much of it shows over the list, and how much room the list gives
/// way. They part while a pull is under way, when the row shows and the list must not move.
final class RowMotion {
  var metrics: PullMetrics
  private let container: EdgeContainer
  private var adjustment: Adjustment { container.adjustment }
  private var headerHeight: Double { container.height(of: .top) }
  private var footerHeight: Double { container.height(of: .bottom) }
  private let header: RowTravel
  private let footer: RowTravel
  private(set) var isFooterAtRest = false
  private var pin: Pin?
  private var keeper: PlaceKeeper?
  private lazy var climb: Travel = Travel { [unowned self] in adjustment.value = climb.value }
  /// Long enough to be followed by the eye.
  private static let climbDuration = Duration.milliseconds(400)

  init(container: EdgeContainer, metrics: PullMetrics) {
    self.container = container
    self.metrics = metrics
    header = RowTravel { container.set(.top, shown: $0, room: $1) }
    footer = RowTravel { container.set(.bottom, shown: $0, room: $1) }
  }

  /// - Parameters:
  ///   - header: the header's state.
  ///   - isTouching: whether a finger is down, while the list must stay where it is.
  func update(header: RefreshMachine.State, isTouching: Bool) {
    switch header {
    case .disabled, .idle:
      // Closing moves the list, which must stay where it is under a finger.
      if isTouching, self.header.room.value > 0 { return }
      keepPlace(whileRoomGoesTo: 0)
      // Room was made for a row that ran; without it a pull merely springs back.
      close(self.header, over: self.header.room.value == 0 ? metrics.decay : metrics.closeDuration)
    case .peeking(let progress), .pulling(let progress), .armed(let progress):
      self.header.shown.jump(to: travel(at: progress))
    case .running, .settling:
      if !isTouching { keepPlace(whileRoomGoesTo: headerHeight) }
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
      return close(self.footer, over: metrics.closeDuration)
    }
    let open = isFooterAtRest ? footerHeight : 0
    if pull == .none {
      // The end of longer content stays in sight as the row opens below it.
      if position.isAt(.bottom), !position.isAt(.top), !isTouching,
        self.footer.room.destination != open
      {
        pinToBottom()
      }
      self.open(self.footer, to: open, givesWay: !isTouching)
    } else {
      self.footer.shown.jump(to: max(open, travel(at: pull.progress)))
    }
  }

  /// The user scrolls: the content goes where they want it.
  func stopPinning() {
    endPin()
    keeper?.stop()
    keeper = nil
    climb.stop()
  }

  private func travel(at progress: Double) -> Double {
    metrics.indicatorTravel(pull: progress * metrics.threshold)
  }

  /// Who reads further down goes on seeing the same rows while the header opens or closes above.
  private func keepPlace(whileRoomGoesTo height: Double) {
    guard header.room.destination != height, adjustment.value - adjustment.lower >= 1 else {
      return
    }
    // The room is laid out in whole px; parts of one would add up frame by frame.
    let room = header.room.value.rounded()
    var place = adjustment.value - room
    var last = (value: adjustment.value, upper: adjustment.upper, room: room, change: 0.0)
    pin { [unowned self] in
      let move = adjustment.value - last.value
      let growth = adjustment.upper - last.upper
      // On a busy machine the room changes by a lot in one frame, and the list's miss is as large.
      let slack = Self.listSlack + last.change
      if abs(move - growth) < slack {
        place += growth  // Rows came or went above, or nothing did.
      } else if abs(move) >= slack {
        place += move  // The user leapt.
      }
      let room = header.room.value.rounded()
      put(at: place + room)
      last = (adjustment.value, adjustment.upper, room, abs(room - last.room))
      return true
    }
  }

  /// By how many px GTK's list views miss a row's place while their height changes, in one frame.
  static let listSlack = 8.0

  // MARK: Rows that come and go

  /// Changes the rows, and goes on showing what is shown.
  func keepPlace(of scrolledWindow: ScrolledWindow, during changes: () -> Void) {
    keeper?.stop()
    keeper = PlaceKeeper(of: scrolledWindow, in: container.widget)
    let hadFocus = scrolledWindow.containsFocus
    changes()
    if hadFocus, !scrolledWindow.containsFocus { keeper?.takeFocus() }
    keeper?.start()
  }

  /// Goes up to the first row; smoothly, but no further than over some pages.
  func scrollToTop() {
    stopPinning()
    let top = adjustment.lower
    climb.jump(to: min(adjustment.value, top + 3 * adjustment.pageSize))
    climb.fly(to: top, over: Self.climbDuration, on: container.widget)
  }

  private func open(_ row: RowTravel, to height: Double, givesWay: Bool) {
    row.shown.fly(to: height, over: metrics.openDuration, on: container.widget)
    if givesWay { row.room.fly(to: height, over: metrics.openDuration, on: container.widget) }
  }

  private func close(_ row: RowTravel, over duration: Duration) {
    row.shown.fly(to: 0, over: duration, on: container.widget)
    row.room.fly(to: 0, over: duration, on: container.widget)
  }

  /// Keeps the content's end in sight while the room below it changes.
  private func pinToBottom() {
    let upper = adjustment.upper
    pin { [unowned self] in
      // Once rows come or go, the end is another one; and somebody who is further away by now has
      // scrolled there, by the keyboard or the scroll bar.
      let end = adjustment.upper - adjustment.pageSize
      guard adjustment.upper == upper, end - adjustment.value < 2 * footerHeight else {
        return false
      }
      put(at: end)
      return true
    }
  }

  /// GTK 4.18 lays lists out at whole px: what is only rounded is left alone, or a layout would lead
  /// to the next for as long as the content is held.
  private func put(at value: Double) {
    if abs(adjustment.value - value) > 0.5 { adjustment.value = value }
  }

  /// Keeps the content's top in sight while rows arrive there and GTK's spring-back ends.
  func pinToTop() {
    adjustment.value = adjustment.lower
    var upper = adjustment.upper
    pin { [unowned self] in
      // A leap that no new rows explain is the user's, by the keyboard or the scroll bar.
      let isLeap = adjustment.value - adjustment.lower > headerHeight
      guard adjustment.upper != upper || !isLeap else { return false }
      upper = adjustment.upper
      adjustment.value = adjustment.lower
      return true
    }
  }

  /// Puts the content in its place in each frame, for as long as GTK's layout and springs may still
  /// move it (about 1 s), or until the user scrolls or `place` returns false.
  ///
  /// - Parameter place: called before each layout, and once more after it, since a list view may
  ///   have moved its rows as it was laid out.
  private func pin(_ place: @escaping () -> Bool) {
    endPin()
    let end = MainLoop.now + .seconds(1)
    let clock = container.widget.frameClock
    let pin = Pin()
    if let clock {
      let connection = clock.after(.layout) { [weak self, weak pin] in
        guard let self, let pin, self.pin === pin else { return }
        if !place() { endPin() }
      }
      pin.letGo = { [clock] in withExtendedLifetime(clock) { connection.disconnect() } }
    }
    self.pin = pin
    container.widget.addTickCallback { [weak self, weak pin] time in
      guard let self, let pin, self.pin === pin else { return false }
      if place(), time < end { return true }
      endPin()
      return false
    }
  }

  private func endPin() {
    pin?.letGo?()
    pin = nil
  }
}

/// What holds the content in its place, until a newer one does, or the user moves it.
private final class Pin {
  var letGo: (() -> Void)?
}

/// The two lengths of one row.
private final class RowTravel {
  private(set) lazy var shown = Travel { [unowned self] in apply() }
  private(set) lazy var room = Travel { [unowned self] in apply() }
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
