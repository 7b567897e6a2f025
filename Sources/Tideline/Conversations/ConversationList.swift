import Mail
import PullToRefresh
import TidelineGtk
import TidelineProgram

/// The list of conversations: a list view over the model, in a scrolled window to which
/// ``MailPane`` attaches pull-to-refresh and load-more.
package final class ConversationList {
  package let widget = ScrolledWindow()
  package let model = ConversationModel()
  package let supply: RowSupply
  /// The conversation that is selected alone, also if its row has left the list. Setting it calls
  /// no handler.
  var selected: Int64? {
    get { selection.key }
    set { selection.key = newValue }
  }
  /// Called after each change of the ``selection``.
  var onSelection: (() -> Void)?
  /// Called when a row is clicked or tapped, or Enter is pressed on it.
  var onActivate: ((Int64) -> Void)?
  /// Called when a listed conversation has changed, in sight or not.
  var onChange: ((Conversation) -> Void)?
  /// Updates the rows' dates when the day or the clock format changes.
  private(set) var clock: DesktopClock?
  var onClockChange: (() -> Void)?
  /// Returns a conversation's account; nil if the list shows only one account.
  var account: (Int64) -> RowAccount? = { _ in nil }
  /// Whether the list shows the user's own mail, so that its rows name the recipients.
  var isOfOwnMail = false
  let selection: KeySelection
  private let view: ListView
  /// The time of the last press on a row; see `currentEventTime`.
  private var pressTime: UInt32 = 0
  /// All row widgets that GTK has requested, by the address of the list item that contains the row.
  private var rows: [OpaquePointer: ConversationRow] = [:]
  private var shown: [Int64: OpaquePointer] = [:]

  package init() {
    supply = RowSupply(model)
    let factory = SignalListItemFactory()
    selection = KeySelection(model)
    view = ListView(model: selection.asSelectionModel, factory: factory)
    view.addStyleClass("conversations")
    view.setAccessibleLabel(tr("Conversations"))
    view.showSeparators = true
    view.leaveByTab()
    widget.child = view.asWidget
    widget.setPolicy(horizontal: .never, vertical: .automatic)
    widget.setExpand(horizontal: true, vertical: true)
    makeRows(factory)
    view.onActivate { [weak self] position in
      guard let self, position < model.count else { return }
      onActivate?(model.keys[position])
    }
    model.onContentChange = { [weak self] in self?.showAgain($0) }
    selection.onKeys = { [weak self] in
      guard let self else { return }
      // The style sheet draws the check boxes.
      view.setStyleClass("selection-mode", selection.isInSelectionMode)
      onSelection?()
    }
    addModeKeys()
    clock = DesktopClock { [weak self] in
      for row in self?.rows.values ?? [:].values { row.clockChanged() }
      self?.onClockChange?()
    }
  }

  /// The conversations to act on, in the list's order: the selected ones, else the focused one.
  var chosen: [Int64] {
    guard selection.isSeveral else { return [selected ?? focused?.id].compactMap(\.self) }
    return model.places.map(\.id).filter(selection.keys.contains)
  }

  func grabFocus() { view.grabFocus() }

  /// Moves the keyboard's focus to the row that had it last or, if that row is out of sight, to the
  /// first row in sight. Newer versions of GTK do not scroll to a row that gets the focus again.
  func grabFocusInSight() {
    view.grabFocus()
    guard let last = view.children.first(where: \.containsFocus), !isInSight(last) else { return }
    let whole = view.children.filter(isWhollyInSight)
    whole.min { $0.top(in: widget) ?? 0 < $1.top(in: widget) ?? 0 }?.grabFocus()
  }

  func moveFocus(down: Bool) { view.moveFocus(down: down) }

  /// Moves the keyboard's focus to a row that is on the screen.
  ///
  /// - Returns: whether the row is on the screen and took the focus.
  @discardableResult
  func grabFocus(on id: Int64) -> Bool {
    guard let item = shown[id], let row = rows[item]?.widget.parent, isInSight(row) else {
      return false
    }
    return row.grabFocus()
  }

  /// Scrolls the least to bring a conversation into view, and moves the focus there if the list has
  /// it. Does nothing for a conversation that is not loaded.
  func reveal(_ id: Int64) {
    guard let position = model.position(of: id) else { return }
    let hadFocus = view.containsFocus
    let row = shown[id].flatMap { rows[$0]?.widget.parent }
    // Does not scroll to a row in sight: GTK would move the row to the top.
    if row.map(isWhollyInSight) != true { view.scroll(toItem: position) }
    guard hadFocus else { return }
    // The row's widget is there after the next layout.
    widget.afterNextFrame { [weak self] in self?.grabFocus(on: id) }
  }

  /// Adds a handler for a secondary click on a conversation, called with the point in the list.
  func onContextMenu(_ handler: @escaping (_ id: Int64, _ x: Double, _ y: Double) -> Void) {
    view.onSecondaryClick { [weak self] x, y in
      guard let self, let row = view.child(atX: x, y: y), let id = id(of: row) else { return }
      handler(id, x, y)
    }
  }

  func popUp(_ menu: Menu, x: Double, y: Double) { view.popUp(menu, x: x, y: y) }

  /// The conversation whose row has the focus, and the point below the row at which to open a menu.
  var focused: (id: Int64, x: Double, y: Double)? {
    guard let row = view.children.first(where: \.containsFocus), let id = id(of: row) else {
      return nil
    }
    return (id, 0, (row.top(in: view) ?? 0) + Double(row.height))
  }

  private func id(of row: Widget) -> Int64? {
    shown.first { rows[$0.value]?.widget.parent?.pointer == row.pointer }?.key
  }

  /// The maximum number of rows in view, counting cut-off rows; nil before the list is laid out.
  var rowsInSight: Int? {
    let height = widget.verticalAdjustment.pageSize
    return height > 1 ? ConversationRow.most(in: Int(height)) : nil
  }

  var isAtTop: Bool {
    let place = widget.verticalAdjustment
    return place.value - place.lower < 1
  }

  /// Whether the part of the list below the view is shorter than the view.
  var isNearEnd: Bool {
    let place = widget.verticalAdjustment
    return place.upper - place.value < 2 * place.pageSize
  }

  /// Brings the first row into view.
  func scrollToTop() {
    guard !model.isEmpty else { return }
    let place = widget.verticalAdjustment
    place.value = place.lower
    // Makes the first row the view's anchor. Without this call, the view would keep the previous
    // topmost row in place when rows are added above that row.
    view.scroll(toItem: 0)
  }

  /// Shows the conversations at these places; see ``ConversationModel``. Rows in sight that keep
  /// their position are not touched, unless all rows are replaced.
  ///
  /// - Parameter rows: the rows that are already read; all others are fetched when they are shown.
  package func show(_ places: [Cursor], rows: [Conversation], replacesAll: Bool = false) {
    model.show(places, rows: rows, inSight: inSight, replacesAll: replacesAll)
    supply.fetchMissing()
  }

  /// The conversations in sight, and the selected and the focused one, whose rows GTK always keeps.
  private var inSight: Set<Int64> {
    var ids = Set(shown.filter { rows[$0.value]?.widget.parent.map(isInSight) ?? false }.keys)
    for id in [selected, focused?.id] { if let id { ids.insert(id) } }
    return ids
  }

  private func isInSight(_ row: Widget) -> Bool {
    // Newer versions of GTK hide a row that leaves the view, and do not move it any more.
    guard row.isShownByParent, let top = row.top(in: widget) else { return false }
    return top + Double(row.height) > 0 && top < Double(widget.height)
  }

  private func isWhollyInSight(_ row: Widget) -> Bool {
    guard row.isShownByParent, let top = row.top(in: widget) else { return false }
    return top >= 0 && top + Double(row.height) <= Double(widget.height)
  }

  /// Adds the keys of the selection mode: GTK's own arrow keys would select the next row alone.
  private func addModeKeys() {
    let keys = ShortcutController.whereFocused()
    keys.propagationPhase = .capture
    func bind(_ key: String, _ act: @escaping (ConversationList) -> Void) {
      keys.bind(key) { [weak self] in
        guard let self, selection.isInSelectionMode else { return false }
        act(self)
        return true
      }
    }
    bind("Down") { $0.moveFocus(down: true) }
    bind("Up") { $0.moveFocus(down: false) }
    for key in ["space", "Return"] {
      bind(key) { list in if let focused = list.focused { list.selection.pick(focused.id) } }
    }
    widget.add(keys)
  }

  private func makeRows(_ factory: SignalListItemFactory) {
    factory.on(.setup) { [weak self] item in
      let (row, click, pointer) = (ConversationRow(), GestureClick(), item.pointer)
      row.widget.add(click)
      let press = Unowned(click)
      click.onPress { [weak self] in self?.pressTime = press.object.currentEventTime }
      click.onRelease { [weak self] in self?.released(press.object, on: pointer) }
      item.child = row.widget.asWidget
      self?.rows[item.pointer] = row
    }
    factory.on(.bind) { [weak self] item in
      guard let self, let key = item.key else { return }
      shown[key] = item.pointer
      model.pin(key)
      show(model[key], in: item.pointer)
      supply.show(item.position)
    }
    factory.on(.unbind) { [weak self] item in
      guard let self, let key = item.key, shown[key] == item.pointer else { return }
      shown[key] = nil
      model.unpin(key)
    }
    factory.on(.teardown) { [weak self] item in
      self?.rows[item.pointer] = nil
    }
  }

  /// How long a finger rests on a row to begin the selection mode, in ms: GTK's own default.
  private static let hold = 500

  /// A click or a tap opens a row. In the selection mode, and after a finger has rested on the row,
  /// it selects the row; this happens when the finger leaves, since until then it may pull.
  private func released(_ press: GestureClick, on item: OpaquePointer) {
    guard let key = shown.first(where: { $0.value == item })?.key else { return }
    let isHeld = press.isOfFinger && press.currentEventTime &- pressTime >= Self.hold
    if selection.isInSelectionMode || isHeld {
      press.claim()  // Otherwise GTK would select this row alone.
      grabFocus(on: key)
      selection.pick(key)
    } else if !press.currentKeys.contains(where: { $0 == .control || $0 == .shift }) {
      onActivate?(key)
    }
  }

  private func showAgain(_ conversation: Conversation) {
    if let item = shown[conversation.id] { show(conversation, in: item) }
    onChange?(conversation)
  }

  private func show(_ conversation: Conversation?, in item: OpaquePointer) {
    guard let conversation else { return rows[item]?.showPlaceholder() ?? () }
    rows[item]?.show(conversation, of: account(conversation.id), isOwnMail: isOfOwnMail)
  }
}
