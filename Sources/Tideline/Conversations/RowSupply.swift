import Mail

/// Fetches the rows of a list as they show, and some around them, so that who scrolls finds them
/// there.
package final class RowSupply {
  /// Answers with the rows of these conversations that still exist, in any order.
  package typealias Source = ([Int64]) async throws -> [Conversation]

  /// How far from a row that shows others are at hand; twice as many are fetched at a time.
  private static let margin = 64

  private let model: ConversationModel
  private var source: Source?
  /// Around which position rows are to be fetched, once those on the screen are there.
  private var centre: Int?
  private var task: Task<Void, Never>?

  init(_ model: ConversationModel) { self.model = model }

  isolated deinit { task?.cancel() }

  /// Fetches from here from now on; what another source still answers is dropped.
  package func fetch(from source: @escaping Source) {
    self.source = source
    model.forgetRows()
  }

  /// A row is shown.
  func show(_ position: Int) {
    let last = model.count - 1
    guard 0...last ~= position else { return }
    let around = [position, max(0, position - Self.margin), min(last, position + Self.margin)]
    guard !around.allSatisfy(model.hasRow) else { return }
    centre = position
    fetchMissing()
  }

  /// Rows that were out of date were forgotten while they show.
  package func fetchMissing() {
    guard task == nil, source != nil else { return }
    // Begins a turn of the loop later, and so asks for all rows that show by then.
    task = Task { [weak self] in
      var asked: Set<Int64> = []
      // Rows that showed while others were awaited are asked for, too, but not for ever.
      while let self, await fetchNext() || !asked.isSuperset(of: model.missing) {
        asked.formUnion(model.missing)
      }
      self?.task = nil
    }
  }

  /// - Returns: whether to go on.
  private func fetchNext() async -> Bool {
    if await fetch(model.missing) { return true }
    return await fetch(takeNeighbours())
  }

  /// - Returns: whether anything came.
  private func fetch(_ ids: [Int64]) async -> Bool {
    guard !ids.isEmpty, let source else { return false }
    let revision = model.revision
    // Where the store cannot answer, the next row that shows asks again.
    guard let rows = try? await source(ids), !Task.isCancelled else { return false }
    // What was read before a change of the list may be older than what was shown then.
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
