import TidelineGtk
import TidelineProgram

/// The field that slides in above the list to search it.
///
/// Esc in the field closes it, and a closed field searches for nothing. Down, or Enter, goes on to
/// the list.
final class SearchField {
  let widget = SearchBar()
  private let entry = SearchEntry()
  /// Called with the text after each change; with an empty one when the field is closed.
  var onChange: ((String) -> Void)?
  /// Called when the field has come or gone.
  var onOpenChange: (() -> Void)?
  /// Called when the keyboard's focus is to go on to the list: the field was left, or closed.
  var onLeave: (() -> Void)?

  /// In ms. A search is interrupted by the next one and costs less than a frame, so nothing is
  /// gained by waiting for a pause.
  private static let delay = 0

  init() {
    entry.setAccessibleLabel(tr("Search conversations"))
    entry.tooltipText = tr("Search senders, subjects and beginnings of messages")
    entry.searchDelay = Self.delay
    entry.setExpand(horizontal: true)
    entry.setSizeRequest(width: 240)
    widget.setChild(entry)
    widget.connect(to: entry)
    entry.onSearch { [weak self] in self?.tell() }
    entry.connect("activate") { [weak self] in self?.onLeave?() }
    widget.onOpenChange { [weak self] in
      guard let self else { return }
      onOpenChange?()
      guard !widget.isSearchModeEnabled else { return }
      tell()
      onLeave?()
    }
    addKeys()
  }

  /// What is searched for.
  var text: String { entry.text }
  var isOpen: Bool { widget.isSearchModeEnabled }

  /// Shows the field, where it is not shown, with the keyboard's focus in it and its text marked.
  func open() {
    widget.isSearchModeEnabled = true
    entry.grabFocus()
    entry.selectAll()
  }

  /// Takes the field away, and its text with it.
  func close() { widget.isSearchModeEnabled = false }

  private func tell() { onChange?(isOpen ? text : "") }

  private func addKeys() {
    let actions = SimpleActionGroup()
    actions.add(.named("leave") { [weak self] in self?.onLeave?() })
    entry.insert(actions, prefix: "search-field")
    let keys = ShortcutController.whereFocused()
    for key in ["Down", "KP_Down", "Page_Down"] {
      keys.bind(key, toAction: "search-field.leave")
    }
    entry.add(keys)
  }
}
