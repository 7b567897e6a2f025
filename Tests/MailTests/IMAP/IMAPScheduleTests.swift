import Foundation
import MailTesting
import MailTextTesting
import Synchronization
import Testing

@testable import Mail

@Suite(.timeLimit(.minutes(120)))
struct IMAPScheduleTests {
  /// With `SEED` in the environment it prints the dialogues.
  @Test func anyScheduleEndsWithTheListOfTheServersMail() async throws {
    let isPrinting = ProcessInfo.processInfo.environment["SEED"] != nil
    for seed in seeds(8) {
      let log: (@Sendable (String) -> Void)? = isPrinting ? { @Sendable line in print(line) } : nil
      let schedule = try IMAPSchedule(seed: seed, log: log)
      do {
        let failure = try await schedule.failure()
        if let failure { Issue.record("seed \(seed), \(schedule.traits): \(failure)") }
      } catch {
        Issue.record("seed \(seed), \(schedule.traits): \(error)")
      }
    }
  }
}

/// A random schedule of refreshes, pages, arrivals, losses and restarts over a mailbox on an
/// imaginary server, with the conditions that must be true after it.
private final class IMAPSchedule: Sendable {
  private let folder: TemporaryFolder
  private let server: ImaginaryServer
  private let random: Mutex<SplitMix64>
  private let id = AccountID.server(UUID())
  /// The work in progress, to be cancelled.
  private let running = Mutex<Task<Void, any Error>?>(nil)
  let traits: ServerTraits

  private let log: (@Sendable (String) -> Void)?
  /// Whether the unused connection waits for changes.
  private let isWatched: Bool

  /// - Parameter log: receives the dialogues.
  init(seed: UInt64, log: (@Sendable (String) -> Void)? = nil) throws {
    self.log = log
    isWatched = seed % 4 == 3
    folder = try TemporaryFolder()
    var random = SplitMix64(seed: seed)
    traits = Self.traits(&random)
    var folders = [ServerMail.Folder("INBOX", uidValidity: 7)]
    if random.oneIn(2) { folders.append(ServerMail.Folder("Archive", uidValidity: 9)) }
    for index in folders.indices {
      let sizes = [0...3, 4...40, 40...120, 60...250]
      let count = random.number(random.pick(sizes, or: 1...1))
      let days = random.pick([1, 3, 30, 300], or: 30)
      ScheduledMail.fill(&folders[index], &random, count: count, days: days)
    }
    server = ImaginaryServer(ServerMail(folders), traits, seed: random.next())
    self.random = Mutex(random)
  }

  private static func traits(_ random: inout SplitMix64) -> ServerTraits {
    var capabilities: Set<String> = random.oneIn(4) ? [] : ["AUTH=PLAIN"]
    for name in [
      "SASL-IR", "ID", "IDLE", "ESEARCH", "CONDSTORE", "SPECIAL-USE", "LIST-EXTENDED", "LITERAL+",
    ] where random.oneIn(2) { capabilities.insert(name) }
    if capabilities.contains("LIST-EXTENDED"), random.oneIn(2) {
      capabilities.insert("LIST-STATUS")
    }
    if random.oneIn(3) { capabilities.formUnion(["ENABLE", "CONDSTORE", "QRESYNC"]) }
    var traits = ServerTraits(capabilities)
    traits.volunteersCapabilities = random.oneIn(2)
    traits.zone = Int64(random.number(-12...14)) * 60
    traits.omitsUIDNext = random.oneIn(8)
    traits.hasNoModSeq = random.oneIn(8)
    traits.eagerness = random.pick([0, 0.2, 0.7], or: 0)
    traits.forgetsExpunged = random.oneIn(3)
    return traits
  }

  private func pick(_ range: ClosedRange<Int>) -> Int { random.withLock { $0.number(range) } }

  private func open(_ store: String = "store.sqlite") async throws -> Mailbox {
    let mailbox = try await Mailbox.open(
      server.account(id, log: log) { ScheduledMail.now },
      store: folder.file(store)
    )
    if isWatched { _ = mailbox.arrivals() }
    return mailbox
  }

  private func pickFolder() -> FolderName {
    let names = server.mail.folders.map(\.name)
    let name = names[pick(0...names.count - 1)]
    return name == "INBOX" ? .inbox : FolderName(name) ?? .inbox
  }

  // MARK: The schedule

  /// - Returns: the violated condition, or nil.
  func failure() async throws -> String? {
    var mailbox = try await open()
    server.onSilence { [weak self] in self?.running.withLock { $0 }?.cancel() }
    for _ in 0..<pick(3...8) {
      setHostile(pick(0...3) > 0)
      let folder = pickFolder()
      var isOver = false
      switch pick(0...8) {
      case 0...2:
        isOver = await run { [mailbox] in _ = try await mailbox.refresh(for: folder) }
      case 3...5:
        let (limit, count) = (pick(1...60), pick(1...4))
        let failure = Mutex<String?>(nil)
        isOver = await run { [mailbox] in
          let found = try await Self.read(mailbox, folder, limit: limit, pages: count)
          failure.withLock { $0 = found }
        }
        if let failure = failure.withLock({ $0 }) { return failure }
      case 6, 7:
        let seed = random.withLock { $0.next() }
        // Without modification sequences, only the flags of the newest 500 messages are compared.
        let mayFlood = traits.countsChanges
        server.change { mail in
          var random = SplitMix64(seed: seed)
          for _ in 0..<random.number(1...12) { Self.change(&mail, &random) }
          if mayFlood, random.oneIn(20) { Self.floodInbox(&mail, &random) }
        }
      default: isOver = true
      }
      if isOver {
        server.cut()
        mailbox = try await open()
      }
    }
    setHostile(false)
    server.cut()
    return try await finalFailure(mailbox)
  }

  private func setHostile(_ isHostile: Bool) {
    guard isHostile else {
      server.live({ _, _ in }, fate: { _ in .lasts })
      return
    }
    server.live({ mail, random in
      while random.oneIn(3) { Self.change(&mail, &random) }
    }) { random in
      // Long enough for a log-in in most cases, and for whole pages in some.
      let limit = random.number(0...random.pick([100, 2_000, 20_000, 200_000], or: 0))
      return switch random.number(0...3) {
      case 0: .breaks(after: limit)
      case 1: .fallsSilent(after: limit)
      default: .lasts
      }
    }
  }

  /// - Returns: whether the work was cancelled.
  private func run(_ body: @escaping @Sendable () async throws -> Void) async -> Bool {
    let gate = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      for await _ in gate.stream {}
      try await body()
    }
    running.withLock { $0 = task }
    gate.continuation.finish()
    _ = await task.result
    running.withLock { $0 = nil }
    return task.isCancelled
  }

  private static func read(
    _ mailbox: Mailbox,
    _ folder: FolderName,
    limit: Int,
    pages: Int
  ) async throws -> String? {
    var cursor: Cursor?
    for _ in 0..<pages {
      let page = try await mailbox.page(in: Listing(folder: folder), after: cursor, limit: limit)
      var last = cursor ?? .top
      for conversation in page.conversations {
        guard last.precedes(conversation.place) else { return "a page is out of order" }
        last = conversation.place
      }
      if let failure = page.failure { throw failure }
      cursor = page.next
      if cursor == nil { break }
    }
    return nil
  }

  // MARK: Changes of the mail

  private static func change(_ mail: inout ServerMail, _ random: inout SplitMix64) {
    let index = random.number(0...mail.folders.count - 1)
    let messages = mail.folders[index].messages
    let count = messages.count
    switch random.number(0...40) {
    case 0: mail.folders[index].renumber(UInt32(random.number(10...1_000_000)), shuffledBy: &random)
    case 2...12 where count > 0: mail.folders[index].expunge(at: random.number(0...count - 1))
    case 13...15 where count > 0:
      // People mostly delete the newest messages.
      mail.folders[index].expunge(at: count - 1)
    case 16...24 where count > 0:
      let kinds: [Set<String>] = [["\\Seen"], [], ["\\Seen", "\\Flagged"], ["\\Answered"]]
      let flags = random.pick(kinds, or: [])
      mail.folders[index].setFlags(flags, at: random.number(0...count - 1))
    case 25...27 where count > 0:
      let moved = mail.folders[index].expunge(at: random.number(0...count - 1))
      mail.folders[random.number(0...mail.folders.count - 1)].deliver(moved)
    case 28...29:
      // Adds an old message.
      let arrived = ScheduledMail.now - Int64(random.number(0...86_400 * 300))
      mail.folders[index].deliver(
        ScheduledMail.message(&random, arrived: arrived, answering: messages)
      )
    default:
      let arrived = ScheduledMail.now - Int64(random.number(0...60))
      mail.folders[index].deliver(
        ScheduledMail.message(&random, arrived: arrived, answering: messages)
      )
    }
  }

  /// Adds more messages than are requested at once.
  private static func floodInbox(_ mail: inout ServerMail, _ random: inout SplitMix64) {
    for _ in 0..<random.number(480...700) {
      let arrived = ScheduledMail.now - Int64(random.number(0...3600))
      mail.folders[0].deliver(ScheduledMail.message(&random, arrived: arrived, answering: []))
    }
  }

  // MARK: Conditions

  private func finalFailure(_ mailbox: Mailbox) async throws -> String? {
    let mailboxes = [("", mailbox), (" of a fresh store", try await open("fresh.sqlite"))]
    let names = server.mail.folders.map(\.name)
    let listings = names.map { Listing(folder: $0 == "INBOX" ? .inbox : FolderName($0)) }
    for (which, mailbox) in mailboxes {
      for (name, listing) in zip(names, listings) {
        _ = try await mailbox.refresh(for: listing.folder)
        if let failure = try await pages(mailbox, listing) { return "\(name)\(which): \(failure)" }
      }
      for (name, listing) in zip(names, listings) {
        let expected = ScheduledMail.expected(server.mail, in: [name])
        if let failure = try await rows(mailbox, listing, expected) {
          return "\(name)\(which): \(failure)"
        }
      }
      let expected = ScheduledMail.expected(server.mail, in: Set(names))
      if let failure = try await rows(mailbox, .all, expected) { return "all\(which): \(failure)" }
    }
    return server.violations.first.map { "violation: \($0)" }
  }

  /// Reads all pages, and compares them with the final list.
  private func pages(_ mailbox: Mailbox, _ listing: Listing) async throws -> String? {
    let limit = pick(5...120)
    let before = try await ids(mailbox, listing)
    let elsewhere = try await ids(mailbox, .all).subtracting(before)
    var shown: [Conversation] = []
    var cursor: Cursor?
    for _ in 0..<5_000 {
      let page = try await mailbox.page(in: listing, after: cursor, limit: limit)
      if let failure = page.failure { return "a page failed: \(failure)" }
      shown += page.conversations
      cursor = page.next
      if cursor == nil { break }
    }
    guard cursor == nil else { return "the pages never end" }
    guard Set(shown.map(\.id)).count == shown.count else { return "a row is shown twice" }
    guard zip(shown, shown.dropFirst()).allSatisfy({ $0.place.precedes($1.place) }) else {
      return "the pages are out of order"
    }
    let places = try await mailbox.places(in: listing, downTo: nil).places
    // Mail of a later page may join rows that were shown before.
    var current: Set<Int64> = []
    for row in shown { if let id = try await mailbox.current(row.id) { current.insert(id) } }
    // Such mail may also join conversations of another folder, whose position is that of their
    // newest message.
    for id in elsewhere {
      if let id = try await mailbox.current(id), places.contains(where: { $0.id == id }) {
        current.insert(id)
      }
    }
    let missing = places.filter { !current.contains($0.id) }
    let gone = current.subtracting(places.map(\.id))
    return missing.isEmpty && gone.isEmpty
      ? nil : "the \(places.count) rows are not those shown, without \(missing), and with \(gone)"
  }

  private func ids(_ mailbox: Mailbox, _ listing: Listing) async throws -> Set<Int64> {
    Set(try await mailbox.places(in: listing, downTo: nil).places.map(\.id))
  }

  private func rows(
    _ mailbox: Mailbox,
    _ listing: Listing,
    _ expected: [ScheduledMail.Row]
  ) async throws -> String? {
    let places = try await mailbox.places(in: listing, downTo: nil).places
    let rows = ScheduledMail.rows(try await mailbox.conversations(places.map(\.id)))
    guard rows != expected else { return nil }
    let more = Array(Set(rows).subtracting(expected).prefix(3))
    let less = Array(Set(expected).subtracting(rows).prefix(3))
    return "\(rows.count) rows, not \(expected.count): too many \(more), too few \(less)"
  }
}
