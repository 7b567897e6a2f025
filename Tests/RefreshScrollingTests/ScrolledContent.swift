@testable import RefreshScrolling

/// A scrolled window without GTK: content, a viewport between two rows at its edges, and layouts
/// that move the content as GTK's do.
struct ScrolledContent {
  enum Kind: CaseIterable {
    /// Keeps its value, and has anchors after a change of its rows.
    case viewport
    /// Keeps a row in place by itself, but not exactly while the viewport's height changes. GTK
    /// 4.8 drops fractions of a px, and may do so twice.
    case listView
    /// Like `listView`, but as laid out by GTK 4.18, which rounds to whole px.
    case roundedListView
    /// Scrolls by itself, outside of layouts, when rows are inserted above.
    case textView
  }

  let kind: Kind
  var keeper = ScrollKeeper()
  private(set) var value: Double
  private(set) var now = Duration.seconds(9)
  /// The room of the rows at the edges, in px; `page` changes only in the next layout.
  var room = Each<AxisEdge, Double>(repeating: 0)
  private(set) var height: Double
  private(set) var page = 400.0
  /// The length of the scrolled window, including the room of its rows.
  var outside = 400.0
  /// The position of the followed row in the content.
  private var anchor: Double
  private var laidOutRoom = 0.0
  private var noted: Double?
  private var above = 0.0
  private var below = 0.0
  /// The number of times that the value was set in the latest frame.
  private(set) var writes = 0

  init(_ kind: Kind, at value: Double, height: Double = 6000) {
    self.kind = kind
    self.value = value
    self.height = height
    anchor = value + 100
  }

  /// The position of the followed row on the screen.
  var readRow: Double { anchor - value + laidOutRoom }

  var end: Double { max(0, height - page) }

  var measurement: ScrollMeasurement {
    var measurement = ScrollMeasurement(value: value, lower: 0, upper: height, page: page)
    measurement.row = keeper.heldEdge == .end ? 44 : 54
    return measurement
  }

  mutating func happens(_ event: ScrollKeeper.Event) {
    if case .rowsChanged = event {
      // List views keep their place by themselves, and have no anchors.
      guard kind == .viewport || kind == .textView else { return }
      noted = readRow
    }
    set(keeper.handle(event, measurement))
  }

  /// Sets the room that the row at an edge takes in the viewport, in one step.
  mutating func takes(_ room: Double, at edge: AxisEdge) {
    let growth = room - self.room[edge]
    self.room[edge] = room
    happens(.roomChanges(at: edge, shift: edge == .start ? growth : 0))
  }

  /// Adds rows above and below the followed row, in px; negative lengths remove rows.
  mutating func rowsCome(above: Double = 0, below: Double = 0) {
    self.above += above
    self.below += below
  }

  /// Scrolls without a device event, as the user, the application or a spring may.
  mutating func scrolls(by px: Double) { set(value + px) }

  /// The distance to the target of a key that moves the focus, in px, scrolled in the next layout.
  private var wanted: Double?
  /// The fraction of the viewport at which a list view keeps its row: 0, the start, once a key has
  /// scrolled to the first row.
  private var share = 0.4
  mutating func scrollsInLayout(by px: Double) { wanted = (wanted ?? 0) + px }

  /// Simulates one frame, at 60 frames a second.
  mutating func frame(isLaidOut: Bool = true) {
    now += .microseconds(16_667)
    writes = 0
    if kind == .textView { growByItself() }
    decide(.beforeLayout)
    guard isLaidOut else { return }
    for _ in 0..<4 {
      let before = value
      layOut()
      decide(.afterLayout)
      if value == before { break }
    }
  }

  private mutating func decide(_ phase: ScrollKeeper.Phase) {
    var measurement = measurement
    if keeper.isHoldingAnchors(phase), let noted {
      measurement.anchors = [readRow - noted, readRow - noted]
    }
    let value = keeper.position(measurement, phase, at: now)
    if value != nil { writes += 1 }
    set(value)
  }

  private mutating func set(_ value: Double?) {
    guard let value else { return }
    self.value = min(max(value, 0), end)
  }

  private mutating func growByItself() {
    grow()
    value += above
    (above, below) = (0, 0)
  }

  private mutating func grow() {
    height += above + below
    anchor += above
  }

  private mutating func layOut() {
    let newPage = outside - room[.start] - room[.end]
    let resize = newPage - page
    page = newPage
    laidOutRoom = room[.start]
    grow()
    if kind == .listView || kind == .roundedListView { value += above - share * resize }
    value += wanted ?? 0
    if wanted != nil, value <= 0 { share = 0 }
    (above, below, wanted) = (0, 0, nil)
    value = min(max(value, 0), end)
    if kind == .roundedListView { value = value.rounded() }
    if kind == .listView, value != value.rounded() { value = (value - 0.45).rounded(.down) }
    value = max(value, 0)
  }
}
