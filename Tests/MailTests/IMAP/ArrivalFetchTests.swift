import MailTesting
import Testing

@testable import Mail

/// The refreshes that fetch arriving mail while a mailbox is followed.
@Suite(.timeLimit(.minutes(120)))
struct ArrivalFetchTests {
  private let this: IMAPCase
  private let mailbox: Mailbox

  init() async throws {
    this = try IMAPCase(.rich, count: 30)
    this.addFolder("Archive")
    mailbox = try await this.open().refreshed(for: .inbox)
  }

  private static let archive = FolderName(components: ["Archive"])

  private func follow(_ folder: FolderName = .inbox) -> Task<Void, Never> {
    Task { [mailbox] in for await _ in mailbox.states(watching: folder) {} }
  }

  private func wait(forMessage number: Int, in folder: FolderName = .inbox) async throws {
    let listing = Listing(folder: folder)
    while try await mailbox.storedConversations(in: listing, after: nil, limit: 1)
      .conversations.first?.subject != "Number \(number)"
    {
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  /// Delivers messages one after the other.
  ///
  /// - Returns: the commands that fetch them.
  private func arrivals(_ numbers: Range<Int>) async throws -> ArraySlice<String> {
    let before = this.server.commands.count
    for number in numbers {
      this.deliver(number, days: 0.01 - Double(number - 1000) / 1000)
      try await wait(forMessage: number)
      try await this.waitForIdle()
    }
    return this.server.commands.dropFirst(before)
  }

  @Test func oneArrivalMakesOneRefreshOfItsFolderHoweverManyFollow() async throws {
    let followers = (0..<3).map { _ in follow() }
    try await this.waitForIdle()
    let commands = try await arrivals(1000..<1003)
    #expect(commands.count { $0.contains("EXAMINE") } == 3)
    #expect(commands.count { $0.contains("LIST") || $0.contains("STATUS") } == 0)
    // The folder is opened, the row and the beginning of the text are fetched, and IDLE follows.
    #expect(commands.count <= 3 * 4, "\(commands)")
    #expect(this.server.violations == [])
    for follower in followers { follower.cancel() }
  }

  /// Windows that list the inbox, and one that lists all mail, which hears of each arrival, too.
  @Test func oneArrivalMakesOneRefreshWhateverIsListed() async throws {
    let everything = Task { [mailbox] in for await _ in mailbox.states(watching: nil) {} }
    let followers = [follow(), follow(), everything]
    try await this.waitForIdle()
    let commands = try await arrivals(1000..<1005)
    #expect(commands.count { $0.contains("EXAMINE") } == 5, "\(commands)")
    for follower in followers { follower.cancel() }
  }

  private func file(_ number: Int) {
    this.server.change { $0.folders[1].deliver(IMAPCase.message(number, days: 0.01)) }
  }

  @Test func whatCameBeforeAFolderIsWatchedIsFetched() async throws {
    file(1000)
    _ = try await mailbox.page(in: Listing(folder: Self.archive), limit: 10)
    file(1001)
    let follower = follow(Self.archive)
    try await wait(forMessage: 1001, in: Self.archive)
    follower.cancel()
  }

  /// The first page reads it.
  @Test func aFolderThatWasNeverReadIsOnlyWatched() async throws {
    file(1000)
    let before = this.server.commands.count
    let follower = follow(Self.archive)
    try await this.waitForIdle()
    follower.cancel()
    #expect(!this.server.commands.dropFirst(before).contains { $0.contains("FETCH") })
  }

  @Test func mailThatArrivesWhileAnotherProcessHoldsTheFolderIsFetchedAfterwards() async throws {
    let follower = follow()
    try await this.waitForIdle()
    let lock = try FolderLock(of: mailbox.storePath)
    for folder in 1...2 {
      // The reading with which the watch begins may hold it.
      while try !lock.take(Int64(folder)) { try await Task.sleep(for: .milliseconds(1)) }
    }
    this.deliver(1000)
    for await state in mailbox.states() { if case .failed = state.health { break } }
    for folder in 1...2 { lock.release(Int64(folder)) }
    try await wait(forMessage: 1000)
    try await this.waitForIdle()
    follower.cancel()
  }
}
