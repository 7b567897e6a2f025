import Foundation
import MailTextTesting
import Synchronization
import Testing
import MailTesting

@testable import Mail

/// A reading that does not end blocks other readings only for a while, and nothing else.
@Suite(.timeLimit(.minutes(120)))
struct ReadingThreadsTests {
  /// More than Swift has threads for tasks, and more than a mailbox has for messages.
  private static let many = 3 * ProcessInfo.processInfo.activeProcessorCount + 8

  private func refreshed(
    _ source: some MailAccount,
    _ folder: TemporaryFolder,
    as name: String = ""
  )
    async throws -> (Mailbox, MessageStub)
  {
    let mailbox = try await Mailbox.open(source, store: folder.file("\(name).sqlite")).refreshed()
    return (mailbox, try await mailbox.firstMessage())
  }

  @Test func aReadingThatDoesNotEndIsGivenUp() async throws {
    let (folder, disk) = (try TemporaryFolder(), StuckDisk())
    defer { disk.answer() }
    let (mailbox, stub) = try await refreshed(StuckMail(disk), folder)
    await #expect(throws: MailError.messageSlow(path: "INBOX", seconds: 0)) {
      try await mailbox.message(stub, within: .milliseconds(1))
    }
  }

  @Test func aReadingThatIsCancelledEndsAlsoWhereTheDiskDoesNotAnswer() async throws {
    let (folder, disk) = (try TemporaryFolder(), StuckDisk())
    defer { disk.answer() }
    let (mailbox, stub) = try await refreshed(StuckMail(disk), folder)
    let reading = Task { try await mailbox.message(stub) }
    await disk.waits(1)
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
  }

  @Test func readingsThatDoNotEndLeaveTheListAlone() async throws {
    let (folder, disk) = (try TemporaryFolder(), StuckDisk())
    defer { disk.answer() }
    let (mailbox, stub) = try await refreshed(StuckMail(disk), folder)
    let readings = (0..<Self.many).map { _ in Task { try await mailbox.message(stub) } }
    defer { for reading in readings { reading.cancel() } }
    await disk.waits(4)
    #expect(try await mailbox.refresh().messages == 1)
    #expect(try await mailbox.everything().count == 1)
    // Other readings have the same time limit, and use no more threads.
    await #expect(throws: MailError.messageSlow(path: "INBOX", seconds: 0)) {
      try await mailbox.message(stub, within: .milliseconds(1))
    }
    #expect(disk.waiting == 4)
  }

  @Test func workThatWaitsForADiskLeavesOtherTasksAlone() async throws {
    let disk = StuckDisk()
    let works = (0..<Self.many).map { _ in Task { await ReadingThreads.run { disk.read() } } }
    await disk.waits(Self.many)
    disk.answer()
    for work in works { await work.value }
  }

  @Test func afterTheDiskHasAnsweredMessagesAreReadAgain() async throws {
    let (folder, disk) = (try TemporaryFolder(), StuckDisk())
    let (mailbox, stub) = try await refreshed(StuckMail(disk), folder)
    for _ in 0..<Self.many {
      await #expect(throws: MailError.self) {
        try await mailbox.message(stub, within: .milliseconds(1))
      }
    }
    disk.answer()
    #expect(try await mailbox.message(stub).passages.map(\.text) == ["Some text."])
  }

  @Test func aRefreshThatDoesNotEndLeavesOtherMailboxesAlone() async throws {
    let (folder, disk) = (try TemporaryFolder(), StuckDisk())
    defer { disk.answer() }
    let stuck = try await Mailbox.open(
      StuckMail(disk, refreshesStick: true),
      store: folder.file("stuck.sqlite")
    )
    let refresh = Task { try await stuck.refresh() }
    await disk.waits(ProcessInfo.processInfo.activeProcessorCount)
    #expect(try await stuck.everything().isEmpty)
    let fixture = try MaildirFixture()
    try fixture.add(message("a@x"), as: "cur/1.a:2,S")
    let mailbox = try await fixture.open().refreshed()
    #expect(try await mailbox.everything().count == 1)
    disk.answer()
    #expect(try await refresh.value.messages == 1)
  }
}

/// A disk that answers only when a test lets it, like a network disk.
private final class StuckDisk: Sendable {
  private let state = Mutex((waiting: 0, answers: false))
  private let turn = DispatchSemaphore(value: 0)

  /// The number of threads that wait for the disk.
  var waiting: Int { state.withLock { $0.waiting } }

  /// Blocks the thread until the disk answers.
  func read() {
    let answers = state.withLock { state in
      state.waiting += 1
      return state.answers
    }
    if !answers { turn.wait() }
    turn.signal()
  }

  func answer() {
    state.withLock { $0.answers = true }
    turn.signal()
  }

  /// Waits until this many threads wait for the disk.
  func waits(_ count: Int) async {
    while waiting < count { await Task.yield() }
  }
}

/// One message, on a disk that does not answer.
private struct StuckMail: OneFolderAccount {
  let identifier = "test:stuck"
  let title = "Stuck"
  private let disk: StuckDisk
  private let refreshesStick: Bool
  private let mail = ListedMail()

  init(_ disk: StuckDisk, refreshesStick: Bool = false) {
    (self.disk, self.refreshesStick) = (disk, refreshesStick)
    mail.post([ListedMail.message(1)])
  }

  func changes(
    since checkpoint: SyncCheckpoint?,
    known: @Sendable () async throws -> [MessageKey: MessageFlags],
    report: @Sendable (MailBatch) async throws -> Void
  ) async throws -> SyncCheckpoint? {
    if refreshesStick {
      try await withTaskExecutorPreference(syncThreads) {
        try await MessageReading.forEachChunk(of: Array(0..<10_000)) { _ in
          disk.read()
        } consume: { _, _ in
        }
      }
    }
    return try await mail.changes(since: checkpoint, known: known, report: report)
  }

  func message(_ place: KnownMessage, in folder: FolderID) async throws -> FoundMessage {
    await withTaskExecutorPreference(threads) {
      disk.read()
      return found
    }
  }

  private let syncThreads = ReadingThreads()
  private let threads = ReadingThreads(count: 4)
  private let found = FoundMessage(
    bytes: Array("From: Ann <ann@a.example>\nMessage-ID: <1@listed>\n\nSome text.\n".utf8),
    isCut: false,
    path: "stuck",
    received: 0
  )
}
