import Gtk
import RefreshCore

/// The overlay that takes a scrolled window's place and lays the two rows over its edges.
///
/// ```
/// overlay                        has the controllers of InputObserver
/// ├── scrolled window            gives way to the open rows
/// ├── header row                 slides in from above
/// ├── footer row                 slides in from below
/// ╰── new rows' pill             floats below the header
/// ```
///
/// A pulled row lies over the list and moves nothing: GTK computes a wrong offset when the scrolled
/// window moves under a finger. Room is made once the finger is lifted.
final class EdgeContainer {
  private let overlay: Unowned<Overlay>
  private let scrolledWindow: Unowned<ScrolledWindow>
  private var rows: [PullEdge: RefreshRow] = [:]
  private var pill: NewRowsPill?
  private let guestPlace: GuestPlace
  private var parenthood: SignalConnection?

  /// How much of each row is shown over the list, and how much room the list gives it, in px.
  private var extents: [PullEdge: (shown: Double, room: Double)] = [:]

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
    focus?.takeFocus()
    overlay.onChildPosition { [weak self] child in self?.place(of: child) }
    parenthood = scrolledWindow.connect("notify::parent") { [weak self] in self?.guestRemoved() }
  }

  /// Lays a row over its edge, out of sight.
  ///
  /// To be called after the container got its actions: a button that joined a widget before its
  /// first action group does not find that group.
  func add(_ row: RefreshRow, at edge: PullEdge) {
    rows[edge] = row
    row.widget.isVisible = false
    // A custom view in a row must not change how the list's parent distributes its space.
    row.widget.setExpand(horizontal: false, vertical: false)
    overlay.object.add(overlay: row.widget)
  }

  /// How much room the list gives way for a row now, in whole px, as it is laid out.
  func room(of edge: PullEdge) -> Double { (extents[edge]?.room ?? 0).rounded() }

  /// The height of the open row, in px.
  func height(of edge: PullEdge) -> Double { Double(rows[edge]?.height ?? 0) }

  /// Lays the pill over the list, above the rows that were added before.
  func add(_ pill: NewRowsPill) {
    self.pill = pill
    overlay.object.add(overlay: pill.widget)
  }

  /// The vertical adjustment; an application may replace it.
  var adjustment: Adjustment { scrolledWindow.object.verticalAdjustment }

  /// The widget that stands where the scrolled window stood.
  var widget: Overlay { overlay.object }

  /// Lays a row out anew.
  ///
  /// - Parameters:
  ///   - shown: how many px of the row show at its edge.
  ///   - room: how many px the list gives way for it.
  func set(_ edge: PullEdge, shown: Double, room: Double) {
    let before = extents[edge] ?? (0, 0)
    guard before.shown != shown || before.room != room else { return }
    extents[edge] = (shown, room)
    if let row = rows[edge]?.widget {
      // The keyboard's focus must not be lost with the row.
      if shown <= 0, row.containsFocus { scrolledWindow.object.takeFocusInside() }
      row.isVisible = shown > 0
    }
    if before.room != room { guestPlace.makeRoom(Int(room.rounded()), at: edge) }
    if edge == .top { pill?.standBelow(shown) }
    overlay.object.queueAllocate()
  }

  /// Whether the row stands where GTK would draw its glow, see ``RowStyle``.
  func setGlow(at edge: PullEdge, isReplaced: Bool) {
    overlay.object.setStyleClass(edge == .top ? "pulls-header" : "pulls-footer", isReplaced)
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
    parenthood?.disconnect()
    parenthood = nil
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
    guard let (edge, row) = rows.first(where: { $0.value.widget.pointer == child.pointer }) else {
      return nil
    }
    let overlay = overlay.object
    let shown = Int((extents[edge]?.shown ?? 0).rounded())
    let height = max(row.height, shown)
    return Overlay.Place(
      x: 0,
      y: edge == .top ? shown - height : overlay.height - shown,
      width: overlay.width,
      height: height
    )
  }
}
