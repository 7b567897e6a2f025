/// Passes batches to the store's writer, one transaction at a time.
///
/// While one transaction is written, reading continues; the next transaction takes all batches that
/// came meanwhile. So the first rows are stored at once, and a large mailbox takes a few large
/// transactions, which cost much less than many small ones.
actor CommitQueue {
  /// The limit of ``weight``: it bounds the memory.
  private static let limit = 4096

  private let commit: @Sendable (MailBatch) async throws -> Void
  private var waiting = MailBatch()
  /// The number of waiting messages; eight references, or eight hints, count as one more.
  private var weight = 0
  private var writing: Task<Void, any Error>?
  private var isAbandoned = false

  init(commit: @escaping @Sendable (MailBatch) async throws -> Void) { self.commit = commit }

  /// Takes a batch; returns when the queue can take another one.
  ///
  /// - Throws: the error of an earlier commit, or `CancellationError`, also after ``abandon()``.
  func add(_ batch: MailBatch) async throws {
    try checkCancellation()
    // Commits first: removals and changes of flags may refer to messages that are still waiting.
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
    // Throws if the queue was abandoned, since its dropped batches are not committed.
    try checkCancellation()
  }

  /// Lets the current transaction end, and drops all waiting batches.
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
      // The task of a failed commit is kept, so that the next call throws its error.
      try await commit(batch)
      writing = nil
    }
  }
}
