/// Hands batches to the store's writer, one transaction at a time.
///
/// While one transaction is written, reading goes on; the next one carries all that came
/// meanwhile. So the first rows are in the store at once, and a large mailbox goes in by few large
/// transactions, which cost much less than many small ones.
actor CommitQueue {
  /// So much may wait, as ``weight`` counts it, so that memory stays bounded.
  private static let limit = 4096

  private let commit: @Sendable (MailBatch) async throws -> Void
  private var waiting = MailBatch()
  /// Messages that wait; eight references count like one more, and so do eight hints.
  private var weight = 0
  private var writing: Task<Void, any Error>?

  init(commit: @escaping @Sendable (MailBatch) async throws -> Void) { self.commit = commit }

  /// Takes a batch; returns when there is room for more.
  ///
  /// - Throws: what an earlier commit threw, or `CancellationError`.
  func add(_ batch: MailBatch) async throws {
    try Task.checkCancellation()
    // What goes may name what is waiting to come.
    if !batch.gone.isEmpty || !batch.flagged.isEmpty { try await finish() }
    waiting.append(batch)
    weight += batch.new.reduce(batch.hints.count / 8) { $0 + 1 + $1.head.references.count / 8 }
    while weight >= Self.limit, let writing { try await writing.value }
    start()
  }

  /// Returns when everything is committed.
  ///
  /// - Throws: as ``add(_:)``.
  func finish() async throws {
    while !waiting.isEmpty || writing != nil {
      try Task.checkCancellation()
      start()
      try await writing?.value
    }
  }

  /// Lets the transaction that is being written end, and drops what is waiting.
  func abandon() async {
    (waiting, weight) = (MailBatch(), 0)
    _ = await writing?.result
  }

  private func start() {
    guard writing == nil, !waiting.isEmpty else { return }
    let batch = waiting
    (waiting, weight) = (MailBatch(), 0)
    writing = Task {
      // A commit that failed stays, for whoever comes next to be told.
      try await commit(batch)
      writing = nil
    }
  }
}
