import FoundationEssentials

/// Reads many messages on all cores and passes them on in order.
enum MessageReading {
  /// The number of messages that one task reads: enough to outweigh the cost of a task, and few
  /// enough for prompt cancellation and commits.
  static let chunk = 256

  /// Calls `read` for chunks of `items` on several cores, and `consume` with the results, one at a
  /// time and in the order of the items. While `consume` runs, further chunks are read.
  static func forEachChunk<Items: RandomAccessCollection & Sendable, Result: Sendable>(
    of items: Items,
    read: @escaping @Sendable (Items.SubSequence) throws -> Result,
    consume: (Result, _ done: Int) async throws -> Void
  ) async throws where Items.SubSequence: Sendable {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      func start(_ index: Int) {
        let part = items.dropFirst(index * chunk).prefix(chunk)
        guard !part.isEmpty else { return }
        group.addTask { (index, try read(part)) }
      }
      // One task more than cores: all cores can read while one finished chunk waits for `consume`.
      let width = ProcessInfo.processInfo.activeProcessorCount + 1
      for index in 0..<width { start(index) }
      var early: [Int: Result] = [:]
      var turn = 0
      while let (index, result) = try await group.next() {
        early[index] = result
        while let result = early.removeValue(forKey: turn) {
          start(turn + width)
          turn += 1
          try await consume(result, min(turn * chunk, items.count))
        }
      }
    }
  }
}
