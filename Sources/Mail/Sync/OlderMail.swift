import Synchronization

/// Asks an account for older mail and for flags while pages are shown.
extension MailSync {
  /// Asks the account for mail older than the horizons of these folders, all at the same time.
  ///
  /// - Parameters:
  ///   - folders: the folders' row ids.
  ///   - limit: the approximate number of messages wanted from each.
  ///   - mayLeaveOut: whether a folder that the server refuses is left out of the list until
  ///     the next refresh, see ``leftOut``. If not, its error is thrown.
  /// - Returns: whether a horizon has moved, or a folder was left out.
  /// - Throws: the error of a folder, after all have ended; or `CancellationError`.
  func older(in folders: [Int64], limit: Int, mayLeaveOut: Bool) async throws -> Bool {
    let leases = try await FolderLeases(folders, of: store.path)
    defer { withExtendedLifetime(leases) {} }
    let before = try await horizons(leases.folders)
    let count = RefreshCount(after: .max)
    let sink = StoreSink(before, of: store, count: count, finishesRows: true)
    try await sink.whileOpen { [account] in
      try await withThrowingTaskGroup(of: (StoredFolder, Result<Void, any Error>).self) { group in
        for folder in before {
          group.addTask {
            do {
              try await abandoning {
                try await account.older(in: SyncFolder(folder), limit: limit, into: sink)
              }
              return (folder, .success(()))
            } catch {
              return (folder, .failure(error))
            }
          }
        }
        var results: [(StoredFolder, Result<Void, any Error>)] = []
        for try await result in group { results.append(result) }
        // Commits the messages from the other folders first.
        try await sink.settle()
        try Task.checkCancellation()
        for (folder, result) in results {
          do {
            try result.get()
          } catch MailError.server(var failure) where failure.isAboutRequest {
            guard mayLeaveOut else {
              failure.step = "“\(folder.name)”, \(failure.step)"
              throw MailError.server(failure)
            }
            let skipped = SkippedMessage(folder.name, .server(failure))
            unreadable.withLock { $0[folder.id] = skipped }
          }
        }
      }
    }
    let skipped = sink.count.skipped
    missed.withLock { $0 = Array((skipped + $0).prefix(Self.mostMissed)) }
    if unreadable.withLock({ left in folders.contains { left[$0] != nil } }) { return true }
    return try await horizons(leases.folders).map(\.horizon) != before.map(\.horizon)
  }

  /// Folders that are not asked for older mail, by row id, with the server's reason.
  var leftOut: [Int64: SkippedMessage] { unreadable.withLock { $0 } }

  private static let moment = Duration.seconds(2)
  /// The highest number of messages in ``skippedOlder``.
  private static let mostMissed = 100

  /// Messages that could not be read when older mail was asked for, since the last refresh.
  var skippedOlder: [SkippedMessage] { missed.withLock { $0 } }

  /// Asks the account for the flags of messages that are about to be shown, unless it has checked
  /// them before. Ends after ``moment``, even if some are unchecked.
  func recheck(_ conversations: [Int64]) async throws {
    guard !conversations.isEmpty else { return }
    let (folders, messages) = try await store.read { db in
      (try StoreFolders.all(db), try MessageQuery.flags(db, in: conversations))
    }
    let count = RefreshCount(after: .max)
    let sink = StoreSink(folders, of: store, count: count, finishesRows: true)
    try await sink.whileOpen { [account] in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for folder in folders {
            guard let messages = messages[folder.id] else { continue }
            try await abandoning {
              try await account.recheck(messages, in: folder.source, into: sink)
            }
          }
        }
        group.addTask {
          try await Task.sleep(for: Self.moment, clock: .continuous)
        }
        defer { group.cancelAll() }
        try await group.next()
      }
    }
  }

  private func horizons(_ folders: Set<Int64>) async throws -> [StoredFolder] {
    try await store.read { db in
      try StoreFolders.all(db).filter { folders.contains($0.id) && $0.horizon != nil }
    }
  }
}
