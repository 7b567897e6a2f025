import Mail

nonisolated extension Listing {
  /// The initial listing of a window. It hides messages marked for deletion.
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
