import Foundation
import Mail
import Testing

@testable import Tideline

/// The mail of notifications about a mailbox on disk.
@MainActor
@Suite(.timeLimit(.minutes(120)))
struct ArrivedMailTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    for place in ["/Post", "/Post/.Junk"] { try makeMaildir(folder.path + place) }
  }

  private func open(marks: MarkFile? = nil) async throws -> Mailbox {
    let path = folder.path + "/Post"
    let mailbox = try await Mailbox.open(path, store: folder.path + "/store.sqlite", marks: marks)
    _ = try await mailbox.refresh()
    return mailbox
  }

  private func add(_ subject: String, as name: String) throws {
    let text = """
      From: Ann <ann@a.example>
      Subject: \(subject)
      Message-ID: <\(subject)@a.example>

      Hello

      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/Post/\(name)"))
  }

  @Test func mailThatArrivesInJunkIsNotNewInAllMail() async throws {
    let mailbox = try await open()
    var arrived = await ArrivedMail(in: mailbox, nil)
    try add("Sale", as: ".Junk/cur/1:2,")
    try add("Boat", as: "cur/2:2,")
    _ = try await mailbox.refresh()
    let news = try #require(await arrived.next(in: mailbox, nil))
    #expect(news.count == 1)
    #expect(news.lines == ["Ann: Boat"])
  }

  @Test func storedMailIsNotNewThoughTheFirstReadingFailed() async throws {
    let mailbox = try await open()
    try add("Boat", as: "cur/1:2,")
    _ = try await mailbox.refresh()
    let unread = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await ArrivedMail(in: mailbox, nil)
    }
    var arrived = await unread.value
    #expect(await arrived.next(in: mailbox, nil) == nil)
    try add("Tide", as: "cur/2:2,")
    _ = try await mailbox.refresh()
    #expect(await arrived.next(in: mailbox, nil)?.lines == ["Ann: Tide"])
  }

  /// Something else stands where the file of marks should be.
  @Test func mailThatCannotBeMarkedIsReported() async throws {
    let marks = folder.path + "/marks.sqlite"
    let mailbox = try await open(marks: MarkFile(path: marks))
    var arrived = await ArrivedMail(in: mailbox, nil)
    try add("Boat", as: "cur/1:2,")
    _ = try await mailbox.refresh()
    let news = try #require(await arrived.next(in: mailbox, nil))
    try FileManager.default.createDirectory(atPath: marks, withIntermediateDirectories: true)
    let (errors, failure) = AsyncStream.makeStream(of: (any Error).self)
    news.markRead(in: mailbox, writes: true) { failure.yield($0) }
    for await error in errors {
      #expect(error is MailError)
      break
    }
    #expect(try await mailbox.unreadCount() == 1)
  }
}
