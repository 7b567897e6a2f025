import TidelineGtk

/// The window's keys besides those of menus and lists: letters and the slash, which must not
/// disturb typing, and Escape, which is bound only while ``takesEscape`` is true.
final class WindowKeys {
  private let widget: Widget
  private let letters = ShortcutController.whereFocused()
  private let escape = ShortcutController.whereFocused()

  /// The keys that lead to the next and to the previous unread conversation.
  static let (nextUnreadKey, previousUnreadKey) = ("n", "p")

  /// - Parameter widget: contains everything that the keys act on.
  init(on widget: some WidgetConvertible) {
    self.widget = widget.asWidget
    letters.bind("j", toAction: "win.next")
    letters.bind("k", toAction: "win.previous")
    letters.bind(Self.nextUnreadKey, toAction: "win.next-unread")
    letters.bind(Self.previousUnreadKey, toAction: "win.previous-unread")
    letters.bind(MessageActions.replyKey, toAction: "win.reply")
    letters.bind(MessageActions.replyToAllKey, toAction: "win.reply-all")
    letters.bind(MarkActions.unreadKey, toAction: "win.mark-unread")
    letters.bind(MarkActions.starKey, toAction: "win.star")
    letters.bind(ListSearch.listKey, toAction: "win.search")
    widget.add(letters)
    escape.bind("Escape", toAction: "win.back")
  }

  /// Whether Escape goes back. True only while there is a way back: GTK treats a bound key as
  /// handled even if its action does nothing, and then Escape could not cancel a refresh.
  var takesEscape = false {
    didSet {
      guard takesEscape != oldValue else { return }
      if takesEscape { widget.add(escape) } else { widget.remove(escape) }
    }
  }
}
