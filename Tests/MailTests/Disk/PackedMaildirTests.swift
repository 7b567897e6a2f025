import Foundation
import MailTextTesting
import Testing

@testable import Mail

/// Messages of a Maildir that a server has compressed one by one.
struct PackedMaildirTests {
  private let layout: Layout
  private let name = "cur/1700000001.M1.host,S=300:2,SZ"
  private let body = "Packed words.\n"

  init() throws {
    layout = try Layout()
    try layout.maildir("box")
  }

  private func write(_ data: Data, to name: String? = nil) throws {
    try layout.folder.write(data, to: "box/\(name ?? self.name)")
  }

  private func read() async throws -> SourceReader {
    let reader = try await SourceReader(reading: layout.source("box"))
    return reader
  }

  private func packed(extra: String = "", body: String) throws -> Data {
    try layout.gzip(message("p@x", "Packed letter", extra: extra, body: body))
  }

  @Test func aPackedMessageIsListedLikeAnyOther() async throws {
    try write(try packed(body: body))
    let reader = try await read()
    let plain = try #require(reader.head("p@x"))
    #expect(plain.subject == "Packed letter")
    #expect(plain.snippet == "Packed words.")
    #expect(plain.date == 1_672_671_845)
    #expect(Set(reader.content) == ["box@x 1", "p@x 1"])
    #expect(reader.skipped.isEmpty)
    // Uncompressed, the message is the same.
    try write(Data(message("p@x", "Packed letter", body: body).utf8))
    #expect(try await read().head("p@x") == plain)
  }

  @Test func aPackedMessageWithoutAnIDHasTheOneThatItHasUnpacked() async throws {
    let text = "Subject: no id\n\n" + String(repeating: "A line of text.\n", count: 10_000)
    try write(try layout.gzip(text))
    let packed = try await read().content
    try write(Data(text.utf8))
    #expect(try await read().content == packed)
  }

  @Test func aLongPackedMessageIsReadFarEnoughForItsRow() async throws {
    let page = "<html><style>\(String(repeating: "p { color: red }\n", count: 9_000))</style>"
    try write(try packed(extra: "Content-Type: text/html\n", body: "\(page)<p>Late words.</p>\n"))
    #expect(try await read().head("p@x")?.snippet == "Late words.")
  }

  @Test func aPackedMessageIsReadAndItsAttachmentsAre() async throws {
    let parts =
      "--b\n\n\(body)--b\nContent-Type: text/plain\n"
      + "Content-Disposition: attachment; filename=notes.txt\n\nIn the file.\n--b--\n"
    try write(try packed(extra: "Content-Type: multipart/mixed; boundary=b\n", body: parts))
    let mailbox = try await layout.open("box").refreshed()
    let stub = try await mailbox.firstMessage(of: "Packed letter")
    let whole = try await mailbox.message(stub)
    #expect(whole.passages.map(\.text) == ["Packed words."])
    let attached = try #require(whole.attachments.first)
    #expect(attached.name == "notes.txt")
    let content = try await mailbox.content(of: attached, in: stub)
    #expect(String(decoding: content, as: UTF8.self) == "In the file.")
  }

  static let kinds: [(beginning: [UInt8], word: String)] = [
    ([0x28, 0xB5, 0x2F, 0xFD, 0x24, 0x00, 0x58], "zstd"),
    ([0x04, 0x22, 0x4D, 0x18, 0x64, 0x40], "LZ4"),
    (Array("Dovecot-LZ4\r".utf8) + [0x2A, 0x9B, 0xC5, 0, 0], "LZ4"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00, 0x00], "xz"),
    (Array("BZh91AY&SY".utf8) + [0x8A], "bzip2"),
    (Array("CRYPTED".utf8) + [0x03, 0x07, 0x02], "encrypted"),
  ]

  @Test(arguments: kinds)
  func whatCannotBeUnpackedIsNamedAndHasNoRow(beginning: [UInt8], word: String) async throws {
    try write(Data(beginning) + Data(repeating: 0xA5, count: 200))
    let reader = try await read()
    #expect(reader.content == ["box@x 1"])
    #expect(reader.skipped.map(\.path) == [layout.path("box/\(name)")])
    #expect(reader.skipped.first?.reason.contains(word) == true)
    // The folder is still read to its end.
    #expect(reader.checkpoint != nil)
  }

  @Test func aMessageThatBeginsLikeAPackedOneIsNone() async throws {
    try write(Data("BZh: 1\nMessage-ID: <p@x>\n\nText.\n".utf8))
    #expect(try await read().head("p@x")?.snippet == "Text.")
  }

  @Test func ofADamagedMessageTheBeginningIsListedAndTheDamageIsNamed() async throws {
    var random = SplitMix64(seed: 3)
    let text = (0..<9_000).map { _ in "\(random.next())\n" }.joined()
    let whole = try packed(body: "First words.\n" + text)
    try write(whole.prefix(whole.count / 2))
    let reader = try await read()
    #expect(reader.head("p@x")?.snippet.hasPrefix("First words.") == true)
    #expect(reader.skipped.map(\.path) == [layout.path("box/\(name)")])
    #expect(reader.skipped.first?.isInPart == true)
    // A file of which nothing can be decompressed.
    try write(Data([0x1F, 0x8B, 8, 0, 1, 2, 3]))
    let none = try await read()
    #expect(none.content == ["box@x 1"])
    #expect(none.skipped.count == 1)
  }
}
