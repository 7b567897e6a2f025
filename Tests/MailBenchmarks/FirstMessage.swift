import FoundationEssentials
import Mail
import SystemPackage

/// The time to open a message of a large mbox: the first message since the mailbox was opened, when
/// only the store knows its position.
struct FirstMessage {
  struct Times: Encodable {
    /// The time in seconds for the oldest message, which is at the file's top, in the position that
    /// the store has.
    var hinted = 0.0
    /// The time in seconds if all messages have moved, and the whole file is searched.
    var searched = 0.0
    var megabytes = 0
  }

  private let path: String
  private let megabytes: Int
  private var store: String { path + ".sqlite" }

  /// - Parameters:
  ///   - path: the mbox to make; it and its store are deleted at the end.
  ///   - megabytes: the mbox's size.
  init(_ path: String, megabytes: Int) { (self.path, self.megabytes) = (path, megabytes) }

  func measure() async throws -> Times {
    defer {
      for suffix in ["", ".sqlite", ".sqlite-wal", ".sqlite-shm", ".sqlite.lock"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
    var times = Times(megabytes: megabytes)
    try write(from: 0)
    let mailbox = try await Mailbox.open(path, store: store)
    _ = try await mailbox.refresh()
    times.hinted = try await time(1)
    // Removes the first message, so that all others move.
    try write(from: 1)
    times.searched = try await time(1)
    return times
  }

  private func time(_ number: Int) async throws -> Double {
    let mailbox = try await Mailbox.open(path, store: store)
    var cursor: Cursor?
    var last: Conversation?
    repeat {
      let page = try await mailbox.conversations(after: cursor, limit: 10_000)
      last = page.conversations.last { $0.subject == Self.subject(number) } ?? last
      cursor = page.next
    } while cursor != nil
    guard let last, let stub = try await mailbox.messages(in: last.id).first else {
      throw CocoaError(.fileReadNoSuchFile)
    }
    let start = ContinuousClock.now
    _ = try await mailbox.message(stub)
    let elapsed = ContinuousClock.now - start
    return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
  }

  private static func subject(_ number: Int) -> String { "Tide table \(number)" }

  /// Writes messages of 8 kB, from this number up to the size of the mbox.
  private func write(from first: Int) throws {
    let file = try FileDescriptor.open(
      FilePath(path),
      .writeOnly,
      options: [.create, .truncate],
      permissions: .ownerReadWrite
    )
    let line = "High water at noon, low water at six; mind the swell, it comes in late.\n"
    let body = String(repeating: line, count: 110)
    var block = ""
    for number in first..<megabytes * 128 {
      block += """
        From ada@reef.example Mon Jan  2 15:04:05 2023
        From: Ada Reef <ada@reef.example>
        Subject: \(Self.subject(number))
        Message-ID: <\(number)@tables.example>
        Date: Mon, 2 Jan 2023 15:04:05 +0000

        \(body)

        """
      guard number % 1000 == 0 else { continue }
      try file.writeAll(block.utf8)
      block = ""
    }
    try file.writeAll(block.utf8)
    try file.close()
  }
}
