import Gtk
import RefreshCore

/// The overlay that takes a scrolled window's place and lays the two rows over its edges.
///
/// ```
/// overlay                        what observes the input, see InputObserver
/// ├── scrolled window            its margins make room for the open rows
/// ├── header row                 slides in from above
/// ╰── footer row                 slides in from below
/// ```
///
/// A pulled row lies over the list and moves nothing: a scrolled window that moves under a finger
/// misreads the finger. Room is made once the finger is lifted.
final class EdgeContainer {
  private let overlay: Unowned<Overlay>
  private let scrolledWindow: Unowned<ScrolledWindow>
  private var rows: [PullEdge: RefreshRow] = [:]
  private let margins: (top: Int, bottom: Int)

  /// How much of each row shows over the list, and how much room it has beside the list, in px.
  private var extents: [PullEdge: (shown: Double, room: Double)] = [:]

  /// Nil, with nothing changed, where the scrolled window has no parent or one that cannot
  /// exchange its children.
  init?(around scrolledWindow: ScrolledWindow) {
    let overlay = Overlay()
    guard scrolledWindow.replace(with: overlay) else { return nil }
    overlay.child = scrolledWindow.asWidget
    overlay.clipOverflow()
    self.overlay = Unowned(overlay)
    self.scrolledWindow = Unowned(scrolledWindow)
    margins = (scrolledWindow.marginTop, scrolledWindow.marginBottom)
    overlay.onChildPosition { [weak self] child in self?.place(of: child) }
  }

  /// Lays a row over its edge, out of sight.
  ///
  /// To be called after the container got its actions: a button that joined a widget before its
  /// first action group does not find that group.
  func add(_ row: RefreshRow, at edge: PullEdge) {
    rows[edge] = row
    row.widget.isVisible = false
    overlay.object.add(overlay: row.widget)
  }

  /// Where the content stands; guests may exchange it.
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
      // The keyboard's focus must not go with the row.
      if shown <= 0, row.containsFocus { scrolledWindow.object.child?.grabFocus() }
      row.isVisible = shown > 0
    }
    if before.room != room {
      let scrolledWindow = scrolledWindow.object
      switch edge {
      case .top: scrolledWindow.marginTop = margins.top + Int(room.rounded())
      case .bottom: scrolledWindow.marginBottom = margins.bottom + Int(room.rounded())
      }
    }
    overlay.object.queueAllocate()
  }

  /// Gives the scrolled window its place and its margins back.
  func remove() {
    let scrolledWindow = scrolledWindow.object
    let overlay = overlay.object
    overlay.child = nil
    scrolledWindow.marginTop = margins.top
    scrolledWindow.marginBottom = margins.bottom
    _ = overlay.replace(with: scrolledWindow)
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
