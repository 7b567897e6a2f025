import CPullToRefreshGtk
import PullToRefreshGtk
import RefreshCore
import XCTest

@testable import PullToRefresh

/// A list along either axis. Its outermost row, at the edge of the refresh or of the footer, is
/// red, and is followed.
final class FollowedStrip {
  struct Frame {
    /// The frame clock's time.
    let time: Duration
    /// The distance from the followed row's position at rest, away from the edge, in px.
    let way: Double
    /// The room that the library's row takes from the viewport, in px.
    let room: Int
    /// Whether the whole followed row is visible.
    let isWhole: Bool
  }

  let window = Window()
  /// The list's parent.
  let page = Box(.vertical, spacing: 0)
  let name: String
  let controller: RefreshController
  private(set) var refreshes = 0
  let scrolled: ScrolledWindow
  private let edge: PullEdge
  private let isMirrored: Bool
  private var time = Duration.zero
  private let rowLength: Int
  private static let paint = CssProvider(".followed { background: #f00; }")

  /// One strip for each edge; for the leading and trailing edges, one in each text direction.
  static func each() throws -> [FollowedStrip] {
    try PullEdge.allCases.flatMap { edge in
      try (edge.isHorizontal ? [false, true] : [false]).map {
        try FollowedStrip(refreshing: edge, isMirrored: $0)
      }
    }
  }

  /// - Parameters:
  ///   - looksAtFooter: whether to follow the row at the opposite edge, where more is loaded.
  ///   - count: the number of rows.
  ///   - rowLength: the length of each row along the axis, in px.
  init(
    refreshing refreshEdge: PullEdge,
    isMirrored: Bool,
    looksAtFooter: Bool = false,
    rows count: Int = 30,
    rowLength: Int = 60
  ) throws {
    (self.isMirrored, self.rowLength) = (isMirrored, rowLength)
    edge = looksAtFooter ? refreshEdge.opposite : refreshEdge
    name = "\(edge)\(isMirrored ? ", mirrored" : "")"
    Self.paint.addToDefaultDisplay(priority: .application)
    let rows = Box(refreshEdge.isHorizontal ? .horizontal : .vertical, spacing: 0)
    let isAtStart = edge == .top || edge == .leading
    for index in 0..<count {
      let row = Box(.vertical, spacing: 0)
      row.setSizeRequest(width: rowLength, height: rowLength)
      if index == (isAtStart ? 0 : count - 1) { row.addStyleClass("followed") }
      rows.append(row)
    }
    scrolled = ScrolledWindow(rows)
    scrolled.setExpand(horizontal: true, vertical: true)
    page.append(scrolled)
    window.child = page.asWidget
    window.setDefaultSize(width: 400, height: 400)
    if isMirrored {
      for widget in [scrolled.asWidget, rows.asWidget] + (scrolled.child.map { [$0] } ?? []) {
        gtk_widget_set_direction(widget, GTK_TEXT_DIR_RTL)
      }
    }
    controller = try RefreshController.attach(to: scrolled)
    controller.refresh.edge = refreshEdge
    controller.metrics.minimumRunning = .milliseconds(400)
    controller.metrics.resultShown = .zero
    controller.metrics.cooldown = .zero
    controller.list?.refreshable { [unowned self] in refreshes += 1 }
    if looksAtFooter { controller.list?.loadsMore { LoadedRows(added: 0, hasMore: true) } }
    window.addTickCallback { [weak self] in
      self?.time = $0
      return self != nil
    }
    window.present()
    XCTAssertTrue(MainLoop.run { [self] in scrolled.verticalAdjustment.pageSize > 100 })
    goToEdge()
  }

  func goToEdge() {
    let adjustment = edge.isHorizontal ? scrolled.horizontalAdjustment : scrolled.verticalAdjustment
    adjustment.value = isFar ? adjustment.upper : 0
    paint(1)
  }

  private var isFar: Bool { edge.isFar(isMirrored: isMirrored) }

  // MARK: Touches

  func touch(isResting: Bool = true) {
    if isResting { controller.driver.rest() }
    controller.driver.input.dragged(.finger, .began(over: .unknown))
  }

  /// - Parameter distance: the distance past the edge in px, without the slop.
  func pull(by distance: Double) {
    let length = distance + (distance > 0 ? controller.metrics.startSlop : 0)
    let way = isFar ? -length : length
    controller.driver.input.dragged(
      .finger,
      edge.isHorizontal ? .moved(dx: way, dy: 0) : .moved(dy: way)
    )
  }

  func lift() { controller.driver.input.dragged(.finger, .ended) }

  /// Pulls beyond the threshold, lets go, and waits until all is at rest.
  func pullAndLetGo() {
    touch()
    pull(by: 180)
    paint(2)
    lift()
    _ = paintedUntilRest()
  }

  // MARK: Frames

  func paint(_ frames: Int) { window.paint(frames) }

  func painted(_ frames: Int) -> [Frame] {
    window.painted(frames) { [self] in look() }.compactMap(\.self)
  }

  func paintedUntilRest() -> [Frame] {
    var frames = painted(10)
    func isAtRest() -> Bool {
      controller.refresh.state.moment == .idle && frames.suffix(10).allSatisfy { $0.way == 0 }
    }
    while frames.count < 600, !isAtRest() { frames += painted(5) }
    return frames
  }

  func waitUntilIdle() {
    XCTAssertTrue(MainLoop.run { [self] in controller.refresh.state.moment == .idle }, name)
    paint(20)
  }

  /// The room taken from the viewport at the edge, in px.
  var room: Int {
    guard let container = scrolled.parent else { return 0 }
    return edge.isHorizontal
      ? container.width - scrolled.width : container.height - scrolled.height
  }

  /// Asserts that no step is larger than a spring's can be, and that the row is never covered.
  func assertContinuous(_ frames: [Frame], _ name: String, line: UInt = #line) {
    let farthest = frames.map(\.way).max() ?? 0
    // The largest speed of the quickest spring here, critically damped and starting at rest.
    let speed = 6.64 / 0.2 * farthest / 2.718
    for (frame, next) in zip(frames, frames.dropFirst()) {
      let seconds = (next.time - frame.time) / .seconds(1)
      XCTAssertLessThanOrEqual(
        abs(next.way - frame.way),
        speed * seconds + 1,
        "\(name): \(frames.map(\.way))",
        line: line
      )
    }
    XCTAssertTrue(frames.allSatisfy(\.isWhole), "\(name) is covered", line: line)
  }

  private func look() -> Frame? {
    guard let container = scrolled.parent, let drawing = try? Drawing(of: container) else {
      return nil
    }
    let length = edge.isHorizontal ? drawing.width : drawing.height
    let red = (0..<length).filter { at in
      let pixel =
        edge.isHorizontal ? drawing[at, drawing.height / 2] : drawing[drawing.width / 2, at]
      return pixel == .red
    }
    guard let first = red.first, let last = red.last else {
      return Frame(time: time, way: .infinity, room: room, isWhole: false)
    }
    return Frame(
      time: time,
      way: Double(isFar ? length - 1 - last : first),
      room: room,
      isWhole: red.count == rowLength
    )
  }
}
