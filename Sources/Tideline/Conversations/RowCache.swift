import Mail

/// The rows that were shown of late, and those on the screen: a bounded part of a list that may
/// hold a million.
///
/// Two halves: what is asked for moves into the younger one, and when that is full, the older one
/// is forgotten. So a row goes when as many others were asked for since, and never while it is
/// pinned.
struct RowCache {
  /// How many rows are kept besides the pinned ones; at least 2.
  let limit: Int
  /// Those on the screen.
  private(set) var pinned: Set<Int64> = []
  private var young: [Int64: Conversation] = [:]
  private var old: [Int64: Conversation] = [:]

  init(limit: Int) { self.limit = max(2, limit) }

  var count: Int { young.count + old.count }

  /// Whether the row is here; unlike ``row(_:)`` no sign that somebody wants it.
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

  /// Forgets all rows. Pinned ones stay so: they will be wanted first.
  mutating func removeAll() {
    young = [:]
    old = [:]
  }

  mutating func pin(_ id: Int64) { pinned.insert(id) }

  mutating func unpin(_ id: Int64) { pinned.remove(id) }

  /// Pinned rows that are not here.
  var missing: [Int64] { pinned.filter { !contains($0) } }
}
