import Mail

extension ConversationSource {
  /// Whether the listing leaves out stored conversations whose messages are marked for deletion.
  func hidesMail(in listing: Listing) async -> Bool {
    guard listing.withoutDeleted, !listing.isNarrowed else { return false }
    var whole = listing
    whole.withoutDeleted = false
    let page = try? await conversations(
      in: whole,
      after: nil,
      limit: 1,
      budget: nil,
      asksAccount: false
    )
    return page?.conversations.isEmpty == false
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

  /// This listing without a search.
  var unsearched: Listing {
    var listing = self
    listing.search = ""
    return listing
  }
}
