import Mail
import TidelineGtk

/// Restores the scroll position of a list of conversations, and passes on its changes.
///
/// All rows have the same height, so a row's offset in px follows from its index.
final class ListScroll {
  private let list: ConversationList
  private let frame: Widget
  private var onChange: (ListPlace?) -> Bool = { _ in false }
  /// The place that was stored last; at first, the place to which the list was restored.
  private var noted: ListPlace?
  /// The list's present place, and the timer that passes it on once the list has stayed still.
  private var passing: (place: ListPlace?, rest: Timeout)?
  private var connections: [SignalConnection] = []
  private var wanted: ListPlace?
  private var clock: FrameClock?
  private var layouts: [SignalConnection] = []
  private var waiting: CheckedContinuation<Void, Never>?
  private var patience: Timeout?

  /// The time for which the list must stay still before its place is stored. A refresh header that
  /// opens or closes moves the list for a moment; such places are not stored.
  private static let untilRest = Duration.milliseconds(150)
  /// The maximum number of layouts to wait for. The list is laid out again after it was scrolled,
  /// so two layouts normally suffice.
  private static let mostLayouts = 6

  /// - Parameter frame: contains the list, and does not move while the refresh header takes some of
  ///   the list's space. Places are measured from the frame's top edge.
  init(_ list: ConversationList, in frame: some WidgetConvertible) {
    (self.list, self.frame) = (list, frame.asWidget)
  }

  /// The list's present place; nil at the top, and before the first layout.
  var place: ListPlace? {
    let adjustment = adjustment
    let value = adjustment.value - adjustment.lower - headerHeight
    guard value >= 1, let height = rowHeight else { return nil }
    let position = min(Int(value / height), list.model.count - 1)
    return ListPlace(
      top: list.model.place(at: position),
      offset: (value - Double(position) * height).rounded()
    )
  }

  /// Scrolls to a place once the list is laid out, before it is drawn, and then passes on each new
  /// place until ``end()``. If the topmost row of the place no longer exists, scrolls to the row
  /// that has its position now.
  ///
  /// Waits until the list is at the place, for a second and ``mostLayouts`` layouts at most. The
  /// caller starts a refresh only then: a header that opens earlier would move the list.
  ///
  /// - Parameter onChange: called with a new place once the list stays still; nil for the top,
  ///   where the newest conversations are. Returns whether the place was stored.
  func begin(at place: ListPlace?, onChange: @escaping (ListPlace?) -> Bool) async {
    end()
    (wanted, self.onChange) = (place, onChange)
    guard place != nil else { return start() }
    await withCheckedContinuation { continuation in
      waiting = continuation
      // Stops waiting after a second, since a window that is not shown is not laid out.
      patience = Timeout(after: .seconds(1)) { [weak self] in self?.letGo() }
      start()
    }
  }

  private func letGo() {
    patience?.cancel()
    patience = nil
    waiting?.resume()
    waiting = nil
  }

  private func start() {
    guard list.widget.isMapped else {
      connections = [list.widget.connect("map") { [weak self] in self?.look() }]
      return
    }
    look()
  }

  /// Passes on the place in ``passing``, and then stops, for example to open another mailbox.
  func end() {
    pass()
    for connection in connections + layouts { connection.disconnect() }
    (connections, layouts, clock, wanted) = ([], [], nil, nil)
    letGo()
  }

  private func look() {
    guard layouts.isEmpty else { return }
    guard wanted != nil, let clock = list.widget.frameClock else { return follow() }
    // Keeps the clock for ``layouts``, since the list may leave its window while it waits.
    self.clock = clock
    var remaining = Self.mostLayouts
    layouts = [
      clock.after(.layout) { [weak self] in
        remaining -= 1
        guard let self, move() || remaining == 0 else { return }
        arrive()
      }
    ]
    list.widget.queueAllocate()
  }

  /// - Returns: whether the list was at the wanted place already; true for a list without rows.
  private func move() -> Bool {
    guard let wanted, let height = rowHeight else { return list.model.isEmpty }
    let position = list.model.position(of: wanted.top)
    let isThere = position < list.model.count && list.model.place(at: position) == wanted.top
    let offset = isThere ? max(0, min(wanted.offset, height - 1)) : 0
    let adjustment = adjustment
    let most = adjustment.upper - adjustment.pageSize
    let value = adjustment.lower + Double(position) * height + offset + headerHeight
    let reached = min(value, most).rounded()
    if abs(adjustment.value - reached) < 1 { return true }
    adjustment.value = reached
    return false
  }

  private func arrive() {
    for connection in layouts { connection.disconnect() }
    let isFocused = list.widget.containsFocus
    (layouts, clock, wanted) = ([], nil, nil)
    // Moves the focus to a visible row: the focused first row is out of sight after the scrolling.
    if isFocused, let top = place?.top { list.grabFocus(on: below(top)) }
    follow()
    letGo()
  }

  /// The first row that is fully in sight.
  private func below(_ top: Cursor) -> Int64 {
    let model = list.model
    return model.place(at: min(model.position(of: top) + 1, model.count - 1)).id
  }

  private func follow() {
    for connection in connections { connection.disconnect() }
    let note: () -> Void = { [weak self] in self?.note() }
    connections = [adjustment.connect("value-changed", note), adjustment.connect("changed", note)]
    noted = place
  }

  /// Passes on the present place once the list stays still. Ignores a list without rows: its rows
  /// may not be loaded yet.
  private func note() {
    guard list.widget.isMapped, rowHeight != nil else { return }
    passing?.rest.cancel()
    passing = (place, Timeout(after: Self.untilRest) { [weak self] in self?.pass() })
  }

  /// Passes on the place in ``passing``, if there is one, without a further wait.
  func pass() {
    guard let (place, rest) = passing else { return }
    rest.cancel()
    passing = nil
    if place != noted, onChange(place) { noted = place }
  }

  private var adjustment: Adjustment { list.widget.verticalAdjustment }

  private var headerHeight: Double { list.widget.top(in: frame) ?? 0 }

  private var rowHeight: Double? {
    let adjustment = adjustment
    let count = list.model.count
    guard count > 0, adjustment.pageSize > 1, adjustment.upper > adjustment.lower else {
      return nil
    }
    return (adjustment.upper - adjustment.lower) / Double(count)
  }
}
