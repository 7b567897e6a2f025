import MailTesting
import MailTextTesting
import Synchronization
import Testing

@testable import Mail

/// A server that allows one connection per user.
@Suite(.timeLimit(.minutes(120)))
struct OneConnectionTests {
  @Test(arguments: ImaginaryServer.Fullness.allCases)
  func allThatAWindowDoesGoesOverOne(_ fullness: ImaginaryServer.Fullness) async throws {
    var traits = ServerTraits.rich
    traits.permanentFlags = ["\\Seen", "\\Flagged"]
    let this = try IMAPCase(traits, count: 30)
    this.addFolder("Archive", 500..<501, days: 2)
    this.server.limit(to: 1, fullness)
    let mailbox = try await this.open(marks: MarkFile(path: this.folder.file("marks.sqlite")))
    let troubles = Mutex<[MailboxState.Health]>([])
    let following = Task {
      for await state in mailbox.states() {
        if case .good = state.health { continue }
        troubles.withLock { $0.append(state.health) }
      }
    }
    _ = try await mailbox.refresh(for: .inbox)
    let inbox = try #require(mailbox.changes(of: .inbox))
    let further = mailbox.arrivals(in: FolderName("Archive"))
    for number in 0..<5 {
      try await this.waitForIdle()
      async let refresh = mailbox.refresh(for: number % 2 == 0 ? .inbox : FolderName("Archive"))
      let id = try #require(try await mailbox.conversation(holding: "\(number)@example.org"))
      let stub = try #require(try await mailbox.messages(in: id).first)
      #expect(try await mailbox.message(stub).passages.map(\.text) == ["Text \(number)"])
      _ = try await mailbox.mark(.read, in: [id], writes: true)
      try await mailbox.writeMarks()
      _ = try await refresh
    }
    try await this.waitForIdle()
    this.deliver(1000)
    for await _ in inbox { break }
    _ = try await mailbox.refresh(for: .inbox)
    #expect(try await mailbox.everything(in: Listing(folder: .inbox)).count == 31)
    #expect(this.server.mail.folders[0].messages.prefix(5).allSatisfy { !$0.flags.isEmpty })
    following.cancel()
    await following.value
    #expect(troubles.withLock(\.self).isEmpty)
    #expect(this.server.openCount == 1)
    #expect(this.server.violations == [])
    withExtendedLifetime(further) {}
  }
}
