import Foundation
import Mail
import Synchronization
import Testing
import TidelineProgram

@testable import Tideline

/// The accounts of the sidebar.
@MainActor
@Suite(.timeLimit(.minutes(120)))
struct OpenAccountsTests {
  @Test func anAccountIsRefreshingUntilTheRefreshEnds() async throws {
    let folder = try TestFolder()
    let (path, store) = (folder.path + "/Post", folder.path + "/store.sqlite")
    try makeMaildir(path)
    let pool = MailboxPool { try await Mailbox.open($0, store: store) }
    let accounts = OpenAccounts(WindowMemory(MemoryFile(path: folder.path + "/windows.json")), pool)
    accounts.keep(path)
    #expect(accounts.accounts.map(\.isRefreshing) == [false])
    for path in [path, folder.path + "/Gone"] {
      accounts.keep(path)
      accounts.refresh(path)
      #expect(accounts.accounts.last?.isRefreshing == true)
      while accounts.accounts.last?.isRefreshing == true { await Task.yield() }
    }
  }

  /// It came back, and its mailbox was opened and stored anew.
  @Test func anAccountThatWasRemovedWhileTheListWasReadStaysRemoved() async throws {
    let folder = try TestFolder()
    let url = "imaps://ann@tide.example/"
    let account = ListedAccount(name: "Ann", address: try #require(ServerAddress(url: url)))
    let opened = Mutex<[String]>([])
    let pool = MailboxPool { path in
      opened.withLock { $0.append(path) }
      throw CancellationError()
    }
    let (read, hasRead) = AsyncStream.makeStream(of: Void.self)
    let (removal, isRemoved) = AsyncStream.makeStream(of: Void.self)
    let reads = Mutex(0)
    let memory = WindowMemory(MemoryFile(path: folder.path + "/windows.json"))
    let accounts = OpenAccounts(memory, pool) {
      let count = reads.withLock { count in
        count += 1
        return count
      }
      defer { hasRead.yield() }
      switch count {
      case 1: return []
      case 2:
        hasRead.yield()
        for await _ in removal { break }
        return [account]
      default: return []
      }
    }
    var changes = read.makeAsyncIterator()
    accounts.begin(besides: [])
    await changes.next()
    while !accounts.isComplete { await Task.yield() }
    accounts.update()
    await changes.next()
    try await accounts.remove(url)
    isRemoved.yield()
    await changes.next()
    await changes.next()
    for _ in 0..<100 { await Task.yield() }
    #expect(accounts.accounts == [])
    #expect(opened.withLock { $0 } == [])
    #expect(reads.withLock { $0 } == 3)
  }
}

/// Open mailboxes are shared.
@Suite(.timeLimit(.minutes(120)))
struct MailboxPoolTests {
  private let place: TestFolder
  private var folder: String { place.path + "/Post" }

  init() throws {
    place = try TestFolder()
    try makeMaildir(folder)
  }

  /// A pool with a store beside the folder.
  private var pool: MailboxPool { MailboxPool(store: "\(folder).sqlite") }

  @Test func allWhoAskAtOnceGetTheSame() async throws {
    let pool = pool
    async let first = pool.mailbox(at: folder)
    async let second = pool.mailbox(at: folder)
    let (one, other) = try await (first, second)
    #expect(one === other)
    #expect(pool.present(folder) === one)
  }

  @Test func oneThatNobodyHoldsIsOpenNoMore() async throws {
    let pool = pool
    _ = try await pool.mailbox(at: folder)
    // The task that has opened the mailbox releases it a moment later.
    while pool.present(folder) != nil { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test func oneThatWasForgottenWhileItOpenedIsNotFoundAgain() async throws {
    let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
    let (end, mayEnd) = AsyncStream.makeStream(of: Void.self)
    let count = Mutex(0)
    let pool = MailboxPool { path in
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number == 1 {
        hasBegun.yield()
        for await _ in end { break }
      }
      return try await Mailbox.open(path, store: "\(path)-\(number).sqlite")
    }
    async let early = pool.mailbox(at: folder)
    for await _ in begun { break }
    pool.forget(folder)
    let late = try await pool.mailbox(at: folder)
    mayEnd.yield()
    let first = try await early
    #expect(first !== late)
    #expect(pool.present(folder) === late)
    withExtendedLifetime(first) {}
  }

  @Test func whatFailedIsTriedAgain() async throws {
    let pool = pool
    let gone = "\(folder)/none"
    for _ in 0..<2 {
      await #expect(throws: (any Error).self) { try await pool.mailbox(at: gone) }
    }
    try FileManager.default.createSymbolicLink(atPath: gone, withDestinationPath: folder)
    _ = try await pool.mailbox(at: gone)
  }
}
