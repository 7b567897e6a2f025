import CAdwaita
import TidelineGtk
import Mail
import TidelineProgram

/// The folders of a mailbox, each with how many of its messages are unread.
///
/// CSS: a list view with the class `navigation-sidebar`; each row is one node `box.folder`, with
/// `.unread` where something is unread; inside are labels of the classes `name` and `count`.
final class FolderSidebar {
  /// What stands in the window.
  let widget = ScrolledWindow()
  /// Called with the folder that the user has chosen; nil for all of them.
  var onChoose: ((FolderName?) -> Void)?

  private let keys = KeyListModel()
  private let selection: SelectionModel
  private let view: ListView
  private var entries: [FolderEntry] = []
  private var rows: [OpaquePointer: FolderRow] = [:]
  /// The rows on the screen, by their entry's place.
  private var shown: [Int64: OpaquePointer] = [:]

  init() {
    let factory = SignalListItemFactory()
    selection = SelectionModel(single: keys.asListModel)
    view = ListView(model: selection, factory: factory)
    view.addStyleClass("navigation-sidebar")
    view.setAccessibleLabel(tr("Folders"))
    widget.child = view.asWidget
    widget.setPolicy(horizontal: .never, vertical: .automatic)
    widget.setExpand(vertical: true)
    makeRows(factory)
    view.onActivate { [weak self] in self?.choose($0) }
  }

  /// The one whose conversations are listed; nil where it is not among them.
  var listed: FolderEntry? { selection.selectedPosition.map { entries[$0] } }

  /// Puts the keyboard's focus on the folder that is listed.
  func grabFocus() {
    let row = selection.selectedPosition.flatMap { shown[Int64($0)] }.flatMap { rows[$0] }
    if row?.widget.parent?.grabFocus() != true { view.grabFocus() }
  }

  /// Shows what the folders hold now.
  ///
  /// - Parameters:
  ///   - folders: in the order of the folder list.
  ///   - unread: how many messages are unread in all of them together.
  ///   - listed: the one whose conversations are listed; nil for all.
  func show(_ folders: [MailFolder], unread: Int, listed: FolderName?) {
    let before = entries
    entries = FolderEntry.all(of: folders, unread: unread)
    if before.map(\.name) != entries.map(\.name) {
      keys.replaceSubrange(0..<keys.count, with: (0..<entries.count).map(Int64.init))
    } else {
      for (key, item) in shown where before[Int(key)] != entries[Int(key)] {
        rows[item]?.show(entries[Int(key)])
      }
    }
    let place = entries.firstIndex { $0.name == listed }
    if selection.selectedPosition != place { selection.selectedPosition = place }
  }

  private func choose(_ position: Int) {
    guard entries.indices.contains(position) else { return }
    selection.selectedPosition = position
    onChoose?(entries[position].name)
  }

  private func clicked(_ item: OpaquePointer) {
    if let key = shown.first(where: { $0.value == item })?.key { choose(Int(key)) }
  }

  private func makeRows(_ factory: SignalListItemFactory) {
    factory.on(.setup) { [weak self] item in
      let row = FolderRow()
      // With `single-click-activate` a list view also selects the row under the pointer.
      let (click, pointer) = (GestureClick(), item.pointer)
      click.onRelease { [weak self] in self?.clicked(pointer) }
      row.widget.add(click)
      item.child = row.widget.asWidget
      self?.rows[item.pointer] = row
    }
    factory.on(.bind) { [weak self] item in
      guard let self, let key = item.key, entries.indices.contains(Int(key)) else { return }
      shown[key] = item.pointer
      rows[item.pointer]?.show(entries[Int(key)])
    }
    factory.on(.unbind) { [weak self] item in
      guard let self, let key = item.key, shown[key] == item.pointer else { return }
      shown[key] = nil
    }
    factory.on(.teardown) { [weak self] item in self?.rows[item.pointer] = nil }
  }
}
