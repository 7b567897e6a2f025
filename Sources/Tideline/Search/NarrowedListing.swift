import Mail

nonisolated extension Listing {
  /// What a window lists at first. What is marked for deletion can be shown, too.
  static func window(_ folder: FolderName? = nil) -> Listing {
    Listing(folder: folder, withoutDeleted: true)
  }

  /// Whether some of the folder's conversations are left out.
  var isNarrowed: Bool { unreadOnly || !search.isEmpty }

  /// The same with nothing searched for.
  var unsearched: Listing {
    Listing(folder: folder, unreadOnly: unreadOnly, withoutDeleted: withoutDeleted)
  }
}
