extension UnifiedInbox {
  /// Refreshes all mailboxes at the same time, and opens those that are not open yet.
  ///
  /// A mailbox that fails keeps its rows. ``RefreshSummary/unreached`` names mailboxes that fail or
  /// are given up. All mailboxes that still run are given up once another mailbox has ended and no
  /// mailbox has reported anything for at least 10 s.
  ///
  /// - Parameters:
  ///   - folder: ignored; new messages are counted in the listed folder of each mailbox. A mailbox
  ///     that is read for the first time has no new messages.
  ///   - progress: as in ``Mailbox/refresh(for:progress:)``, for all mailboxes together.
  /// - Returns: a summary. If all mailboxes failed, its ``RefreshSummary/failure`` is the first
  ///   mailbox's.
  /// - Throws: `CancellationError`.
  public func refresh(
    for folder: FolderName? = nil,
    progress: (@Sendable (RefreshProgress) -> Void)? = nil
  ) async throws -> RefreshSummary {
    var run = RefreshRun(count: members.count)
    let (events, source) = AsyncStream.makeStream(of: RefreshEvent.self)
    let work = members.map { member in
      Task {
        do {
          let summary = try await abandoning {
            try await member.refresh { source.yield(.progress(member.rank, $0)) }
          }
          source.yield(.ended(member.rank, .success(summary)))
        } catch {
          source.yield(.ended(member.rank, .failure(error)))
        }
      }
    }
    let clock = Task { [pause] in
      while true {
        try await pause(Self.silence, nil)
        source.yield(.silence)
      }
    }
    defer {
      clock.cancel()
      for task in work { task.cancel() }
    }
    for await event in events {
      run.take(event)
      if run.isOver { break }
      if event.isNews { progress?(run.progress) }
    }
    try Task.checkCancellation()
    for rank in run.silent { members[rank].mailbox?.gaveUpRefresh() }
    var summary = run.summary { rank, reason in
      let member = members[rank]
      let isOpen = member.mailbox != nil
      return UnreachedMailbox(
        key: member.account.key,
        name: member.name,
        reason: reason,
        isOpen: isOpen
      )
    }
    summary.revision = try await revision()
    return summary
  }

  /// The interval of checks. If a whole interval passes without a report of any mailbox, and some
  /// mailbox has ended, the others are given up. A server that can be reached reports sooner.
  private static let silence = Duration.seconds(10)
}

extension UnifiedMember {
  /// The mailbox's own name, or the account's until the mailbox is open.
  var name: String { mailbox?.title ?? account.name }

  fileprivate func refresh(
    _ progress: @escaping @Sendable (RefreshProgress) -> Void
  ) async throws -> RefreshSummary {
    let mailbox = try await open()
    let own = try await listing(.all, of: mailbox)
    var summary = try await mailbox.refresh(for: own?.folder ?? .inbox, progress: progress)
    // Only messages in the listed folder count as new. If the mailbox has no listed folder, or the
    // folder was not known before this refresh, no message counts.
    if own == nil { summary.newMessages = 0 }
    return summary
  }
}

enum RefreshEvent: Sendable {
  case progress(Int, RefreshProgress)
  case ended(Int, Result<RefreshSummary, any Error>)
  /// The time ``UnifiedInbox/silence`` has passed.
  case silence

  var isNews: Bool { if case .silence = self { false } else { true } }
}

/// The progress of a refresh of several mailboxes.
struct RefreshRun {
  private var reports: [RefreshProgress]
  private var results: [Result<RefreshSummary, any Error>?]
  private var isSilent = false
  /// Whether all mailboxes have ended, or the rest is given up.
  private(set) var isOver: Bool

  init(count: Int) {
    reports = Array(repeating: RefreshProgress(done: 0, total: 0), count: count)
    results = Array(repeating: nil, count: count)
    isOver = count == 0
  }

  mutating func take(_ event: RefreshEvent) {
    switch event {
    case .progress(let rank, let report): reports[rank] = report
    case .ended(let rank, let result):
      results[rank] = result
      if results.allSatisfy({ $0 != nil }) { isOver = true }
    case .silence:
      if isSilent, results.contains(where: { $0 != nil }) { isOver = true }
    }
    isSilent = !event.isNews
  }

  var progress: RefreshProgress {
    RefreshProgress(
      done: reports.map(\.done).reduce(0, +),
      total: reports.map(\.total).reduce(0, +),
      ended: results.count { $0 != nil }
    )
  }

  /// Ranks of the mailboxes that have not ended.
  var silent: [Int] { results.indices.filter { results[$0] == nil } }

  /// - Parameter unreached: makes a report from a mailbox's rank and error; the error is nil
  ///   if the mailbox was given up.
  func summary(
    unreached: (_ rank: Int, _ reason: (any Error)?) -> UnreachedMailbox
  ) -> RefreshSummary {
    var summary = RefreshSummary()
    for (rank, result) in results.enumerated() {
      if case .success(let own)? = result {
        summary.add(own)
        continue
      }
      var reason: (any Error)?
      if case .failure(let error)? = result { reason = error }
      summary.unreached.append(unreached(rank, reason))
    }
    if summary.unreached.count == results.count {
      summary.failure = summary.unreached.lazy.compactMap(\.reason).first
    }
    return summary
  }
}

extension RefreshSummary {
  fileprivate mutating func add(_ other: RefreshSummary) {
    messages += other.messages
    newMessages += other.newMessages
    inserted += other.inserted
    updated += other.updated
    merged += other.merged
    removed += other.removed
    seconds = max(seconds, other.seconds)
    skipped += other.skipped.prefix(Self.skippedLimit - skipped.count)
    skippedCount += other.skippedCount
    marks.add(other.marks)
    storeSize += other.storeSize
  }
}
