import Foundation
import GRDB
import Synchronization

/// One refresh: carries a source's batches into the store and keeps account of what changed.
final class RefreshRun: Sendable {
  private let source: any MailSource
  private let store: Store
  private let progress: (@Sendable (RefreshProgress) -> Void)?
  private let account = Mutex(RefreshAccount())

  init(
    _ source: any MailSource,
    _ store: Store,
    progress: (@Sendable (RefreshProgress) -> Void)?
  ) {
    self.source = source
    self.store = store
    self.progress = progress
  }

  func run() async throws -> RefreshSummary {
    let start = ContinuousClock.now
    let checkpoint = try await store.read { try ConversationQuery.checkpoint($0, $1) }
    let reached = try await source.changes(
      since: checkpoint,
      known: { [store] in try await store.read { try ConversationQuery.known($0, $1) } },
      report: { [self] batch in try await commit(batch) }
    )
    if reached != checkpoint {
      try await store.write { try ConversationQuery.save(reached, $0, $1) }
    }
    let account = account.withLock { $0 }
    var summary = try await store.read { db, folder in
      var summary = try account.summary { try ConversationQuery.conversation(db, $0) }
      summary.messages = try ConversationQuery.messageCount(db, folder)
      return summary
    }
    let elapsed = ContinuousClock.now - start
    summary.seconds =
      Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
    return summary
  }

  private func commit(_ batch: MailBatch) async throws {
    try Task.checkCancellation()
    let outcome = try await store.write { db, folder in
      var writer = try BatchWriter(db, folder: folder)
      return try writer.apply(batch)
    }
    account.withLock { $0.add(outcome, skipped: batch.skipped) }
    progress?(batch.progress)
  }
}
