import Foundation
import MailSample
import MailTextTesting
import Synchronization
import Testing

@testable import Mail

/// A folder that exists as long as its test.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "tideline-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Makes a folder, and those above it.
  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: true)
  }

  /// Opens the mail of this name, with its store beside it.
  func open(_ name: String) async throws -> Mailbox {
    try await Mailbox.open(file(name), store: file("store.sqlite"))
  }

  func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: name) }

  func write(_ data: Data, to name: String) throws {
    try data.write(to: URL(fileURLWithPath: file(name)))
  }
}

/// A Maildir made by hand, with its store beside it.
struct MaildirFixture {
  let folder: TemporaryFolder
  var path: String { folder.file("Maildir") }
  var store: String { folder.file("store.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
    try addFolder("")
  }

  /// A Maildir with `count` messages; each third is a reply to the one before it.
  init(count: Int) throws {
    try self.init()
    for index in 0..<count {
      let references = index % 3 == 2 ? ["\(index - 1)@x"] : []
      // Several arrive in one second.
      let date = "Mon, 02 Jan 2023 15:04:0\(index / 4 % 10) +0000"
      let text = message("\(index)@x", "Subject \(index)", references: references, date: date)
      try add(text, as: "cur/\(index):2,S")
    }
  }

  func open(marks: MarkFile? = nil) async throws -> Mailbox {
    try await Mailbox.open(path, store: store, marks: marks)
  }

  /// Adds an empty folder, such as `.Sent`.
  func addFolder(_ name: String) throws {
    for part in ["cur", "new", "tmp"] { try folder.makeFolder("Maildir/\(name)/\(part)") }
  }

  /// Adds a message; `name` includes its folder, such as `cur/1:2,S`.
  func add(_ text: String, as name: String) throws {
    try folder.write(text, to: "Maildir/\(name)")
  }

  func move(_ old: String, to new: String) throws {
    try FileManager.default.moveItem(atPath: "\(path)/\(old)", toPath: "\(path)/\(new)")
  }

  func delete(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
  }
}

extension Mailbox {
  /// This mailbox, after a refresh.
  func refreshed(for folder: FolderName? = nil) async throws -> Mailbox {
    _ = try await refresh(for: folder)
    return self
  }

  /// The number of the conversation with this subject.
  func id(of subject: String) async throws -> Int64 {
    try #require(try await everything().first { $0.subject == subject }).id
  }

  /// The first message of the newest conversation, or of the one with this subject.
  func firstMessage(of subject: String? = nil) async throws -> MessageStub {
    let rows = try await everything()
    let row = try #require(rows.first { subject == nil || $0.subject == subject })
    return try #require(try await messages(in: row.id).first)
  }

  /// Marks the conversation with this subject, in the mail too.
  func mark(_ mark: MessageMark, _ subject: String) async throws {
    _ = try await self.mark(mark, in: [id(of: subject)], writes: true)
  }

  /// The changes of a folder; nil if the account tells of none.
  func changes(of folder: FolderName?) -> AsyncStream<FolderChange>? {
    guard case .stream(let changes) = arrivals(in: folder) else { return nil }
    return changes
  }

  func page(
    in listing: Listing = .all,
    after cursor: Cursor? = nil,
    limit: Int
  ) async throws -> ConversationPage {
    try await conversations(in: listing, after: cursor, limit: limit)
  }

  /// Every conversation of a list, page by page.
  func everything(in listing: Listing = .all, pageSize: Int = 7) async throws -> [Conversation] {
    var all: [Conversation] = []
    var cursor: Cursor?
    repeat {
      let page = try await page(in: listing, after: cursor, limit: pageSize)
      all += page.conversations
      cursor = page.next
    } while cursor != nil
    return all
  }

  /// Starts a refresh and cancels it when its first batch is in the store.
  func refreshCancelledAfterABatch() async throws {
    let refresh = Cancellable()
    let (isKnown, known) = AsyncStream<Void>.makeStream()
    let task = Task {
      for await _ in isKnown {}
      return try await self.refresh { _ in refresh.cancel() }
    }
    refresh.set(task)
    known.finish()
    _ = try await task.value
  }

  /// The groups of messages that are in one conversation, in a fixed order.
  func groups() async throws -> [[String]] {
    normalised(try await threads(limit: 1_000_000).map(\.messages))
  }
}

/// Groups sorted by content, so that neither conversation IDs nor arrival matter.
func normalised<Member: Comparable>(_ groups: [[Member]]) -> [[Member]] {
  groups.map { $0.sorted() }.sorted { $0.lexicographicallyPrecedes($1) }
}

/// A task that can cancel itself.
private final class Cancellable: Sendable {
  private let task = Mutex<Task<RefreshSummary, any Error>?>(nil)

  func set(_ task: Task<RefreshSummary, any Error>) { self.task.withLock { $0 = task } }

  func cancel() { task.withLock { $0 }?.cancel() }
}

/// Blocks tasks until it is opened.
final class Gate: Sendable {
  private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>(
    (false, [])
  )

  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

/// The sample's generator of random numbers, for tests that make mail.
typealias SplitMix64 = MailSample.SplitMix64

extension SampleStories {
  /// The stories of this package, from `data/sample.json`.
  static func ours() throws -> SampleStories {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try SampleStories(contentsOf: package.appendingPathComponent("data/sample.json").path)
  }
}
