import TidelineGtk
import TidelineProgram

/// The bar above a conversation to search its text: an entry, the number of matches, and buttons to
/// go to the next and the previous match.
///
/// CSS: `searchbar.find`.
final class FindBar: EntryBar {
  /// Called when the user asks for the next match or the previous one.
  var onMove: ((_ isForward: Bool) -> Void)?
  private let count = Label(nil)
  private let next = Button(iconName: "go-down-symbolic")
  private let previous = Button(iconName: "go-up-symbolic")

  init() {
    super.init(name: tr("Find in the Conversation"), width: 160)
    widget.addStyleClass("find")
    count.addStyleClass("numeric")
    previous.setName(tr("Previous Match"), tip: tr("Previous Match (Shift+Enter)"))
    next.setName(tr("Next Match"), tip: tr("Next Match (Enter)"))
    let content = Box(.horizontal, spacing: 6)
    content.append([entry, count, previous, next])
    widget.setChild(content)
    entry.connect("activate") { [weak self] in self?.onMove?(true) }
    entry.onMove { [weak self] in self?.onMove?($0) }
    next.connect("clicked") { [weak self] in self?.onMove?(true) }
    previous.connect("clicked") { [weak self] in self?.onMove?(false) }
    let keys = ShortcutController.whereFocused()
    keys.propagationPhase = .capture
    for key in ["<Shift>Return", "<Shift>KP_Enter"] {
      keys.bind(key) { [weak self] in
        self?.onMove?(false)
        return true
      }
    }
    entry.add(keys)
    show(nil)
  }

  /// Moves the focus to the conversation, but only if the bar had the focus.
  override func hasClosed() { if widget.containsFocus { onLeave?() } }

  /// Shows and announces the number of matches.
  ///
  /// - Parameter matches: the number of the present match, from 1 (0 for none), and the number of
  ///   all matches; nil without a search.
  func show(_ matches: (place: Int, count: Int)?) {
    let isFound = matches?.count ?? 0 > 0
    for button in [next, previous] { button.isSensitive = isFound }
    entry.setStyleClass("error", matches != nil && !isFound)
    let text = matches.map { place, count in
      // For example, “3 of 12”.
      count == 0
        ? tr("No matches")
        : tr.inContext("match of a search", "%s of %s", with: place.grouped, count.grouped)
    }
    guard count.text != text ?? "" else { return }
    count.text = text ?? ""
    count.isVisible = text != nil
    if let text { count.announce(text) }
  }
}
