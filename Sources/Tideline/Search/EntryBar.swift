import TidelineGtk

/// A bar that slides in above the searched content, with a search entry. Esc in the entry closes
/// the bar, and a closed bar searches for nothing.
class EntryBar {
  let widget = SearchBar()
  let entry = SearchEntry()
  /// Called with the text after each change; with an empty text when the bar is closed.
  var onChange: ((String) -> Void)?
  /// Called when the bar is opened or closed.
  var onOpenChange: (() -> Void)?
  /// Called when the focus should move to the searched content: the bar was left, or closed.
  var onLeave: (() -> Void)?

  /// - Parameters:
  ///   - name: the entry's accessible label.
  ///   - width: the entry's least width, in px.
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
