import Mail
import TidelineGtk

/// Notes the scroll position of a list of conversations when it changes, and restores it.
///
/// All rows have the same height, so a row's offset in px follows from its index.
final class ListScroll {
  private let list: ConversationList
  private let frame: Widget
  private var onChange: (ListPlace?) -> Bool = { _ in false }
  /// The place that was noted last or, at first, restored.
  private var noted: ListPlace?
  /// The list's present place, and the timer that notes it if the list stays still.
  private var passing: (place: ListPlace?, rest: Timeout)?
  private var connections: [SignalConnection] = []
  private var wanted: ListPlace?
  private var clock: FrameClock?
  private var layouts: [SignalConnection] = []
  private var waiting: CheckedContinuation<Void, Never>?
  private var patience: Timeout?

  /// The time for which the list must stay still before its place is noted. When the refresh header
  /// opens or closes, the list first moves, and is then moved back.
  private static let untilRest = Duration.milliseconds(150)
  /// The most layouts awaited. The list is laid out again after it was scrolled, so it normally
  /// needs two.
  private static let mostLayouts = 6

  /// - Parameter frame: contains the list, and does not move while the refresh header takes some of
  ///   the list's space. Places are measured from its top edge.
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

  /// Scrolls to a place once the list is laid out, before it is drawn, and passes on each change
  /// from then on. If the row no longer exists, scrolls to the row that is now in its position.
  ///
  /// - Parameter onChange: called with the list's place once the list stays still, unless this
  ///   place was noted last; nil for the top, where the newest conversations are. Not called after
  ///   ``end()``. Returns whether it has stored the place.
  /// - Returns: once the list is at the place, or after ``mostLayouts`` layouts or a second. A
  ///   header that opens earlier would move the list by the header's height.
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

  /// Stops passing on changes, as while another mailbox is opened.
  func end() {
    pass()
    for connection in connections + layouts { connection.disconnect() }
    (connections, layouts, clock, wanted) = ([], [], nil, nil)
    letGo()
  }

  private func look() {
    guard layouts.isEmpty else { return }
    guard wanted != nil, let clock = list.widget.frameClock else { return follow() }
    // Keeps the clock, since the list may leave its window meanwhile.
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

  /// - Returns: whether the list is at the wanted place.
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
    // The focus was on the first row, which is now out of sight: moves it to a visible row.
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

  /// Notes the present place once the list rests there. Ignores a list without rows, since they may
  /// not be loaded yet.
  private func note() {
    guard list.widget.isMapped, rowHeight != nil else { return }
    passing?.rest.cancel()
    passing = (place, Timeout(after: Self.untilRest) { [weak self] in self?.pass() })
  }

  /// Passes on the place in ``passing``, if there is one, without waiting for the list to rest.
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
