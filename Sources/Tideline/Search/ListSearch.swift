import Mail
import TidelineGtk

/// The search field and the two filters that narrow a window's list, with their actions.
///
/// The action `clear-search` closes the field; `unread-only` and `without-deleted` toggle a filter.
final class ListSearch {
  let field = SearchField()
  private let unreadOnly: SimpleAction
  private let withoutDeleted: SimpleAction
  /// The actions to add to the window.
  let actions: [SimpleAction]

  /// Keys that open the field from anywhere in the window except the reading pane, in which they
  /// search the conversation.
  static let keys = ["<Control>f"]
  /// The key that opens the field from the list; elsewhere this key types a character.
  static let listKey = "slash"

  /// - Parameter narrow: applies a change to the window's listing.
  init(narrow: @escaping (_ change: (inout Listing) -> Void) -> Void) {
    unreadOnly = .toggle("unread-only") { isOn in narrow { $0.unreadOnly = isOn } }
    withoutDeleted = .toggle("without-deleted") { isOn in narrow { $0.withoutDeleted = isOn } }
    actions = [
      .named("clear-search") { [weak field] in field?.close() },
      unreadOnly,
      withoutDeleted,
    ]
    field.onChange = { text in narrow { $0.search = text } }
  }

  /// Ends the search, and resets the filters to hide only messages marked for deletion.
  func reset() {
    if field.isOpen { field.close() }
    (unreadOnly.isOn, withoutDeleted.isOn) = (false, Listing.window().withoutDeleted)
  }
}
