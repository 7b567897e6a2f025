import Foundation
import MailTextTesting
import SystemPackage

@testable import Mail
@testable import MailText

/// Fuzzes every function that reads bytes from outside. Each must end for any input, and its
/// results must be consistent.
///
/// `make fuzz` tries new input; CorpusTests runs all input that was kept.
enum FuzzTarget: String, CaseIterable {
  case message
  case mbox
  case name

  func run(_ input: UnsafeRawBufferPointer) {
    switch self {
    case .message: Self.message(input)
    case .mbox: Self.mbox(input)
    case .name: Self.name(input)
    }
  }

  private static func message(_ input: UnsafeRawBufferPointer) {
    var bytes = Array(input)
    let header = bytes.withUnsafeBufferPointer { $0.headerLength } ?? bytes.count
    let headerLength = min(header, MessageExcerpt.headerLimit)
    let end = min(bytes.count, headerLength + MessageExcerpt.bodyLimit)
    let excerpt = MessageExcerpt(
      headerLength: headerLength,
      bodyLength: Int64(bytes.count - headerLength),
      isCut: end < bytes.count
    )
    let parsed = bytes.withUnsafeMutableBufferPointer {
      MessageParser.parse(
        UnsafeMutableBufferPointer(rebasing: $0[..<end]),
        excerpt: excerpt,
        received: 1_600_000_000,
        now: 1_700_000_000,
        whole: { Array(input) }
      )
    }
    check(parsed.head)
    let found = FoundMessage(bytes: Array(input), isCut: false, path: "", received: 1_600_000_000)
    check(MessageReader.read(found, now: 1_700_000_000))
    checkAgreement(parsed.head, on: Array(input))
  }

  /// A row shows the same words as the whole message.
  private static func checkAgreement(_ head: MessageHead, on input: [UInt8]) {
    var bytes = input
    let whole = bytes.withUnsafeMutableBufferPointer { MessageBytes($0, goesOn: false).whole() }
    precondition(head.snippet == whole.firstWords)
    precondition(head.hasAttachments == !whole.attachments.isEmpty)
  }

  /// Blocks have all letters of the text, runs in order, and pictures that exist.
  private static func check(_ passage: Passage, _ pictures: Int) {
    var blocks = passage.blocks
    var letters = 0
    while let block = blocks.popLast() {
      switch block {
      case .paragraph(let text), .heading(_, let text), .preformatted(let text):
        var end = 0
        for run in text.runs {
          precondition(run.range.lowerBound >= end && !run.range.isEmpty)
          end = run.range.upperBound
        }
        precondition(!text.text.isEmpty && end <= text.text.utf8.count)
        letters += text.text.unicodeScalars.count { $0.properties.isAlphabetic }
      case .quote(let quoted): blocks += quoted
      case .list(let items): blocks += items.flatMap(\.blocks)
      case .table(let rows): blocks += rows.joined().flatMap(\.blocks)
      case .picture(let picture):
        precondition((0..<pictures).contains(picture.index))
        letters += picture.alternative.unicodeScalars.count { $0.properties.isAlphabetic }
      case .rule: break
      }
    }
    let isMarked = passage.kind == .quoted
    let wanted = passage.text.unicodeScalars.count { $0.properties.isAlphabetic }
    precondition(isMarked || letters >= wanted)
  }

  private static func check(_ message: ReadMessage) {
    let text = message.passages.map(\.text)
    precondition(!text.contains(""))
    for passage in message.passages { check(passage, message.pictures.count) }
    precondition(text.map(\.utf8.count).reduce(0, +) <= ReadMessage.textLimit + 10_000)
    precondition(message.attachments.count <= ReadMessage.attachmentLimit)
    for attachment in message.attachments {
      precondition(attachment.size >= 0)
      precondition(attachment.name.unicodeScalars.count <= Attachment.nameLimit)
    }
    for scalar in text.joined().unicodeScalars {
      precondition(scalar.value >= 0x20 || scalar == "\n" || scalar == "\t")
    }
  }

  private static func check(_ head: MessageHead) {
    precondition(!head.messageID.isEmpty)
    precondition(!head.references.contains(""))
    precondition(head.references.count <= Header.referenceLimit)
    precondition((0...4_102_531_200).contains(head.date))
    precondition(head.senders.count <= Header.senderLimit)
    precondition(head.subject.unicodeScalars.count <= Header.subjectLimit)
    precondition(head.snippet.unicodeScalars.count <= FirstWords.limit)
    for text in head.senders + [head.subject, head.snippet] {
      precondition(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
    }
  }

  private static func mbox(_ input: UnsafeRawBufferPointer) {
    var path = Array("\(NSTemporaryDirectory())/tideline-mbox-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { return }
    let file = FileDescriptor(rawValue: descriptor)
    defer { close(descriptor) }
    unlink(path)
    guard write(descriptor, input.baseAddress, input.count) == input.count else { return }
    guard let scanner = try? MboxScanner(file, from: 0, to: Int64(input.count)) else { return }
    var last: Int64 = -1
    let reader = MessageFile()
    defer { withExtendedLifetime(reader) {} }
    for place in scanner.places {
      precondition(place.mark > last && place.mark <= place.start && place.start <= place.end)
      precondition(place.end <= input.count)
      last = place.mark
      guard
        let message = try? reader.read(
          file,
          from: place.start,
          length: place.end - place.start,
          modified: max(0, (try? FromLine.date(place, in: file)) ?? 0)
        )
      else { continue }
      let parsed = MessageParser.parse(
        message.bytes,
        excerpt: message.excerpt,
        received: 1_600_000_000,
        now: 1_700_000_000
      )
      check(parsed.head)
    }
  }

  private static func name(_ input: UnsafeRawBufferPointer) {
    let chars = input.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
    for isNew in [false, true] {
      guard let entry = MaildirEntry(chars, isNew: isNew) else { continue }
      precondition(!entry.key.bytes.isEmpty)
      precondition(entry.key.bytes.count < chars.count)
      precondition(entry.name == chars)
    }
  }
}
