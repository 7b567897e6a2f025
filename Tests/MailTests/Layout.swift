import Foundation
import MailTextTesting
import SystemPackage
import Testing

@testable import Mail

/// Files and folders made by hand, in the layouts of mail programs.
struct Layout {
  let folder: TemporaryFolder
  var root: String { folder.path }

  init() throws { folder = try TemporaryFolder() }

  func path(_ name: String) -> String { folder.file(name) }

  func open(_ name: String) async throws -> Mailbox { try await folder.open(name) }

  func tree(_ name: String = "") throws -> MailTree {
    try MailTree(at: name.isEmpty ? root : path(name))
  }

  /// The first folder of a tree.
  func source(_ name: String) throws -> any DiskFolder {
    try #require(try tree(name).folders.first).source
  }

  @discardableResult
  func makeFolder(_ name: String) throws -> String {
    try folder.makeFolder(name)
    return path(name)
  }

  func delete(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

  /// Creates empty Maildirs.
  func emptyMaildir(_ names: String..., parts: [String] = ["cur", "new", "tmp"]) throws {
    for name in names { for part in parts { try makeFolder("\(name)/\(part)") } }
  }

  /// Creates Maildirs, each with one message, whose Message-ID is made from the folder's name.
  func maildir(_ names: String..., parts: [String] = ["cur", "new", "tmp"]) throws {
    for name in names {
      try emptyMaildir(name, parts: parts)
      let id = name.replacing("/", with: ".")
      try folder.write(message("\(id)@x"), to: "\(name)/cur/1:2,S")
    }
  }

  /// Creates mboxes with one message each.
  func mbox(_ names: String...) throws {
    for name in names {
      try file(name, mboxText(message("\(name.replacing("/", with: "."))@x")))
    }
  }

  func file(_ name: String, _ text: String = "") throws {
    if let slash = name.lastIndex(of: "/") { try makeFolder(String(name[..<slash])) }
    try folder.write(text, to: name)
  }

  /// Reads a text as an mbox.
  func read(_ text: String, with reader: SourceReader = SourceReader()) async throws
    -> SourceReader
  {
    try file("mbox", text)
    try await reader.read(Mbox(path: FilePath(path("mbox"))))
    return reader
  }

  /// Looks for the messages of a text in an mbox, as a file that is open.
  func scan(_ text: String, limit: Int = MboxScanner.limit) throws -> (MboxScanner, MboxFile) {
    try file("places", text)
    let file = try MboxFile(path: path("places"))
    return (try MboxScanner(file.descriptor, from: 0, to: file.size, limit: limit), file)
  }

  /// A text compressed by the system's `gzip`.
  func gzip(_ text: String) throws -> Data {
    try file("plain", text)
    defer { try? FileManager.default.removeItem(atPath: path("plain")) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-c", path("plain")]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
  }
}

/// Messages as an mbox, each below a From line and above an empty line.
func mboxText(_ messages: String...) -> String {
  messages.map { "From ann@a.example Mon Jan  2 15:04:05 2023\n\($0)\n" }.joined()
}

extension MailTree {
  /// The folders' names, in the tree's order.
  var names: [String] { folders.map(\.name.description) }
}

/// A store, and the changes that a source reports to it.
final class SourceReader: @unchecked Sendable {
  private(set) var stored: [MessageKey: MessageFlags] = [:]
  /// Message-IDs in the order in which they were reported.
  private(set) var ids: [String] = []
  private(set) var checkpoint: SyncCheckpoint?
  private(set) var skipped: [SkippedMessage] = []
  /// The number of changes of the last reading.
  private(set) var new = 0
  private(set) var gone = 0
  private(set) var flagged = 0
  private var heads: [MessageKey: MessageHead] = [:]
  private var batchesLeft = Int.max

  init() {}

  convenience init(reading source: any DiskFolder) async throws {
    self.init()
    try await read(source)
  }

  /// Reads once.
  ///
  /// - Parameter batches: the number of batches after which the reader is "killed": nothing more is
  ///   stored.
  func read(_ source: any DiskFolder, batches: Int = .max) async throws {
    (new, gone, flagged, ids, batchesLeft) = (0, 0, 0, [], batches)
    do {
      checkpoint = try await source.changes(
        since: checkpoint,
        known: { KnownFlags(self.stored) },
        report: { try self.store($0) }
      )
    } catch is Killed {}
  }

  /// Ids and flags of all stored messages, in a fixed order.
  var content: [String] {
    stored.map { "\(heads[$0.key]?.messageID ?? "?") \($0.value.rawValue)" }.sorted()
  }

  func head(_ id: String) -> MessageHead? { heads.values.first { $0.messageID == id } }

  private struct Killed: Error {}

  private func store(_ batch: MailBatch) throws {
    guard batchesLeft > 0 else { throw Killed() }
    batchesLeft -= 1
    for key in batch.gone { stored[key] = nil }
    for (key, flags) in batch.flagged { stored[key] = flags }
    for message in batch.new {
      precondition(stored[message.key] == nil, "a known message is reported as new")
      stored[message.key] = message.flags
      heads[message.key] = message.head
      ids.append(message.head.messageID)
    }
    new += batch.new.count
    gone += batch.gone.count
    flagged += batch.flagged.count
    skipped += batch.skipped
  }
}
