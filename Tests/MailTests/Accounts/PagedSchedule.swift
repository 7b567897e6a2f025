import Foundation
import GRDB
import MailTesting
import Synchronization

@testable import Mail

/// A random schedule of refreshes, pages, searches, arrivals, failures and restarts over a paged
/// account, with the conditions that must be true after it.
final class PagedSchedule: Sendable {
  private let seed: UInt64
  private let folder: TemporaryFolder
  private let account: PagedAccount
  private let random: Mutex<SplitMix64>
  private let isHostile = Mutex(false)
  private let heldLock = Mutex<String?>(nil)

  init(seed: UInt64, mail: PagedAccount.Mail) throws {
    self.seed = seed
    folder = try TemporaryFolder()
    account = PagedAccount(mail)
    random = Mutex(SplitMix64(seed: seed))
    account.beforeAnswering { [weak self] in try await self?.answer($0) }
  }

  private var path: String { folder.file("store.sqlite") }

  private func pick(_ range: ClosedRange<Int>) -> Int { random.withLock { $0.number(range) } }

  private func open() async throws -> Mailbox { try await Mailbox.open(account, store: path) }

  /// Waits for the writer's lock, also in a task that is cancelled.
  private func writeNothing() throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(60)
    try DatabaseQueue(path: path, configuration: configuration).write { _ in }
  }

  /// Another task may hold the writer's lock here for a commit (seconds on a busy machine), but not
  /// while it waits for this answer: it would never release the lock.
  private func answer(_ step: PagedAccount.Step) async throws {
    do {
      try writeNothing()
    } catch {
      heldLock.withLock { $0 = "while \(step) is waited for: \(error)" }
    }
    for _ in 0..<pick(0...3) { await Task.yield() }
    guard isHostile.withLock({ $0 }) else { return }
    switch pick(0...11) {
    case 0: throw MailError.mailboxUnreadable(path: "server", reason: "no answer")
    case 1:
      // Answers late, even after a cancellation.
      try? await Task.sleep(for: .milliseconds(pick(0...8)))
    case 2: try await Task.sleep(for: .seconds(3600))
    default: break
    }
  }

  /// - Returns: the violated condition, or nil.
  func failure() async throws -> String? {
    var mailbox = try await open()
    var reader = Reader()
    for _ in 0..<pick(4...14) {
      isHostile.withLock { $0 = true }
      switch pick(0...9) {
      case 0...2: await hurried { [mailbox] in _ = try await mailbox.refresh() }
      case 3...5:
        let (limit, before) = (pick(1...60), reader)
        let after = Mutex(before)
        await hurried { [mailbox] in
          var reader = before
          try await reader.readOn(mailbox, limit: limit)
          after.withLock { $0 = reader }
        }
        reader = after.withLock { $0 }
      case 6: _ = try await mailbox.everything(in: Listing(search: "subject"), pageSize: 200)
      case 7, 8: change()
      default: mailbox = try await open()
      }
      if let failure = try await reader.failure(mailbox) { return failure }
    }
    isHostile.withLock { $0 = false }
    _ = try await mailbox.refresh()
    if let heldLock = heldLock.withLock({ $0 }) { return heldLock }
    return try await contents(mailbox, pages: pick(1...12))
  }

  /// Does work that may never end, and soon cancels it.
  private func hurried(_ body: @escaping @Sendable () async throws -> Void) async {
    let task = Task { try await body() }
    let patience = pick(1...40)
    let timer = Task {
      try await Task.sleep(for: .milliseconds(patience))
      task.cancel()
    }
    _ = await task.result
    timer.cancel()
  }

  private func change() {
    account.mail.withLock { mail in
      for _ in 0..<pick(1...5) {
        let folder = pick(0...mail.folders.count - 1)
        let messages = mail.folders[folder].messages
        let position = min(pick(0...200), messages.count - 1)
        switch pick(0...3) {
        case 0 where position >= 0: mail.delete(position, from: folder)
        case 1 where position >= 0: mail.flag(position, of: folder, .seen)
        default:
          let near = messages.isEmpty ? 1_500_000_000 : messages[max(0, position)].head.date
          let reference = messages.isEmpty ? [] : [messages[max(0, position)].head.messageID]
          mail.deliver(
            PagedMail.head(
              "late\(pick(0...1_000_000_000))",
              references: pick(0...1) == 0 ? reference : [],
              date: near + Int64(pick(-1000...1000))
            ),
            to: folder
          )
        }
      }
    }
  }

  /// Compares the pages with the server's mail.
  private func contents(_ mailbox: Mailbox, pages: Int) async throws -> String? {
    for listing in [Listing.all, Listing(folder: .inbox)] {
      var rows: [Conversation] = []
      var cursor: Mail.Cursor?
      for _ in 0..<pages {
        let page = try await mailbox.page(in: listing, after: cursor, limit: 40)
        if let failure = page.failure { return "a page failed: \(failure)" }
        rows += page.conversations
        cursor = page.next
        if cursor == nil { break }
      }
      // Mail that came with later pages may have moved rows that were read before.
      rows = try await mailbox.conversations(
        mailbox.places(in: listing, downTo: cursor).places.map(\.id)
      )
      let ids = rows.map(\.id)
      if Set(ids).count != ids.count { return "a conversation stands there twice" }
      if let failure = try await missing(mailbox, above: cursor, in: listing) { return failure }
      if cursor == nil, listing == .all, let failure = try await groups(mailbox) { return failure }
    }
    return nil
  }

  /// Messages above the end of the pages that are on the server, but not in the store.
  private func missing(
    _ mailbox: Mailbox,
    above end: Mail.Cursor?,
    in listing: Listing
  ) async throws -> String? {
    let stored = try await mailbox.store.read { db in
      try StoreFolders.all(db).map { folder in
        (folder, Set(try ConversationQuery.known(db, folder: folder.id).keys))
      }
    }
    for (id, messages) in account.mail.withLock({ $0.folders }) {
      guard let (folder, keys) = stored.first(where: { $0.0.source == id }) else {
        return "\(id) is not stored"
      }
      let horizon = folder.horizon?.seconds ?? .min
      for message in messages.prefix(while: { $0.head.date > horizon }) {
        let key = MessageKey(bytes: Array("\(message.number)".utf8))
        if !keys.contains(key) { return "\(message.number) of \(id) is above the horizon" }
      }
      let isListed = listing.folder == nil || listing.folder == folder.name
      if isListed, let end, horizon >= end.seconds { return "\(id) was not read down to the page" }
      if isListed, end == nil, folder.horizon != nil { return "\(id) was not read to its end" }
    }
    return nil
  }

  /// Compares the groups of messages, if everything was read.
  private func groups(_ mailbox: Mailbox) async throws -> String? {
    let heads = account.mail.withLock { $0.folders.flatMap(\.messages).map(\.head) }
    let expected = Partition(heads.indices.map { [$0] })
      .joined(bySharing: heads.map { [$0.messageID] + $0.references })
      .groups.map { $0.map { heads[$0].messageID } }
    let (here, there) = (Set(try await mailbox.groups()), Set(normalised(expected)))
    let (more, less) = (here.subtracting(there), there.subtracting(here))
    return more.isEmpty && less.isEmpty ? nil : "groups too many: \(more), too few: \(less)"
  }
}

/// A list as a window keeps it: pages, which are read again whenever the revision changes.
private struct Reader: Sendable {
  private var places: [Mail.Cursor] = []
  private var end: Mail.Cursor?
  private var revision: Int64?

  mutating func readOn(_ mailbox: Mailbox, limit: Int) async throws {
    let page = try await mailbox.page(after: end, limit: limit)
    end = page.next
    if page.revision == revision {
      places += page.conversations.map(\.place)
    } else {
      let all = try await mailbox.places(downTo: end)
      (places, revision) = (all.places, all.revision)
    }
    if let failure = page.failure { throw failure }
  }

  /// The list must equal the store as long as the revision is the same.
  func failure(_ mailbox: Mailbox) async throws -> String? {
    guard revision != nil else { return nil }
    let now = try await mailbox.places(downTo: end)
    guard now.revision == revision else { return nil }
    return now.places == places ? nil : "the pages together are not the list"
  }
}

/// Mail for paged accounts.
enum PagedMail {
  static func head(_ id: String, references: [String] = [], date: Int64) -> MessageHead {
    MessageHead(
      messageID: id,
      references: references,
      date: date,
      senders: ["Ann"],
      subject: "Subject \(id)",
      snippet: "Text \(id)"
    )
  }

  /// Folders of messages with unordered dates, some within one second, some in 1970 and in 2100. A
  /// third of them are replies, also to messages in other folders.
  static func make(folders: Int, messages: Int, seed: UInt64) -> PagedAccount.Mail {
    var random = SplitMix64(seed: seed)
    var mail = PagedAccount.Mail()
    for folder in 0..<folders {
      mail.add(
        FolderID("folder\(folder)"),
        (0..<messages).map { number in
          var date = 1_500_000_000 + Int64(random.number(0...max(1, messages * 40)))
          if random.oneIn(500) {
            date = random.oneIn(2) ? Int64(random.number(0...9)) : 4_102_444_800
          }
          let target = "\(random.number(0...folders - 1)).\(random.number(0...messages - 1))"
          return head(
            "\(folder).\(number)",
            references: random.oneIn(3) ? [target] : [],
            date: date
          )
        }
      )
    }
    return mail
  }
}
