import Mail
import TidelineGtk
import TidelineProgram

/// A bar that slides in above the searched content, with a search entry. Esc in the entry closes
/// the bar, and a closed bar searches for nothing.
class EntryBar {
  let widget = SearchBar()
  let entry = SearchEntry()
  /// Called with the text after each change; with an empty text when the bar is closed.
  var onChange: ((String) -> Void)?
  var onOpenChange: (() -> Void)?
  /// Called when the focus should move to the searched content: the bar was left, or closed.
  var onLeave: (() -> Void)?

  /// - Parameter width: the entry's least width, in px.
  init(name: String, width: Int) {
    entry.setAccessibleLabel(name)
    entry.setExpand(horizontal: true)
    entry.setSizeRequest(width: width)
    widget.connect(to: entry)
    entry.onSearch { [weak self] in self?.tell() }
    widget.onOpenChange { [weak self] in
      guard let self else { return }
      onOpenChange?()
      guard !isOpen else { return }
      tell()
      hasClosed()
    }
  }

  /// Moves the focus to the searched content, after the bar was closed.
  func hasClosed() { onLeave?() }

  /// The searched text; empty while the bar is closed.
  var text: String { isOpen ? entry.text : "" }
  var isOpen: Bool { widget.isSearchModeEnabled }

  /// Opens the bar if it is closed, moves the focus to the entry, and selects the entry's text.
  func open() {
    widget.isSearchModeEnabled = true
    entry.realize()
    entry.grabFocus()
    entry.selectAll()
  }

  /// Closes the bar, and so clears the entry.
  func close() { widget.isSearchModeEnabled = false }

  private func tell() { onChange?(text) }
}

/// The search field above the list. Down, Page Down or Enter moves the focus to the list;
/// Ctrl+Space opens the menu beside the field, with the operators that fit the word being typed.
final class SearchField: EntryBar {
  /// The delay after a keystroke, in ms. It is 0, since a search takes less time than a frame, and
  /// the next search cancels it: to wait for a pause in the typing has no advantage.
  private static let delay = 0

  let operators = MenuButton.make("list-add-symbolic", tr("Narrow the search"))
  private(set) var offered: [String] = []

  init() {
    super.init(name: tr("Search conversations"), width: 240)
    entry.tooltipText = tr("Search people, subjects, texts and names of attachments")
    entry.searchDelay = Self.delay
    let box = Box(.horizontal, spacing: 6)
    box.append([entry, operators])
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
