import Mail
import TidelineGtk

/// What narrows a window's list down: the search field and two filters, with their actions.
///
/// `clear-search` closes the field; `unread-only` and `without-deleted` are on or off.
final class ListSearch {
  let field = SearchField()
  let listings: ListingSwitch
  private let unreadOnly: SimpleAction
  private let withoutDeleted: SimpleAction
  /// To be added to the window.
  let actions: [SimpleAction]

  /// Opens the field from anywhere in the window.
  static let keys = ["<Control>f"]
  /// Opens it from the list; elsewhere one may want to type it.
  static let listKey = "slash"

  init(_ list: ConversationList) {
    let listings = ListingSwitch(list: list)
    self.listings = listings
    let field = field
    unreadOnly = .toggle("unread-only") { [weak listings] in listings?.show(unreadOnly: $0) }
    withoutDeleted = .toggle("without-deleted") { [weak listings] in
      listings?.show(withoutDeleted: $0)
    }
    actions = [
      .named("clear-search") { [weak field] in field?.close() },
      unreadOnly,
      withoutDeleted,
    ]
    field.onChange = { [weak listings] in listings?.show(search: $0) }
  }

  /// Begins anew with another mailbox: nothing is searched for, and nothing left out but what is marked
  /// for deletion.
  func begin(with feed: MailboxFeed?, folder: FolderName?) {
    listings.feed = nil
    listings.begin(with: .window(folder))
    if field.isOpen { field.close() }
    unreadOnly.isOn = false
    withoutDeleted.isOn = listings.wanted.withoutDeleted
    listings.feed = feed
  }
}
