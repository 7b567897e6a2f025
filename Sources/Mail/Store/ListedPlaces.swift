import GRDB

/// Selects the places of a list: a table with an index in the list's order, and the conditions.
struct ListedPlaces {
  /// The listed folder's row id; nil for the list of all folders.
  let folder: Int64?
  let unreadOnly: Bool
  let withoutDeleted: Bool

  /// Nil for a folder that the store does not know.
  init?(_ listing: Listing, _ db: Database) throws {
    unreadOnly = listing.unreadOnly
    // A conversation marked for deletion never counts as unread.
    withoutDeleted = listing.withoutDeleted && !listing.unreadOnly
    guard let name = listing.folder else {
      folder = nil
      return
    }
    guard let number = try StoreFolders.number(of: name, db) else { return nil }
    folder = number
  }

  /// `FROM … WHERE …`, with the columns `place.date` and `place.id`.
  var clause: String { "FROM \(table) WHERE \(condition)" }

  private var table: String {
    let name = folder == nil ? "conversation" : "listing"
    return unreadOnly ? "\(name) AS place INDEXED BY \(name)_unread" : "\(name) AS place"
  }

  /// Uses exactly the terms of the partial indices, so that SQLite picks these.
  private var condition: String {
    let whole = folder.map { "place.folder = \($0)" } ?? "TRUE"
    if withoutDeleted { return whole + " AND place.deleted = 0" }
    return unreadOnly ? whole + " AND place.unread > 0" : whole
  }
}
