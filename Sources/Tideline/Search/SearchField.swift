import TidelineGtk
import TidelineProgram

/// The search field that slides in above the list.
///
/// Esc in the field closes it, and a closed field searches for nothing. Down or Enter moves the
/// focus to the list.
final class SearchField {
  let widget = SearchBar()
  private let entry = SearchEntry()
  /// Called with the text after each change; with an empty text when the field is closed.
  var onChange: ((String) -> Void)?
  /// Called when the field is opened or closed.
  var onOpenChange: (() -> Void)?
  /// Called when the keyboard's focus should move to the list: the field was left, or closed.
  var onLeave: (() -> Void)?

  /// In ms. The next search cancels the present one, and a search costs less than a frame, so
  /// waiting for a pause in the typing has no advantage.
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

  /// The searched text.
  var text: String { entry.text }
  var isOpen: Bool { widget.isSearchModeEnabled }

  /// Opens the field if it is closed, and moves the focus into it with its text selected.
  func open() {
    widget.isSearchModeEnabled = true
    entry.grabFocus()
    entry.selectAll()
  }

  /// Closes the field, which removes its text.
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
