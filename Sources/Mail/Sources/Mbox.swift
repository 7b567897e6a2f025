import Foundation

/// An mbox: one file with all messages, each below a `From ` line, flags in their headers.
struct Mbox: MailSource {
  let path: String

  var identifier: String { "mbox:" + path }
  var title: String { FolderTitle.make(from: path) }

  /// How often the file is read again because it changed under the reading.
  private static let attempts = 5

  func changes(
    since checkpoint: SourceCheckpoint?,
    known: @Sendable () async throws -> [MessageKey: MessageFlags],
    report: @Sendable (MailBatch) async throws -> Void
  ) async throws -> SourceCheckpoint? {
    let last = checkpoint?.decoded(as: MboxCheckpoint.self)
    for _ in 0..<Self.attempts {
      let file = try MboxFile(path: path)
      if let last, last.isSettled, last.size == file.size, last.modified == file.modified {
        return checkpoint
      }
      do {
        let run = MboxRun(file: file, path: path, known: try await known())
        let next = try await run.read(since: last, report: report)
        // A file that only grew while it was read is right as far as it was read.
        if try file.isIntact(path) { return try SourceCheckpoint(encoding: next) }
      } catch let refusal as Refusal {
        throw MailError.mailboxUnreadable(path: path, reason: refusal.reason)
      }
    }
    throw MailError.mailboxUnsettled(path: path)
  }

  func olderMessages(before checkpoint: SourceCheckpoint?, limit: Int) async throws -> OlderMail {
    // A refresh reads the whole file, so what is not in the store is not there.
    .exhausted
  }
}

/// An mbox open for reading, as it was at that moment.
final class MboxFile: Sendable {
  let descriptor: Int32
  let size: Int64
  let modified: Int64
  private let inode: UInt

  init(path: String) throws(MailError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR
        ? .mailboxVanished(path: path)
        : .mailboxUnreadable(path: path, reason: systemReason())
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let reason = systemReason()
      close(descriptor)
      throw .mailboxUnreadable(path: path, reason: reason)
    }
    size = Int64(status.st_size)
    modified = status.modifiedNanoseconds
    inode = status.st_ino
  }

  deinit { close(descriptor) }

  /// Whether what was read is still there: the same file, and not shorter or rewritten. Growth
  /// does no harm.
  func isIntact(_ path: String) throws(MailError) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .mailboxVanished(path: path) }
    guard status.st_ino == inode else { return false }
    let grew = Int64(status.st_size) > size
    return grew || (Int64(status.st_size) == size && status.modifiedNanoseconds == modified)
  }
}

extension SourceCheckpoint {
  /// Wraps a note as JSON.
  init(encoding note: some Encodable) throws { self.init(bytes: try JSONEncoder().encode(note)) }

  /// Reads a note, or nothing when another kind of source or version wrote it.
  func decoded<Note: Decodable>(as type: Note.Type) -> Note? {
    try? JSONDecoder().decode(type, from: bytes)
  }
}
