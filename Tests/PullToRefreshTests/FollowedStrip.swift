import CPullToRefreshGtk
import PullToRefreshGtk
import RefreshCore
import XCTest

@testable import PullToRefresh

/// A list along either axis, whose outermost row at the edge of the refresh, or of the footer, is
/// red.
final class FollowedStrip {
  struct Frame {
    /// Of the frame clock.
    let time: Duration
    /// How far the row is painted from where it rests, away from its edge, in px.
    let way: Double
    /// How much of the viewport the library's row takes, in px.
    let room: Int
    /// Whether all of the followed row is seen.
    let isWhole: Bool
  }

  let window = Window()
  /// What the list stands in.
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

  /// At each edge, and at those of the sides in both directions of reading.
  static func each() throws -> [FollowedStrip] {
    try PullEdge.allCases.flatMap { edge in
      try (edge.isHorizontal ? [false, true] : [false]).map {
        try FollowedStrip(refreshing: edge, isMirrored: $0)
      }
    }
  }

  /// - Parameters:
  ///   - looksAtFooter: follows the row at the opposite edge, where more is loaded.
  ///   - count: how many rows it has.
  ///   - rowLength: of each along the axis, in px.
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
    controller.onRefresh { [unowned self] in refreshes += 1 }
    if looksAtFooter { controller.onLoadMore { LoadedRows(added: 0, hasMore: true) } }
    window.addTickCallback { [weak self] in
      self?.time = $0
      return self != nil
    }
    window.present()
    XCTAssertTrue(
      MainLoop.run(timeout: 10) { [self] in scrolled.verticalAdjustment.pageSize > 100 }
    )
    goToEdge()
  }

  func goToEdge() {
    let adjustment = edge.isHorizontal ? scrolled.horizontalAdjustment : scrolled.verticalAdjustment
    adjustment.value = isFar ? adjustment.upper : 0
    paint(1)
  }

  /// Whether the edge is at the right or the bottom of the screen.
  private var isFar: Bool {
    switch edge {
    case .top: false
    case .bottom: true
    case .leading: isMirrored
    case .trailing: !isMirrored
    }
  }

  // MARK: The hand

  func touch(isResting: Bool = true) {
    if isResting { controller.driver.rest() }
    controller.driver.input.dragged(.finger, .began(over: .unknown))
  }

  /// - Parameter distance: past the edge, without the slop.
  func pull(by distance: Double) {
    let length = distance + (distance > 0 ? controller.metrics.startSlop : 0)
    let way = isFar ? -length : length
    controller.driver.input.dragged(
      .finger,
      edge.isHorizontal ? .moved(dx: way, dy: 0) : .moved(dy: way)
    )
  }

  func lift() { controller.driver.input.dragged(.finger, .ended) }

  /// Refreshes, where the list can be pulled.
  func pullAndLetGo() {
    touch()
    pull(by: 180)
    paint(2)
    lift()
    _ = paintedUntilRest()
  }

  // MARK: What is seen

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
    XCTAssertTrue(
      MainLoop.run(timeout: 10) { [self] in controller.refresh.state.moment == .idle },
      name
    )
    paint(20)
  }

  /// How much of the viewport is taken at the edge, in px.
  var room: Int {
    guard let container = scrolled.parent else { return 0 }
    return edge.isHorizontal
      ? container.width - scrolled.width : container.height - scrolled.height
  }

  /// No step is larger than a spring's own, and nothing of the row is covered.
  func assertContinuous(_ frames: [Frame], _ name: String, line: UInt = #line) {
    let farthest = frames.map(\.way).max() ?? 0
    // The largest speed of a critically damped spring from rest: that of the quickest one here.
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
