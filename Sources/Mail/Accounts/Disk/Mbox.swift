import Glibc
import SystemPackage

/// An mbox: one file with all messages, each below a `From ` line, flags in their headers. It may
/// be compressed with gzip.
struct Mbox: DiskFolder {
  let path: FilePath

  /// The highest number of messages listed.
  var limit = MboxScanner.limit

  init(path: FilePath) { self.path = path }

  var identifier: String { "mbox:" + path.identifier }
  var title: String { FolderTitle.make(from: path.description) }
  var watchedPaths: [String] { [path.description] }

  /// The highest number of readings while the file keeps changing.
  private static let attempts = 5

  func changes(
    since checkpoint: SyncCheckpoint?,
    known: @Sendable () async throws -> KnownFlags,
    report: @Sendable (MailBatch) async throws -> Void
  ) async throws -> SyncCheckpoint? {
    let last = checkpoint?.decoded(as: MboxCheckpoint.self)
    for _ in 0..<Self.attempts {
      let started = Int64(time(nil))
      let file = try MboxFile(path: path)
      if let last, last.isSettled, last.stamp == file.stamp { return checkpoint }
      do {
        let content = try MboxContent(file, limit: limit)
        if let damage = content.damage {
          let warning = SkippedMessage(path: path.description, reason: damage)
          try await report(MailBatch(skipped: warning))
        }
        let run = MboxRun(content: content, path: path, known: try await known())
        let next = try await run.read(
          since: last,
          isIntact: { try file.isIntact(path) },
          report: report
        )
        // A file that only grew during the reading was read correctly.
        guard try file.isIntact(path) else { continue }
        guard var next else { return nil }
        // A time in the future proves nothing, either.
        next.isSettled = started - file.stamp.lastChange > 2
        return try SyncCheckpoint(encoding: next)
      } catch let refusal as Refusal {
        throw MailError.mailboxUnreadable(path: path.description, reason: refusal.reason)
      }
    }
    throw MailError.mailboxUnsettled(path: path.description)
  }

  func makeFinder() -> any MessageFinder { MboxFinder(path: path) }
}
