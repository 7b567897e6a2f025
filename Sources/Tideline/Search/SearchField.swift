import Mail
import TidelineGtk
import TidelineProgram

/// The search field above the list. Down, Page Down or Enter moves the focus to the list; Ctrl+Space
/// opens the menu beside the field, with the operators that fit the word being typed.
final class SearchField: EntryBar {
  /// The delay after a keystroke, in ms. It is 0, since a search takes less time than a frame, and
  /// the next search cancels it: to wait for a pause in the typing has no advantage.
  private static let delay = 0

  let operators = MenuButton()
  /// The operators in the menu.
  private(set) var offered: [String] = []

  init() {
    super.init(name: tr("Search conversations"), width: 240)
    entry.tooltipText = tr("Search people, subjects, texts and names of attachments")
    entry.searchDelay = Self.delay
    operators.setIcon(name: "list-add-symbolic")
    operators.tooltipText = tr("Narrow the search")
    operators.setAccessibleLabel(tr("Narrow the search"))
    let box = Box(.horizontal, spacing: 6)
    box.append(entry)
    box.append(operators)
    widget.setChild(box)
    entry.connect("activate") { [weak self] in self?.onLeave?() }
    entry.connect("changed") { [weak self] in self?.offerOperators() }
    offerOperators()
    addKeys(box)
  }

  private func addKeys(_ box: Box) {
    let actions = SimpleActionGroup()
    actions.add(.named("leave") { [weak self] in self?.onLeave?() })
    actions.add(.named("offer") { [weak self] in self?.operators.popUp() })
    actions.add(.named("add", activateWithText: { [weak self] in self?.add($0) }))
    box.insert(actions, prefix: "search-field")
    let keys = ShortcutController.whereFocused()
    for key in ["Down", "KP_Down", "Page_Down"] {
      keys.bind(key, toAction: "search-field.leave")
    }
    keys.bind("<Control>space", toAction: "search-field.offer")
    entry.add(keys)
  }

  // MARK: Operators

  /// Fills the menu with the operators that the last word begins; with all if it begins none.
  private func offerOperators() {
    let fitting = SearchOperator.completions(of: entry.text)
    let names = fitting.isEmpty ? SearchOperator.all : fitting
    // Most keys change nothing here, and a new menu makes new widgets.
    guard names != offered else { return }
    offered = names
    let menu = Menu()
    for name in names { menu.append(name, action: "search-field.add::\(name)") }
    operators.setMenu(menu)
  }

  private func add(_ name: String) {
    entry.text = SearchOperator.complete(entry.text, with: name)
    entry.grabFocus()
    entry.moveCursorToEnd()
  }
}
