import CAdwaita
import Mail
import TidelineGtk
import TidelineProgram

/// Lists the accounts and their folders, each with its number of unread messages.
///
/// CSS: a list view with the class `navigation-sidebar`. Each row is a node `box.folder`, with
/// `.unread` if it has unread messages, and `.account` if it is the row of an account. A row
/// contains labels with the classes `name` and `count`; an account's row also an ``AccountDot``.
final class Sidebar {
  let widget = ScrolledWindow()
  var onChoose: ((SidebarTarget) -> Void)?
  /// Called with the action that the user has chosen from the menu of the account at a path.
  var onAct: ((SidebarRow.AccountAct, _ path: String) -> Void)?

  private let keys = KeyListModel()
  private let selection: SelectionModel
  private let view: ListView
  private var lines: [SidebarLine] = []
  /// The target whose conversations are listed.
  private var listed: SidebarTarget?
  /// The list model's key of each target. A key must not be a position: newer versions of GTK do
  /// not bind a key's row again while the key is in the model, so the row would show an old line.
  private var keyOfTarget: [SidebarTarget: Int64] = [:]
  private var rows: [OpaquePointer: SidebarRow] = [:]
  /// The bound list items, by the keys of their lines.
  private var shown: [Int64: OpaquePointer] = [:]

  init() {
    let factory = SignalListItemFactory()
    selection = SelectionModel(single: keys.asListModel)
    view = ListView(model: selection, factory: factory)
    view.addStyleClass("navigation-sidebar")
    view.setAccessibleLabel(tr("Folders"))
    view.leaveByTab()
    widget.child = view.asWidget
    widget.setPolicy(horizontal: .never, vertical: .automatic)
    widget.setExpand(vertical: true)
    makeRows(factory)
    view.onActivate { [weak self] in self?.choose($0) }
  }

  /// Moves the keyboard's focus to the line of a target, or to the list if no row shows the line.
  func grabFocus(on target: SidebarTarget?) {
    let line = lines.first { $0.target == target }
    let row = line.flatMap { shown[key(of: $0)] }.flatMap { rows[$0] }
    if row?.widget.parent?.grabFocus() != true { view.grabFocus() }
  }

  /// Shows the lines, and updates only the rows that have changed.
  func show(_ lines: [SidebarLine], listed target: SidebarTarget?) {
    let before = self.lines
    self.lines = lines
    let hasOthers = before.map(\.target) != lines.map(\.target)
    if hasOthers {
      keys.replaceSubrange(0..<keys.count, with: lines.map(key))
    }
    let known = Dictionary(uniqueKeysWithValues: before.map { (key(of: $0), $0) })
    for line in lines where known[key(of: line)] != line {
      if let row = shown[key(of: line)].flatMap({ rows[$0] }) { row.show(line) }
    }
    // While the user walks through the lines, the arrow keys select: in newer versions of GTK, the
    // next key would only select the focused line again.
    if view.containsFocus, !hasOthers, target == listed { return }
    listed = target
    let place = lines.firstIndex { $0.target == target }
    if selection.selectedPosition != place { selection.selectedPosition = place }
  }

  private func key(of line: SidebarLine) -> Int64 {
    if let key = keyOfTarget[line.target] { return key }
    let key = Int64(keyOfTarget.count)
    keyOfTarget[line.target] = key
    return key
  }

  /// The index of the line that a list item shows.
  private func place(of item: OpaquePointer) -> Int? {
    lines.firstIndex { shown[key(of: $0)] == item }
  }

  private func choose(_ position: Int) {
    if lines.indices.contains(position) { onChoose?(lines[position].target) }
  }

  private func act(_ choice: SidebarRow.AccountAct, on item: OpaquePointer) {
    guard let place = place(of: item), case .account(let path) = lines[place].target else { return }
    onAct?(choice, path)
  }

  private func clicked(_ item: OpaquePointer) {
    if let place = place(of: item) { choose(place) }
  }

  private func makeRows(_ factory: SignalListItemFactory) {
    factory.on(.setup) { [weak self] item in
      let pointer = item.pointer
      let row = SidebarRow { [weak self] in self?.act($0, on: pointer) }
      // Not `single-click-activate`, which also selects each row that the pointer moves over.
      let click = GestureClick()
      click.onRelease { [weak self] in self?.clicked(pointer) }
      row.widget.add(click)
      item.child = row.widget.asWidget
      self?.rows[item.pointer] = row
    }
    factory.on(.bind) { [weak self] item in
      guard let self, let key = item.key, let line = lines.first(where: { self.key(of: $0) == key })
      else { return }
      shown[key] = item.pointer
      rows[item.pointer]?.show(line)
    }
    factory.on(.unbind) { [weak self] item in
      guard let self, let key = item.key, shown[key] == item.pointer else { return }
      shown[key] = nil
    }
    factory.on(.teardown) { [weak self] item in self?.rows[item.pointer] = nil }
  }
}
