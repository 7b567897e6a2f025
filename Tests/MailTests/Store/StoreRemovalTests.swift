import Foundation
import MailTesting
import Testing

@testable import Mail

/// A store that is removed while its mailbox is used.
@Suite(.timeLimit(.minutes(120)))
struct StoreRemovalTests {
  private let folder: TemporaryFolder
  private let account: PagedAccount
  private var path: String { folder.file("store.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
    var mail = PagedAccount.Mail()
    mail.add(FolderID("inbox"), [PagedMail.head("first", date: 1_500_000_000)])
    account = PagedAccount(mail)
  }

  @Test func aStoreThatWasDeletedIsMadeAnewByTheNextRefresh() async throws {
    let mailbox = try await Mailbox.open(account, store: path).refreshed()
    try FileManager.default.removeItem(atPath: path)
    _ = try await mailbox.refresh()
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func theStoreOfAMailboxThatWasClosedIsNot() async throws {
    let mailbox = try await Mailbox.open(account, store: path).refreshed()
    mailbox.close()
    try FileManager.default.removeItem(atPath: path)
    await #expect(throws: CancellationError.self) { try await mailbox.refresh() }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  /// Another process has the mailbox open while its account is removed.
  @Test func theStoreOfARemovedAccountIsNotMadeAnew() async throws {
    let mailbox = try await Mailbox.open(account, store: path)
    account.mail.withLock { $0.deliver(PagedMail.head("new", date: 1_600_000_000), to: 0) }
    account.beforeAnswering { [path] _ in
      try StoreFile.noteRemoval(path)
      try StoreFile.remove(path)
    }
    for _ in 0..<2 {
      await #expect(throws: MailError.mailboxRemoved(path: path)) { try await mailbox.refresh() }
      #expect(!FileManager.default.fileExists(atPath: path))
    }
    account.beforeAnswering { _ in }
    // The account is added again.
    let other = try await Mailbox.open(account, store: path)
    _ = try await other.refresh()
    await #expect(throws: MailError.mailboxRemoved(path: path)) { try await mailbox.refresh() }
    #expect(try await other.conversations(after: nil, limit: 5).conversations.count == 2)
  }

  @Test func aRefreshThatIsUnderWayEndsAndMakesNone() async throws {
    let mailbox = try await Mailbox.open(account, store: path).refreshed()
    account.mail.withLock { $0.deliver(PagedMail.head("new", date: 1_600_000_000), to: 0) }
    account.beforeAnswering { [path] _ in
      mailbox.close()
      try FileManager.default.removeItem(atPath: path)
    }
    await #expect(throws: CancellationError.self) { try await mailbox.refresh() }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  /// The mail of a removed account must not stay under an earlier name.
  @Test func anAccountThatGetsAnotherNameKeepsItsStoreAndTakesAllWithIt() async throws {
    let id = AccountID.server(UUID())
    func account(_ title: String) -> IMAPAccount {
      let address = ServerAddress(user: "ann", host: "mail.example")
      let credentials = CredentialSource { _ in .password("") }
      return IMAPAccount(id: id, title: title, address, credentials: credentials)
    }
    let path = try await Mailbox.open(account("ann@mail.example")).storePath
    #expect(StoreFile.defaultPath(for: account("Work")) == path)
    let older = path.replacing("ann-", with: "older-")
    try FileManager.default.copyItem(atPath: path, toPath: older)
    #expect(try await Mailbox.removeStore(of: account("Work")) == path)
    #expect(try StoreFile.paths(of: account("Work").id) == [])
    #expect(!FileManager.default.fileExists(atPath: older))
  }

  @Test func ofAClosedMailboxWhatIsStoredCanBeRead() async throws {
    let mailbox = try await Mailbox.open(account, store: path).refreshed()
    mailbox.close()
    #expect(try await mailbox.page(limit: 5).conversations.count == 1)
  }
}
