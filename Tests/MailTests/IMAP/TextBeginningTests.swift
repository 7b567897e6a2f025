import Foundation
import IMAP
import Testing

@testable import Mail

/// The row of a message on a server has the same first words as the row of the whole message.
///
/// `MESSAGES=FOLDER swift test --filter TextBeginning` prints the success and the cost for a folder
/// of messages, each in a file.
@Suite struct TextBeginningTests {
  private struct Row {
    /// Whether the beginning of its text was enough.
    var wasEnough: Bool
    var isRight: Bool
    /// Whether all of its text was fetched, or enough of it.
    var isSure: Bool
    /// The sizes of the beginning, and of the text fetched after it, in bytes.
    var cost: (beginning: Int, more: Int)
  }

  private static let now: Int64 = 1_700_000_000

  /// Fetches a message as ``RowFetch`` does.
  private func row(_ bytes: [UInt8]) throws -> Row {
    let bytes = Self.withNetworkLineEnds(bytes)
    let length = bytes.withUnsafeBufferPointer { $0.headerLength } ?? bytes.count
    let text = bytes[length...]
    let beginning = text.prefix(MessageItems.beginning)
    var header = FetchedMessage(sequenceNumber: 1)
    header.uid = 1
    header.internalDate = Self.now
    header.sections[Section(.headerFields)] = Array(bytes[..<length])
    header.sections[Section(.text)] = Array(beginning)
    var message = try #require(ServerMessage(header, now: Self.now))
    var row = Row(
      wasEnough: message.hasAllWords,
      isRight: false,
      isSure: message.hasAllWords || text.count < MessageItems.textLimit,
      cost: (beginning.count, 0)
    )
    if !row.wasEnough {
      var rest = FetchedMessage(sequenceNumber: 1)
      let more = text.prefix(MessageItems.textLimit).dropFirst(MessageItems.beginning)
      rest.sections[Section(.text)] = Array(more)
      message.add(rest, now: Self.now)
      row.cost.more = more.count
    }
    let whole = MessageHead(ofMessage: bytes, received: Self.now, now: Self.now)
    row.isRight = message.head.snippet == whole.snippet
    return row
  }

  private static func withNetworkLineEnds(_ bytes: [UInt8]) -> [UInt8] {
    var (lines, last) = ([UInt8](), UInt8(0))
    for byte in bytes {
      if byte == 10, last != 13 { lines.append(13) }
      lines.append(byte)
      last = byte
    }
    return lines
  }

  @Test(arguments: [ManyMessages.rules, .styles, .sample])
  func everyMessageHasItsWords(in messages: ManyMessages) throws {
    for (name, bytes) in try messages.all() {
      let row = try row(bytes)
      #expect(row.isRight || !row.isSure && messages != .sample, "\(name)")
    }
  }

  /// The writer's own words are below a quote that is longer than the beginning.
  @Test func moreIsFetchedOnlyWhereItIsNeeded() throws {
    let header = "From: Ann <ann@example.org>\nSubject: Tide\n\n"
    let quote = String(repeating: "> High water is at noon.\n", count: 40)
    let long = String(repeating: "Low water is at six.\n", count: 60)
    let below = try row(Array((header + quote + "\nThanks\n").utf8))
    #expect(!below.wasEnough && below.isRight)
    let above = try row(Array((header + long + "\n\n" + quote).utf8))
    #expect(above.wasEnough && above.isRight)
  }

  /// The plain text of a message with a page may only refer to the page.
  @Test func aShortAlternativeIsNotTakenForAllThereIs() throws {
    let page = String(repeating: "<p>High water is at noon, low water at six.</p>", count: 30)
    let message = """
      From: Ann <ann@example.org>
      Content-Type: multipart/alternative; boundary=x

      --x
      Content-Type: text/plain

      See the page.
      --x
      Content-Type: text/html

      \(page)
      --x--

      """
    let row = try row(Array(message.utf8))
    #expect(!row.wasEnough && row.isRight)
  }

  @Test func figuresOfAFolder() throws {
    guard let folder = ProcessInfo.processInfo.environment["MESSAGES"] else { return }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let rows = try names.map { name in
      try row(Array(try Data(contentsOf: URL(fileURLWithPath: folder).appending(path: name))))
    }
    let right = rows.count(where: \.isRight)
    let taken = rows.filter(\.wasEnough)
    let beginnings = rows.reduce(0) { $0 + $1.cost.beginning }
    let more = rows.reduce(0) { $0 + $1.cost.more }
    print("\(rows.count) messages, \(right) right; for \(taken.count) the beginning was enough,")
    print("\(taken.count(where: \.isRight)) of them right; \(beginnings) bytes and \(more) more")
  }
}
