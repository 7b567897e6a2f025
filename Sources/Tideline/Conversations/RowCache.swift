import Mail

/// The rows on the screen and recently shown ones: a bounded part of a list of up to a million.
///
/// The cache has two halves. A requested row moves into the younger half. When the younger half is
/// full, it becomes the older half, and the rows of the previous older half are forgotten, except
/// pinned rows. So at least half of ``limit`` other rows are requested before a row is forgotten.
struct RowCache {
  /// The maximum number of rows kept besides the pinned rows; at least 2.
  let limit: Int
  /// The rows that other rows never displace: those for which the view has a widget.
  private(set) var pinned: Set<Int64> = []
  private var young: [Int64: Conversation] = [:]
  private var old: [Int64: Conversation] = [:]

  init(limit: Int) { self.limit = max(2, limit) }

  var count: Int { young.count + old.count }

  /// Whether the row is cached; unlike ``row(_:)``, this does not count as a request.
  func contains(_ id: Int64) -> Bool { young[id] != nil || old[id] != nil }

  mutating func row(_ id: Int64) -> Conversation? {
    if let row = young[id] { return row }
    guard let row = old[id] else { return nil }
    store(row)
    return row
  }

  mutating func store(_ row: Conversation) {
    old[row.id] = nil
    young[row.id] = row
    guard young.count >= max(limit / 2, 2 * pinned.count) else { return }
    let kept = old.filter { pinned.contains($0.key) }
    old = young
    young = kept
  }

  mutating func remove(_ id: Int64) {
    young[id] = nil
    old[id] = nil
  }

  /// Forgets all rows but keeps the IDs in ``pinned``, so that these rows are fetched again first.
  mutating func removeAll() {
    young = [:]
    old = [:]
  }

  mutating func pin(_ id: Int64) { pinned.insert(id) }

  mutating func unpin(_ id: Int64) { pinned.remove(id) }

  /// The pinned rows that are not cached.
  var missing: [Int64] { pinned.filter { !contains($0) } }
}
