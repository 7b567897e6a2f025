import Mail

extension Listing {
  /// Whether some of the folder's conversations are left out.
  var isNarrowed: Bool { unreadOnly || !search.isEmpty }

  /// The same with nothing searched for.
  var unsearched: Listing {
    Listing(folder: folder, unreadOnly: unreadOnly, withoutDeleted: withoutDeleted)
  }
}
