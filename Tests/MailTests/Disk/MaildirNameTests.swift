import MailTextTesting
import Testing

@testable import Mail

/// The names of files in a Maildir, as written by programs and by file systems without colons.
struct MaildirNameTests {
  private static let key = "1700000001.M1P2.host,S=300"

  private func taken(_ name: String) -> [String] {
    guard let entry = MaildirEntry(name, isNew: false) else { return [] }
    return [String(decoding: entry.key.bytes, as: UTF8.self), "\(entry.flags.rawValue)"]
  }

  @Test(arguments: [":", ";", "!", "-", "_", "\u{F03A}", "\u{F022}"])
  func flagsStandBehindAnyOfTheSeparators(separator: String) {
    #expect(taken("\(Self.key)\(separator)2,S") == [Self.key, "1"])
    #expect(taken("\(Self.key)\(separator)2,FS") == [Self.key, "3"])
    #expect(taken("\(Self.key)\(separator)2,SZa") == [Self.key, "1"])
    #expect(taken("\(Self.key)\(separator)2,") == [Self.key, "0"])
    #expect(taken("\(separator)2,S") == ["\(separator)2,S", "1"])
  }

  @Test(arguments: [
    ("\(key):2,:2,S", "1"), ("\(key):2,:::2:2::2,S", "1"), ("\(key):2,S:2,FS", "3"),
    ("\(key);2,S:2,FS", "3"), ("\(key):2,S;2,F", "2"), ("\(key):2,S:2,", "0"),
    ("\(key)!2,S!2,S", "1"), ("\(key):1,S", "0"), ("\(key):", "0"),
  ])
  func ofSeveralInfoPartsTheLastCounts(name: String, flags: String) {
    #expect(taken(name) == [Self.key, flags])
  }

  /// Dovecot's form is `:2,flags,field,field`.
  @Test(arguments: [
    ("\(key):2,,S=134", "0"), ("\(key):2,S,T=5,FRD", "1"), ("\(key):2,FS,", "3"),
    ("\(key):2,S,X-2,F", "1"), ("\(key);2,S,T", "1"),
  ])
  func fieldsBehindTheFlagsAreNoFlags(name: String, flags: String) {
    #expect(taken(name) == [Self.key, flags])
  }

  @Test(arguments: [
    "1700000001.M1.host-2,S=300", "1700000001.M1.host-2", "1700000001_2.mx-2.host,U=7",
    "1700000001.M1-2,W=310.host", "12.x",
  ])
  func aUniquePartMayLookAlike(name: String) {
    #expect(taken(name) == [name, "0"])
    #expect(taken("\(name):2,S") == [name, "1"])
    #expect(taken("\(name);2,F") == [name, "2"])
  }

  @Test(arguments: [":", ";", "!", "-"])
  func aMessageMovedFromNewToCurIsNoNewMail(separator: String) async throws {
    let maildir = try MaildirFixture()
    try maildir.add(message("a@x", body: "The whole text.\n"), as: "new/1.a")
    let mailbox = try await maildir.open().refreshed()
    let row = try #require(try await mailbox.everything().first)
    #expect(row.unread == 1)
    let stub = try #require(try await mailbox.messages(in: row.id).first)
    try maildir.move("new/1.a", to: "cur/1.a\(separator)2,FS")
    let summary = try await mailbox.refresh()
    #expect((summary.newMessages, summary.inserted) == (0, 0))
    #expect((summary.removed, summary.updated) == (0, 1))
    let list = try await mailbox.everything()
    #expect(list.map(\.unread) == [0])
    #expect(list.map(\.flagged) == [true])
    #expect(try await mailbox.message(stub).passages.map(\.text) == ["The whole text."])
    try maildir.move("cur/1.a\(separator)2,FS", to: "cur/1.a\(separator)2,RS")
    #expect(try await mailbox.message(stub).passages.map(\.text) == ["The whole text."])
  }
}
