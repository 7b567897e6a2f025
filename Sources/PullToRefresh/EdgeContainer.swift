import PullToRefreshGtk
import RefreshCore
import RefreshPlaceKeeping

/// The container that replaces a scrolled window in its parent, and adds two rows at its edges.
///
/// ```
/// container                      has the controllers of InputObserver
/// ├── scrolled window            slides with the rows, and makes room for open rows
/// ├── row                        slides in at the start
/// ├── row                        slides in at the end
/// ╰── new rows' pill             floats at the edge where new rows arrive
/// ```
final class EdgeContainer: ListSurroundings {
  private let container: PullContainer
  private let scrolledWindow: Unowned<ScrolledWindow>
  let rows: Each<AxisEdge, RefreshRow>
  private var direction: SignalConnection?
  private var pill: NewRowsPill?
  /// Keeps the container alive until it replaces the scrolled window; then its parent keeps it.
  private var unplaced: Widget?
  private var parenthood: SignalConnection?
  private var moves: SignalConnection?

  /// How much of the viewport each row takes, in px.
  private var room = Each<AxisEdge, Double>(repeating: 0)
  /// Whether a row replaces GTK's overshoot glow, for each edge.
  private var replacesGlow = Each<AxisEdge, Bool>(repeating: false)

  var edges = RoleEdges() {
    didSet {
      guard edges != oldValue else { return }
      axis = presentAxis
      layOutSides()
    }
  }
  /// The edge where new rows arrive, beside which the pill floats.
  var arrivals: PullEdge? { didSet { if arrivals != oldValue { layOutSides() } } }
  /// The axis along which the list pulls, valid also while the list is being destroyed.
  private(set) var axis: ListAxis
  /// Called when the reading direction has changed.
  var onDirectionChanged: (() -> Void)?

  /// Called when the application took the scrolled window out of the container.
  var onGuestRemoved: (() -> Void)?

  /// Makes a container that ``enter()`` puts into place.
  init(around scrolledWindow: ScrolledWindow, rows: Each<AxisEdge, RefreshRow>) {
    let widget = PullContainer.make()
    unplaced = widget
    container = PullContainer(of: widget)
    self.scrolledWindow = Unowned(scrolledWindow)
    self.rows = rows
    axis = ListAxis(of: scrolledWindow, isHorizontal: edges.refresh.isHorizontal)
  }

  /// Takes the scrolled window's place, with the scrolled window inside. Returns false, with
  /// nothing changed, if it has no parent, or one that cannot replace it by another widget.
  func enter() -> Bool {
    let (scrolledWindow, widget) = (scrolledWindow.object, widget)
    let focus = scrolledWindow.focus
    guard scrolledWindow.replace(with: widget) else { return false }
    unplaced = nil
    container.setChild(scrolledWindow.asWidget)
    container.follow(scrolledWindow)
    focus?.takeFocus()
    parenthood = scrolledWindow.connect("notify::parent") { [weak self] in self?.guestRemoved() }
    moves = widget.connect("notify::parent") { [weak self] in self?.moved() }
    direction = scrolledWindow.connect("direction-changed") { [weak self] in self?.followDirection()
    }
    return true
  }

  /// Adds the rows, hidden, and the pill above them. Call it after the container got its actions: a
  /// button finds no action group that is inserted later.
  func install(_ pill: NewRowsPill) {
    for edge in AxisEdge.allCases {
      let row = rows[edge].widget
      row.isVisible = false
      // Stops a custom view in a row from changing how the list's parent distributes its space.
      row.setExpand(horizontal: false, vertical: false)
      container.add(row)
    }
    self.pill = pill
    container.add(pill.widget)
  }

  func length(at edge: AxisEdge) -> Double { Double(rows[edge].length) }

  var widget: Widget { container.widget }

  /// Shows a part of the row at an edge: its visible length, in px.
  func show(_ edge: AxisEdge, _ shown: Double) {
    let row = rows[edge]
    // Moves the keyboard focus out of the row before it is hidden.
    if shown <= 0, row.widget.containsFocus { takeFocus(near: edge) }
    row.widget.isVisible = shown > 0
    let side = axis.side(of: edge)
    container.place(
      row.widget,
      at: side,
      length: row.length,
      shown: shown + row.inset,
      floats: row.floats
    )
    if edge == arrivals?.axisEdge, let pill {
      let (x, y) = axis.movement(side: side, by: shown)
      container.move(pill.widget, x: x, y: y)
    }
  }

  func takeFocus(near edge: AxisEdge) {
    scrolledWindow.object.takeFocusInSight(nearest: edge, along: axis)
  }

  /// Sets the room that the row at an edge has in the viewport, in px. The list is laid out again.
  func give(_ edge: AxisEdge, room: Double) {
    self.room[edge] = room
    makeRoom()
  }

  /// Moves the content along the list, in px, without a layout. Content that the user holds is only
  /// painted at its new position, and is allocated there after the release.
  func slide(by offset: Double, isHeld: Bool) {
    let (x, y) = axis.movement(side: axis.side(of: .start), by: offset)
    container.slide(x: x, y: y, isHeld: isHeld)
  }

  /// Sets whether the row replaces GTK's glow at an edge, see ``RowStyle``.
  func setGlow(at edge: AxisEdge, isReplaced: Bool) {
    replacesGlow[edge] = isReplaced
    styleSides()
  }

  // MARK: Sides

  /// Moves the rows to their sides if the reading direction has changed. The content may have a
  /// direction of its own, whose changes are not observed, but noticed when the list is next
  /// scrolled.
  func followDirection() {
    let present = presentAxis
    guard axis != present else { return }
    axis = present
    layOutSides()
    onDirectionChanged?()
  }

  private var presentAxis: ListAxis {
    ListAxis(of: scrolledWindow.object, isHorizontal: edges.refresh.isHorizontal)
  }

  private func layOutSides() {
    for edge in AxisEdge.allCases { rows[edge].stand(at: axis.side(of: edge)) }
    if let arrivals { pill?.stand(at: axis.side(of: arrivals.axisEdge)) }
    makeRoom()
    styleSides()
  }

  private func makeRoom() {
    let rooms = AxisEdge.allCases.map { (axis.side(of: $0), Int(room[$0])) }
    container.setRoom(Dictionary(uniqueKeysWithValues: rooms))
  }

  private func styleSides() {
    for side in PositionType.all {
      let isReplaced = axis.edge(at: side).map { replacesGlow[$0] } ?? false
      widget.setStyleClass("pulls-\(side.styleClass)", isReplaced)
    }
  }

  /// Puts the scrolled window back into its former place, with the keyboard focus.
  func remove() {
    let scrolledWindow = scrolledWindow.object
    let widget = widget
    let focus = scrolledWindow.focus
    abandon()
    moves?.disconnect()
    container.setChild(nil)
    _ = widget.replace(with: scrolledWindow)
    focus?.takeFocus()
  }

  /// Stops observing the scrolled window, which may be in the course of its destruction.
  func abandon() {
    for connection in [parenthood, direction] { connection?.disconnect() }
    (parenthood, direction) = (nil, nil)
    container.follow(nil)
  }

  /// Called when the application has moved or removed the container instead of its scrolled
  /// window. In a new parent, the scrolled window replaces the container.
  private func moved() {
    guard widget.parent != nil else {
      // Releases the scrolled window, so that the application can put it elsewhere at once.
      return container.setChild(nil)
    }
    let (guest, container, widget) = (scrolledWindow, container, widget)
    MainLoop.call {
      guard guest.isAlive, guest.object.parent == nil, widget.parent != nil else { return }
      // In a parent that cannot exchange it, such as a stack, the container stays.
      if !widget.replace(with: guest.object) { container.setChild(guest.object.asWidget) }
    }
  }

  private func guestRemoved() {
    let widget = widget
    guard scrolledWindow.object.parent?.pointer != widget.pointer else { return }
    abandon()
    if widget.parent != nil {
      // Changes the tree later, because GTK is removing a widget at this moment.
      let guest = scrolledWindow
      // If the parent is destroyed meanwhile, it must have no child left.
      let end = widget.parent?.connect("destroy") { widget.unparent() }
      MainLoop.call {
        end?.disconnect()
        let isBack = guest.isAlive && guest.object.parent?.pointer == widget.pointer
        if widget.parent != nil, !isBack { _ = widget.removeFromParent() }
      }
    }
    onGuestRemoved?()
  }
}

extension PositionType {
  static let all: [PositionType] = [.left, .right, .top, .bottom]

  /// Whether the side is the top or the bottom: a row there is as wide as the list.
  var isVertical: Bool { self == .top || self == .bottom }

  /// The side's name in GTK's style classes.
  var styleClass: String {
    switch self {
    case .left: "left"
    case .right: "right"
    case .top: "top"
    case .bottom: "bottom"
    }
  }
}
