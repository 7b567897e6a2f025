import Foundation
import MailTesting
import MailTextTesting
import Synchronization
import Testing

@testable import Mail

/// A mailbox on an account that delivers its mail page by page.
@Suite(.timeLimit(.minutes(120)))
struct PagedAccountTests {
  /// Shared by all schedules, since each reads only the pages that it needs.
  private static let large = PagedMail.make(folders: 3, messages: 10_000, seed: 1)

  @Test(arguments: seeds(4))
  func anyScheduleLeavesEachConversationOnceAndNothingMissing(seed: UInt64) async throws {
    let mail = seed % 4 == 0 ? PagedMail.make(folders: 3, messages: 120, seed: seed) : Self.large
    #expect(try await PagedSchedule(seed: seed, mail: mail).failure() == nil)
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func opened() async throws -> (PagedAccount, Mailbox) {
    let account = PagedAccount(PagedMail.make(folders: 3, messages: 300, seed: 7))
    return (account, try await Mailbox.open(account, store: folder.file("store.sqlite")))
  }

  /// Keeps the account from giving these answers, until the gate is opened.
  private func hold(
    _ account: PagedAccount,
    where isHeld: @escaping @Sendable (PagedAccount.Step) -> Bool
  ) -> (asked: AsyncStream<Void>, gate: Gate) {
    let (asked, continuation) = AsyncStream.makeStream(of: Void.self)
    let gate = Gate()
    account.beforeAnswering { step in
      guard isHeld(step) else { return }
      continuation.yield()
      await gate.pass()
    }
    return (asked, gate)
  }

  @Test func aRefreshReadsOneWindowOfEachFolder() async throws {
    let (_, mailbox) = try await opened()
    #expect(try await mailbox.refresh().messages == 300)
    let page = try await mailbox.page(limit: 30)
    #expect(page.conversations.count == 30)
    #expect(page.next != nil)
  }

  /// A page requests mail only from the folders that keep it from being full, all concurrently.
  @Test func aPageAsksOnlyTheFoldersThatAreInTheWay() async throws {
    var mail = PagedAccount.Mail()
    for (index, spacing) in [1, 1, 1000].enumerated() {
      mail.add(
        FolderID("folder\(index)"),
        (0..<300).map { number in
          PagedMail.head(
            "\(index).\(number)",
            date: 1_500_000_000 - Int64(number * spacing) - Int64(index)
          )
        }
      )
    }
    let account = PagedAccount(mail)
    let mailbox = try await Mailbox.open(account, store: folder.file("store.sqlite")).refreshed()
    let asked = Mutex<[PagedAccount.Step]>([])
    account.beforeAnswering { step in asked.withLock { $0.append(step) } }
    let page = try await mailbox.page(limit: 250)
    #expect(page.conversations.count == 250)
    let folders = Set(asked.withLock { $0 })
    #expect(folders == [.older(FolderID("folder0")), .older(FolderID("folder1"))])
  }

  @Test func whatTheStoreHasIsThereAtOnce() async throws {
    let (account, mailbox) = try await opened()
    _ = try await mailbox.refresh()
    account.beforeAnswering { _ in Issue.record("the account was asked") }
    let page = try await mailbox.conversations(after: nil, limit: 1_000, asksAccount: false)
    #expect(!page.conversations.isEmpty)
    #expect(page.next != nil)
  }

  @Test func anOlderPageThatFailsShowsWhatIsStoredAndGoesOnLater() async throws {
    let (account, mailbox) = try await opened()
    _ = try await mailbox.refresh()
    let error = MailError.mailboxUnreadable(path: "server", reason: "no answer")
    account.beforeAnswering { _ in throw error }
    let page = try await mailbox.page(limit: 5_000)
    #expect(page.failure == error)
    let all = try await mailbox.conversationCount()
    #expect(page.conversations.count == all)
    #expect(page.next != nil)
    account.beforeAnswering { _ in }
    let whole = try await mailbox.page(limit: 5_000)
    #expect(whole.failure == nil)
    #expect(whole.next == nil)
    #expect(whole.conversations.count > all)
  }

  @Test func anAccountThatNeverAnswersIsLeft() async throws {
    let (account, mailbox) = try await opened()
    _ = try await mailbox.refresh()
    let asked = AsyncStream.makeStream(of: Void.self)
    account.beforeAnswering { _ in
      asked.continuation.yield()
      // Never answers, not even after a cancellation.
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    let works: [@Sendable () async throws -> Void] = [
      { _ = try await mailbox.refresh() }, { _ = try await mailbox.older() },
    ]
    for work in works {
      let task = Task { try await work() }
      for await _ in asked.stream { break }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      // Other work is not blocked.
      #expect(try await mailbox.everythingStored().isEmpty == false)
    }
    account.beforeAnswering { _ in }
    _ = try await mailbox.refresh()
  }

  /// Mail that is reported after the refresh was cancelled appears in no list.
  @Test func anAnswerAfterACancelIsDropped() async throws {
    let (account, mailbox) = try await opened()
    let (asked, gate) = hold(account) { $0 != .folders }
    let refresh = Task { try await mailbox.refresh() }
    for await _ in asked { break }
    refresh.cancel()
    await #expect(throws: CancellationError.self) { try await refresh.value }
    account.beforeAnswering { _ in }
    gate.open()
    let revision = try await mailbox.revision()
    for _ in 0..<100 { await Task.yield() }
    #expect(try await mailbox.revision() == revision)
    #expect(try await mailbox.refresh().newMessages == 300)
  }

  @Test func whileAFolderIsWaitedForOthersAreReadAndListed() async throws {
    let (account, mailbox) = try await opened()
    let (asked, gate) = hold(account) { $0 == .sync(FolderID("folder1")) }
    let refresh = Task { try await mailbox.refresh() }
    for await _ in asked { break }
    let other = try await Mailbox.open(account, store: mailbox.storePath)
    #expect(
      try await other.page(in: Listing(folder: .inbox), limit: 9).conversations.count == 9
    )
    #expect(try await other.everything(in: Listing(search: "subject"), pageSize: 500).count > 9)
    gate.open()
    #expect(try await refresh.value.messages == 300)
  }

  @Test func ofAFolderThatIsDoneWithMoreIsLoadedWhileOthersAreRead() async throws {
    let (account, mailbox) = try await opened()
    let (asked, gate) = hold(account) { $0 == .sync(FolderID("folder1")) }
    let refresh = Task { try await mailbox.refresh() }
    for await _ in asked { break }
    let page = try await mailbox.page(in: Listing(folder: .inbox), limit: 150)
    #expect(page.failure == nil)
    #expect(page.conversations.count == 150)
    gate.open()
    _ = try await refresh.value
  }

  /// The sync lasts longer than the time allowed for waiting for another process.
  @Test func whoLoadsMoreOfAFolderThatIsBeingReadWaitsForThat() async throws {
    let (account, mailbox) = try await opened()
    let (asked, gate) = hold(account) { $0 == .sync(FolderID("folder0")) }
    let refresh = Task { try await mailbox.refresh() }
    for await _ in asked { break }
    async let page = mailbox.page(in: Listing(folder: .inbox), limit: 150)
    try await Task.sleep(for: .milliseconds(2_300))
    gate.open()
    _ = try await refresh.value
    #expect(try await page.failure == nil)
    #expect(try await page.conversations.count == 150)
  }

  /// The account's checkpoint goes back: it covers less mail than the previous one.
  @Test func aCheckpointThatIsTakenBackCostsOnlyTime() async throws {
    let account = ForgetfulAccount()
    let mailbox = try await Mailbox.open(account, store: folder.file("store.sqlite"))
    for _ in 0..<3 { #expect(try await mailbox.refresh().messages == 2) }
    #expect(try await mailbox.everything().count == 1)
  }

  @Test func anAccountThatIsRemovedWhileItSyncsKeepsItsRows() async throws {
    let (account, mailbox) = try await opened()
    _ = try await mailbox.refresh()
    let rows = try await mailbox.everythingStored()
    let error = MailError.mailboxVanished(path: "server")
    account.beforeAnswering { _ in throw error }
    await #expect(throws: error) { try await mailbox.refresh() }
    #expect(try await mailbox.everythingStored() == rows)
  }
}

/// Reports each message twice, in two folders, and never stores its progress.
private struct ForgetfulAccount: MailAccount {
  let id = AccountID.disk(path: "test:forgetful")
  let title = "Forgetful"

  func refresh(_ window: SyncWindow, into sink: any RefreshSink) async throws {
    let tree = FolderTree(
      ["one", "two"].map { FolderTree.Folder(id: FolderID($0), name: FolderName($0) ?? .inbox) }
    )
    for folder in try await sink.begin(tree) {
      var batch = MailBatch()
      let message = IncomingMessage(
        key: MessageKey(bytes: [1]),
        flags: .seen,
        head: PagedMail.head("same", date: 1_500_000_000)
      )
      batch.new = [message, message]
      try await sink.report(batch, in: folder.id)
      try await sink.report(batch, in: folder.id)
      try await sink.finish(folder.id, at: nil)
    }
  }

  func message(_ place: KnownMessage, in folder: FolderID) async throws -> FoundMessage {
    throw MailError.messageGone(path: folder.text)
  }

  func arrivals(in folder: FolderID?) -> Arrivals { .paths([]) }
}

extension Mailbox {
  fileprivate func older() async throws -> ConversationPage {
    try await conversations(after: nil, limit: 5_000)
  }

  fileprivate func everythingStored() async throws -> [Conversation] {
    try await conversations(after: nil, limit: 5_000, asksAccount: false).conversations
  }
}
