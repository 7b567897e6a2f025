import Mail

/// Fetches the rows of a list when they are shown, and the rows around them, so that rows are
/// normally loaded before the user scrolls to them.
package final class RowSupply {
  /// Returns the rows of the given conversations that still exist, in any order.
  package typealias Source = ([Int64]) async throws -> [Conversation]

  /// The number of rows that should be loaded above a shown row, and below it. If they are not, the
  /// supply loads twice as many above and below.
  private static let margin = 64

  private let model: ConversationModel
  private var source: Source?
  /// The position around which rows are fetched next, after those on the screen.
  private var centre: Int?
  private var task: Task<Void, Never>?

  init(_ model: ConversationModel) { self.model = model }

  isolated deinit { task?.cancel() }

  /// Fetches rows from another source from now on, and ignores rows of the previous source.
  package func fetch(from source: @escaping Source) {
    self.source = source
    model.forgetRows()
  }

  /// Fetches rows around a row that is shown, unless they are loaded.
  func show(_ position: Int) {
    let last = model.count - 1
    guard 0...last ~= position else { return }
    let around = [position, max(0, position - Self.margin), min(last, position + Self.margin)]
    guard !around.allSatisfy(model.hasRow) else { return }
    centre = position
    fetchMissing()
  }

  /// Fetches the rows on the screen that are not loaded, and then rows around the last shown row.
  package func fetchMissing() {
    guard task == nil, source != nil else { return }
    // The task starts one turn of the loop later, and so requests all rows that are shown by then.
    task = Task { [weak self] in
      var asked: Set<Int64> = []
      // Also requests rows that were shown during a request. The loop ends even if none comes.
      while let self, await fetchNext() || !asked.isSuperset(of: model.missing) {
        asked.formUnion(model.missing)
      }
      self?.task = nil
    }
  }

  /// - Returns: whether to continue.
  private func fetchNext() async -> Bool {
    if await fetch(model.missing) { return true }
    return await fetch(takeNeighbours())
  }

  /// - Returns: whether to continue: rows came, or the list has changed meanwhile.
  private func fetch(_ ids: [Int64]) async -> Bool {
    guard !ids.isEmpty, let source else { return false }
    let revision = model.revision
    // If the store cannot be read, the next row that is shown requests these rows again.
    guard let rows = try? await source(ids), !Task.isCancelled else { return false }
    // Ignores rows that were read before a change of the list: newer ones may be shown by now.
    return revision != model.revision || model.fill(rows) > 0
  }

  private func takeNeighbours() -> [Int64] {
    guard let centre else { return [] }
    self.centre = nil
    let reach = 2 * Self.margin
    let positions = max(0, centre - reach)..<min(model.count, centre + reach)
    return positions.filter { !model.hasRow(at: $0) }.map { model.keys[$0] }
  }
}

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
