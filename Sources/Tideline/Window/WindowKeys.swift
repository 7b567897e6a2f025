import TidelineGtk

/// The keys that work in a window besides those of menus and lists: letters, which must not be in
/// the way of who types, and Escape, which others need more.
final class WindowKeys {
  private let widget: Widget
  private let letters = ShortcutController.whereFocused()
  private let escape = ShortcutController.whereFocused()

  /// - Parameter widget: holds all that the keys are about.
  init(on widget: some WidgetConvertible) {
    self.widget = widget.asWidget
    letters.bind("j", toAction: "win.next")
    letters.bind("k", toAction: "win.previous")
    letters.bind(MarkActions.unreadKey, toAction: "win.mark-unread")
    letters.bind(MarkActions.starKey, toAction: "win.star")
    letters.bind(ListSearch.listKey, toAction: "win.search")
    widget.add(letters)
    escape.bind("Escape", toAction: "win.back")
  }

  /// Whether there is something to go back from. GTK counts a key as handled also where its action
  /// does nothing, and a refresh is cancelled by the same one.
  var takesEscape = false {
    didSet {
      guard takesEscape != oldValue else { return }
      if takesEscape { widget.add(escape) } else { widget.remove(escape) }
    }
  }
}
