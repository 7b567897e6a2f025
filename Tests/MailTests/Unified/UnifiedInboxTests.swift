import MailTesting
import Synchronization
import Testing

@testable import Mail

/// Several mailboxes as one list, also while some of them do not answer.
@Suite(.timeLimit(.minutes(120)))
struct UnifiedInboxTests {
  private let folder: TemporaryFolder
  private let accounts: [PagedAccount]
  private let time = PlayedTime()

  init() throws {
    folder = try TemporaryFolder()
    accounts = (0..<3).map { PagedAccount(Self.mail(seed: $0)) }
  }

  /// An inbox of 300 conversations, some within one second, and other mail beside it.
  private static func mail(seed: UInt64) -> PagedAccount.Mail {
    var random = SplitMix64(seed: seed)
    var mail = PagedAccount.Mail()
    for (name, count) in [("inbox", 300), ("sent", 20)] {
      mail.add(
        FolderID(name),
        (0..<count).map { number in
          let date = 1_500_000_000 + Int64(random.number(0...3_000))
          return PagedMail.head("\(seed).\(name).\(number)", date: date)
        }
      )
    }
    return mail
  }

  private func inbox(impatientFor impatient: Int? = nil) -> UnifiedInbox {
    UnifiedInbox(
      "All",
      accounts.enumerated().map { index, account in
        UnifiedInbox.Account(key: "\(index)", name: "Account \(index)") { [folder] in
          try await Mailbox.open(account, store: folder.file("\(index).sqlite"))
        }
      },
      pause: { [time] duration, rank in
        // The time limit is over at once for this mailbox, and never for the others.
        if impatient == nil || rank != impatient { try await time.pause(duration) }
      }
    )
  }

  private func opened(impatientFor impatient: Int? = nil) async throws -> UnifiedInbox {
    let inbox = inbox(impatientFor: impatient)
    await inbox.open()
    _ = try await inbox.refresh()
    return inbox
  }

  /// The inboxes of all mailboxes, paged to the end, as one sorted list.
  private func all(_ inbox: UnifiedInbox) async throws -> [Cursor] {
    var places: [Cursor] = []
    for (rank, mailbox) in inbox.mailboxes.enumerated() {
      places += try await mailbox.everything(in: Listing(folder: .inbox))
        .map { $0.place.unified(rank: rank) }
    }
    return places.sorted { $0.precedes($1) }
  }

  /// All rows, page by page, until a page is empty.
  private func paged(_ inbox: UnifiedInbox) async throws -> ([Cursor], [MailError]) {
    var (shown, failures, cursor): ([Cursor], [MailError], Cursor?) = ([], [], nil)
    repeat {
      let page = try await inbox.conversations(in: .all, after: cursor, limit: 20)
      failures += page.failure.map { [$0] } ?? []
      shown += page.conversations.map(\.place)
      cursor = page.conversations.isEmpty ? nil : page.next
    } while cursor != nil
    return (shown, failures)
  }

  @Test func aConversationTellsItsAccount() async throws {
    let inbox = try await opened()
    for (rank, mailbox) in inbox.mailboxes.enumerated() {
      let own = try #require(try await mailbox.everything(in: Listing(folder: .inbox)).first)
      let account = inbox.account(of: own.place.unified(rank: rank).id)
      #expect(account?.name == "Account \(rank)")
      #expect(account?.rank == rank)
    }
    let account = UnifiedInbox.Account(key: "0", name: "A") { throw CancellationError() }
    let single = UnifiedInbox("One", [account])
    #expect(single.account(of: 1) == nil)
  }

  @Test func itsPagesAreThoseOfAllInboxes() async throws {
    let inbox = try await opened()
    let (shown, failures) = try await paged(inbox)
    #expect(failures.isEmpty)
    #expect(try await all(inbox) == shown)
    #expect(try await inbox.places(in: .all, downTo: nil).places == shown)
    #expect(try await inbox.places(in: .all, downTo: shown[100]).places == Array(shown[...100]))
    let rows = try await inbox.conversations(shown.prefix(60).map(\.id))
    #expect(Set(rows.map(\.place)) == Set(shown.prefix(60)))
  }

  @Test func oneThatDoesNotAnswerHoldsUpNoPage() async throws {
    let inbox = try await opened(impatientFor: 1)
    accounts[1].beforeAnswering { step in
      if case .older = step { try await Task.sleep(for: .seconds(1_000)) }
    }
    let shown = try await paged(inbox).0
    // All rows of the other mailboxes, and the stored rows of this one.
    let ranks = Dictionary(grouping: shown) { UnifiedNumber.rank(of: $0.id) }.mapValues(\.count)
    #expect(ranks == [0: 300, 1: 100, 2: 300])
    #expect(shown == shown.sorted { $0.precedes($1) })
  }

  @Test func aSlowOneIsAskedOnceAndKeepsItsAnswer() async throws {
    let inbox = try await opened(impatientFor: 1)
    let asked = Mutex(0)
    let isAnswered = Mutex(false)
    accounts[1].beforeAnswering { step in
      guard case .older = step else { return }
      if isAnswered.withLock({ $0 }) { return }
      asked.withLock { $0 += 1 }
      while !isAnswered.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
    }
    _ = try await paged(inbox)
    #expect(asked.withLock { $0 } == 1)
    let before = try await inbox.places(in: .all, downTo: nil).places.count
    isAnswered.withLock { $0 = true }
    var tries = 0
    while try await inbox.places(in: .all, downTo: nil).places.count == before, tries < 10_000 {
      tries += 1
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(try await inbox.places(in: .all, downTo: nil).places.count > before)
  }

  @Test func oneThatFailsIsNamedAndTheOthersAreRefreshed() async throws {
    let inbox = try await opened()
    accounts[1].beforeAnswering { _ in throw MailError.mailboxVanished(path: "/b") }
    accounts[0].mail.withLock { $0.deliver(PagedMail.head("new", date: 1_600_000_000), to: 0) }
    let summary = try await inbox.refresh()
    #expect(summary.newMessages == 1)
    #expect(summary.unreached.map(\.key) == ["1"])
    #expect(summary.unreached.first?.reason as? MailError == .mailboxVanished(path: "/b"))
  }

  @Test func whereAllFailTheRefreshDoes() async throws {
    let inbox = try await opened()
    for account in accounts {
      account.beforeAnswering { _ in throw MailError.mailboxVanished(path: "/b") }
    }
    let summary = try await inbox.refresh()
    #expect(summary.unreached.map(\.key) == ["0", "1", "2"])
    #expect(summary.failure as? MailError == .mailboxVanished(path: "/b"))
  }

  @Test func oneThatIsSilentIsGivenUpOnceOthersAreThere() async throws {
    let inbox = try await opened()
    accounts[2].beforeAnswering { _ in try await Task.sleep(for: .seconds(1_000)) }
    let reports = Mutex(0)
    let refresh = Task {
      try await inbox.refresh { report in reports.withLock { $0 = max($0, report.ended) } }
    }
    while reports.withLock({ $0 }) < 2 { await Task.yield() }
    // The first time limit may have begun before the others had ended.
    let silences = Task { while let (_, end) = await time.next() { end() } }
    let summary = try await refresh.value
    silences.cancel()
    #expect(summary.unreached.map(\.name) == ["Paged"])
    #expect(summary.unreached.first.map { $0.reason == nil } == true)
  }

  @Test func oneThatDoesNotOpenHoldsUpTheFirstRowsForAMomentOnly() async throws {
    let other = try await Mailbox.open(accounts[1], store: folder.file("1.sqlite"))
    let waited = Mutex<[Duration]>([])
    let inbox = UnifiedInbox(
      "All",
      [
        UnifiedInbox.Account(key: "0", name: "Silent") {
          try await Task.sleep(for: .seconds(1_000))
          throw CancellationError()
        },
        UnifiedInbox.Account(key: "1", name: "Other") { other },
      ],
      pause: { duration, _ in waited.withLock { $0.append(duration) } }
    )
    await inbox.open()
    #expect(inbox.mailboxes.count == 1)
    #expect(waited.withLock { $0 } == [.milliseconds(100)])
  }

  @Test func oneThatCouldNotBeOpenedIsOpenedByTheNextRefresh() async throws {
    let isThere = Mutex(false)
    let opening: @Sendable () async throws -> Mailbox = { [folder, accounts] in
      guard isThere.withLock({ $0 }) else { throw MailError.mailboxMissing(path: "/a") }
      return try await Mailbox.open(accounts[0], store: folder.file("late.sqlite"))
    }
    let other = try await Mailbox.open(accounts[1], store: folder.file("1.sqlite"))
    let inbox = UnifiedInbox(
      "All",
      [
        UnifiedInbox.Account(key: "0", name: "Late", open: opening),
        UnifiedInbox.Account(key: "1", name: "Other") { other },
      ]
    )
    await inbox.open()
    #expect(inbox.mailboxes.count == 1)
    #expect(try await inbox.refresh().unreached.map(\.name) == ["Late"])
    let before = try await inbox.revision()
    isThere.withLock { $0 = true }
    // Mail that was there before the first look is not new.
    #expect(try await inbox.refresh().newMessages == 0)
    #expect(inbox.mailboxes.count == 2)
    #expect(try await inbox.revision() != before)
    let place = try #require(try await inbox.places(in: .all, downTo: nil).places.last)
    #expect(inbox.origin(of: place.id) != nil)
  }

  @Test func aConversationIsFoundInItsOwnMailbox() async throws {
    let inbox = try await opened()
    let page = try await inbox.conversations(in: .all, after: nil, limit: 30)
    for conversation in page.conversations {
      let origin = try #require(inbox.origin(of: conversation.id))
      let messages = try await origin.mailbox.messages(in: origin.id)
      #expect(!messages.isEmpty)
      #expect(try await inbox.current(conversation.id) == conversation.id)
    }
    #expect(inbox.origin(of: UnifiedNumber.make(1, rank: 9)) == nil)
  }

  @Test func whatIsUnreadAndWhatIsSearchedForIsOfAll() async throws {
    let inbox = try await opened()
    let unread = try await inbox.places(in: Listing(unreadOnly: true), downTo: nil).places
    #expect(!unread.isEmpty)
    let page = try await inbox.conversations(in: Listing(search: "subject"), after: nil, limit: 10)
    #expect(page.conversations.allSatisfy { $0.subject.lowercased().contains("subject") })
  }
}
