import Mail
import TidelineGtk

/// The search field and the two filters that narrow a window's list, with their actions.
///
/// The action `clear-search` closes the field; `unread-only` and `without-deleted` toggle a filter.
final class ListSearch {
  let field = SearchField()
  private let unreadOnly: SimpleAction
  private let withoutDeleted: SimpleAction
  let actions: [SimpleAction]

  /// The key that opens the field from the list; elsewhere this key types a character.
  static let listKey = "slash"

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

extension ConversationSource {
  /// Whether the listing leaves out stored conversations whose messages are marked for deletion.
  func hidesMail(in listing: Listing) async -> Bool {
    guard listing.withoutDeleted, !listing.isNarrowed else { return false }
    var whole = listing
    whole.withoutDeleted = false
    let page = try? await stored(in: whole, limit: 1)
    return page?.conversations.isEmpty == false
  }

  /// The listing to show in place of one of a folder that no longer exists; nil if it exists.
  func replacement(of listing: Listing) async -> Listing? {
    guard let folder = listing.folder, let mailbox = self as? Mailbox,
      let folders = try? await mailbox.folders().map(\.name), !folders.isEmpty,
      !folders.contains(folder)
    else { return nil }
    var listing = listing
    listing.folder = folders.contains(.inbox) ? .inbox : nil
    return listing
  }
}

extension ConversationSource {
  /// A page of stored conversations; asks no account for more.
  nonisolated func stored(
    in listing: Listing,
    after place: Cursor? = nil,
    limit: Int,
    budget: SearchBudget? = nil
  ) async throws -> ConversationPage {
    try await conversations(
      in: listing,
      after: place,
      limit: limit,
      budget: budget,
      asksAccount: false
    )
  }
}

nonisolated extension Listing {
  /// The initial listing of a window. It hides messages marked for deletion, and among those of all
  /// folders the ones in junk and trash.
  static func window(_ folder: FolderName? = nil) -> Listing {
    Listing(folder: folder, withoutDeleted: true, withoutJunk: true)
  }

  /// Whether a search or the filter for unread conversations is on.
  var isNarrowed: Bool { unreadOnly || !search.isEmpty }

  var unsearched: Listing {
    var listing = self
    listing.search = ""
    return listing
  }
}
