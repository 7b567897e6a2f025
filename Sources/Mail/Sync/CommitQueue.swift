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
  private var isAbandoned = false

  init(commit: @escaping @Sendable (MailBatch) async throws -> Void) { self.commit = commit }

  /// Takes a batch; returns when there is room for more.
  ///
  /// - Throws: what an earlier commit threw, or `CancellationError`, also after ``abandon()``.
  func add(_ batch: MailBatch) async throws {
    try checkCancellation()
    // What goes may name what is waiting to come.
    if !batch.gone.isEmpty || !batch.flagged.isEmpty { try await finish() }
    waiting.append(batch)
    weight += batch.new.reduce(batch.hints.count / 8) { $0 + 1 + $1.head.references.count / 8 }
    while weight >= Self.limit, let writing { try await writing.value }
    try checkCancellation()
    start()
  }

  /// Returns when everything is committed.
  ///
  /// - Throws: as ``add(_:)``.
  func finish() async throws {
    while !waiting.isEmpty || writing != nil {
      try checkCancellation()
      start()
      try await writing?.value
    }
    // What was dropped is not committed.
    try checkCancellation()
  }

  /// Lets the transaction that is being written end, and drops what is waiting.
  func abandon() async {
    isAbandoned = true
    (waiting, weight) = (MailBatch(), 0)
    _ = await writing?.result
  }

  private func checkCancellation() throws {
    try Task.checkCancellation()
    if isAbandoned { throw CancellationError() }
  }

  private func start() {
    guard writing == nil, !waiting.isEmpty, !isAbandoned else { return }
    let batch = waiting
    (waiting, weight) = (MailBatch(), 0)
    writing = Task {
      // A commit that failed stays, so that the next call throws its error.
      try await commit(batch)
      writing = nil
    }
  }
}
