import Foundation
import GRDB
import Synchronization
import Testing

@testable import Mail

/// The lock for refreshing a folder, and reading while others use the store.
struct FolderLockTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func oneHoldsItAtATime() throws {
    let path = folder.file("store.sqlite")
    var lock: FolderLock? = try FolderLock(of: path)
    #expect(try lock?.take(1) == true)
    let other = try FolderLock(of: path)
    #expect(try !other.take(1))
    #expect(try other.take(2))
    lock = nil
    #expect(try other.take(1))
  }

  /// One refresh has got the first folder, and waits for the second, which another process holds.
  /// Another refresh wants the first folder, and has no patience with other processes.
  @Test func aLeaseOfARefreshThatStillWaitsIsNotTakenForThatOfAnotherProcess() async throws {
    let path = folder.file("store.sqlite")
    let process = try FolderLock(of: path)
    #expect(try process.take(2))
    let waiting = Task { try await FolderLeases([1, 2], of: path, patience: .seconds(600)) }
    while try process.take(1) {
      process.release(1)
      try await Task.sleep(for: .milliseconds(10))
    }
    let other = Task { try await FolderLeases([1], of: path, patience: .zero).folders }
    try await Task.sleep(for: .milliseconds(100))
    process.release(2)
    let leases = try await waiting.value
    #expect(leases.folders == [1, 2])
    leases.end()
    #expect(try await other.value == [1])
  }

  /// A descriptor closed a second time may belong to another file: for example, the store that
  /// another thread has just opened.
  @Test func whoDoesNotGetItClosesNobodysFile() throws {
    let path = folder.file("store.sqlite")
    let lock = try FolderLock(of: path)
    #expect(try lock.take(1))
    let isDone = Atomic(false)
    let lost = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      if thread == 0 {
        for _ in 0..<20_000 { _ = try? FolderLock(of: path).take(1) }
        isDone.store(true, ordering: .relaxed)
      } else {
        while !isDone.load(ordering: .relaxed) {
          let file = open(path + ".lock", O_RDONLY | O_CLOEXEC)
          if close(file) != 0 { lost.add(1, ordering: .relaxed) }
        }
      }
    }
    withExtendedLifetime(lock) {}
    #expect(lost.load(ordering: .relaxed) == 0)
  }

  /// Another process migrates the file that has replaced this one.
  @Test func whoReadsDoesNotWaitForAFileThatIsOpenedAnew() async throws {
    let path = folder.file("store.sqlite")
    let store = try Store(path: path, mailbox: "test", mayReplaceAnything: true)
    try await store.write { _ in }
    try StoreFile.remove(path)
    _ = try StoreFile.make(path)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
    // Waits for the other process, but not for ever.
    let writing = Task { try? await store.write { _ in } }
    try await Task.sleep(for: .milliseconds(200))
    #expect(try await store.read(StoreSchema.account) == "test")
    try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    await writing.value
    try await store.write { _ in }
  }

  @Test func whatIsWrittenIsTold() async throws {
    let store = try Store(path: folder.file("a"), mailbox: "test", mayReplaceAnything: true)
    var commits = store.commits.stream().makeAsyncIterator()
    try await store.write { _ in }
    #expect(await commits.next() != nil)
  }
}
