import Mail

nonisolated extension Listing {
  /// The first listing of a window. Messages marked for deletion are hidden, and can be shown.
  static func window(_ folder: FolderName? = nil) -> Listing {
    Listing(folder: folder, withoutDeleted: true)
  }

  /// Whether a search or the filter for unread conversations is on.
  var isNarrowed: Bool { unreadOnly || !search.isEmpty }

  /// This listing without a search.
  var unsearched: Listing {
    Listing(folder: folder, unreadOnly: unreadOnly, withoutDeleted: withoutDeleted)
  }
}
