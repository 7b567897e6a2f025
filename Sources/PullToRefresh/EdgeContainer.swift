import PullToRefreshGtk
import RefreshCore

/// The overlay that takes a scrolled window's place and lays the two rows over its edges.
///
/// ```
/// overlay                        has the controllers of InputObserver
/// ├── scrolled window            gives way to the open rows
/// ├── header row                 slides in at the edge of the refresh
/// ├── footer row                 slides in at the opposite edge
/// ╰── new rows' pill             floats beside the header
/// ```
///
/// A pulled row lies over the list and moves nothing: GTK computes a wrong offset when the scrolled
/// window moves under a finger. Room is made once the finger is lifted.
final class EdgeContainer {
  private let overlay: Unowned<Overlay>
  private let scrolledWindow: Unowned<ScrolledWindow>
  private var rows: [RunRole: RefreshRow] = [:]
  /// The rows that stand where GTK would draw its glow.
  private var glowing: Set<RunRole> = []
  private var direction: SignalConnection?
  private var pill: NewRowsPill?
  private let guestPlace: GuestPlace
  private var parenthood: SignalConnection?

  /// How much of each row is shown over the list, and how much room the list gives it, in px.
  private var extents: [RunRole: (shown: Double, room: Double)] = [:]

  /// Which role's row stands where.
  var edges = RoleEdges() {
    didSet {
      guard edges != oldValue else { return }
      axis = presentAxis
      layOutSides()
    }
  }
  /// Along which the list pulls, also while it is being destroyed.
  private(set) var axis: ListAxis
  /// Called when the direction of reading has changed.
  var onDirectionChanged: (() -> Void)?

  /// Called when the application took the scrolled window out of the container.
  var onGuestRemoved: (() -> Void)?

  /// Nil, with nothing changed, where the scrolled window has no parent or one that cannot
  /// exchange its children.
  init?(around scrolledWindow: ScrolledWindow) {
    let overlay = Overlay()
    let focus = scrolledWindow.focus
    guard scrolledWindow.replace(with: overlay) else { return nil }
    overlay.child = scrolledWindow.asWidget
    overlay.overflow = .hidden
    self.overlay = Unowned(overlay)
    self.scrolledWindow = Unowned(scrolledWindow)
    guestPlace = GuestPlace(of: scrolledWindow, in: overlay)
    axis = ListAxis(of: scrolledWindow, isHorizontal: edges.refresh.isHorizontal)
    focus?.takeFocus()
    overlay.onChildPosition { [weak self] child in self?.place(of: child) }
    parenthood = scrolledWindow.connect("notify::parent") { [weak self] in self?.guestRemoved() }
    direction = scrolledWindow.connect("direction-changed") { [weak self] in self?.followDirection()
    }
  }

  /// Lays a row over its edge, out of sight.
  ///
  /// To be called after the container got its actions: a button that joined a widget before its
  /// first action group does not find that group.
  func add(_ row: RefreshRow, for role: RunRole) {
    rows[role] = row
    row.widget.isVisible = false
    // A custom view in a row must not change how the list's parent distributes its space.
    row.widget.setExpand(horizontal: false, vertical: false)
    overlay.object.add(overlay: row.widget)
  }

  /// How much room the list gives way for a row now, in whole px, as it is laid out.
  func room(of role: RunRole) -> Double { (extents[role]?.room ?? 0).rounded() }

  /// How much of the axis the open row takes, in px.
  func length(of role: RunRole) -> Double { Double(rows[role]?.length ?? 0) }

  /// Whether the list gives no way to a row.
  func floats(_ role: RunRole) -> Bool { rows[role]?.floats ?? false }

  /// Lays the pill over the list, above the rows that were added before.
  func add(_ pill: NewRowsPill) {
    self.pill = pill
    overlay.object.add(overlay: pill.widget)
  }

  /// The widget that stands where the scrolled window stood.
  var widget: Overlay { overlay.object }

  /// Lays a row out anew.
  ///
  /// - Parameters:
  ///   - shown: how many px of the row show at its edge.
  ///   - room: how many px the list gives way for it.
  func set(_ role: RunRole, shown: Double, room: Double) {
    let before = extents[role] ?? (0, 0)
    guard before.shown != shown || before.room != room else { return }
    extents[role] = (shown, room)
    if let row = rows[role]?.widget {
      // The keyboard's focus must not be lost with the row.
      if shown <= 0, row.containsFocus { scrolledWindow.object.takeFocusInside() }
      row.isVisible = shown > 0
    }
    if before.room != room { makeRoom() }
    if role == .refresh { pill?.stand(clearOf: shown) }
    overlay.object.queueAllocate()
  }

  /// Whether the row stands where GTK would draw its glow, see ``RowStyle``.
  func setGlow(of role: RunRole, isReplaced: Bool) {
    if isReplaced { glowing.insert(role) } else { glowing.remove(role) }
    styleSides()
  }

  // MARK: Sides

  /// Lays the rows out anew where the direction of reading has changed. Without a signal it shows
  /// with the next movement: the content may have a direction of its own.
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

  private func side(of role: RunRole) -> PositionType { axis.side(of: edges[role].axisEdge) }

  private func layOutSides() {
    for (role, row) in rows { row.stand(at: side(of: role)) }
    pill?.stand(at: side(of: .refresh))
    makeRoom()
    styleSides()
    overlay.object.queueAllocate()
  }

  private func makeRoom() {
    overlay.object.setRoom(
      Dictionary(
        uniqueKeysWithValues: RunRole.allCases.map { (side(of: $0), Int(room(of: $0))) }
      )
    )
  }

  private func styleSides() {
    let sides = Set(glowing.map(side))
    for side in PositionType.all {
      overlay.object.setStyleClass("pulls-\(side.styleClass)", sides.contains(side))
    }
  }

  /// Puts the scrolled window back into its place, with the keyboard's focus.
  func remove() {
    let scrolledWindow = scrolledWindow.object
    let overlay = overlay.object
    let focus = scrolledWindow.focus
    abandon()
    overlay.child = nil
    _ = overlay.replace(with: scrolledWindow)
    focus?.takeFocus()
  }

  /// Releases the scrolled window, also while it is being destroyed.
  func abandon() {
    for connection in [parenthood, direction] { connection?.disconnect() }
    (parenthood, direction) = (nil, nil)
    guestPlace.abandon()
  }

  private func guestRemoved() {
    let overlay = overlay.object
    let guest = scrolledWindow.object
    guard guest.parent?.pointer != overlay.pointer else { return }
    abandon()
    // gtk_widget_unparent() does not clear the overlay's child property.
    if guest.parent == nil { overlay.child = nil }
    if overlay.parent != nil {
      // GTK is removing a widget at this moment: change the tree after that.
      _ = Timeout(after: .zero) {
        if overlay.parent != nil, overlay.child == nil { _ = overlay.removeFromParent() }
      }
    }
    onGuestRemoved?()
  }

  private func place(of child: Widget) -> Overlay.Place? {
    guard let (role, row) = rows.first(where: { $0.value.widget.pointer == child.pointer }) else {
      return nil
    }
    let overlay = overlay.object
    let shown = Int((extents[role]?.shown ?? 0).rounded())
    let length = max(row.length, shown)
    let (width, height) = (overlay.width, overlay.height)
    let side = side(of: role)
    let breadth = row.breadth(in: side.isVertical ? width : height)
    let (x, y) = ((width - breadth) / 2, (height - breadth) / 2)
    return switch side {
    case .top: Overlay.Place(x: x, y: shown - length, width: breadth, height: length)
    case .bottom: Overlay.Place(x: x, y: height - shown, width: breadth, height: length)
    case .left: Overlay.Place(x: shown - length, y: y, width: length, height: breadth)
    case .right: Overlay.Place(x: width - shown, y: y, width: length, height: breadth)
    }
  }
}

extension PositionType {
  /// All four sides.
  static let all: [PositionType] = [.left, .right, .top, .bottom]

  /// Whether a row there is as wide as the list.
  var isVertical: Bool { self == .top || self == .bottom }

  /// GTK's name of the side in style sheets.
  var styleClass: String {
    switch self {
    case .left: "left"
    case .right: "right"
    case .top: "top"
    case .bottom: "bottom"
    }
  }
}
