import TidelineGtk
import TidelineProgram

/// The search field above the list. Down, Page Down or Enter moves the focus to the list.
final class SearchField: EntryBar {
  /// The delay after a keystroke, in ms. It is 0, since a search takes less time than a frame, and
  /// the next search cancels it: to wait for a pause in the typing has no advantage.
  private static let delay = 0

  init() {
    super.init(name: tr("Search conversations"), width: 240)
    entry.tooltipText = tr("Search senders, subjects and beginnings of messages")
    entry.searchDelay = Self.delay
    widget.setChild(entry)
    entry.connect("activate") { [weak self] in self?.onLeave?() }
    addKeys()
  }

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
