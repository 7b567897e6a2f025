import Foundation
import MailTextTesting
import SystemPackage
import Testing

@testable import Mail

/// The store keeps the position of a message in an mbox, so that reading it does not search the
/// whole file. Other programs rewrite the file at any time, so the position is never trusted.
struct MboxHintTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("inbox") }

  init() throws { folder = try TemporaryFolder() }

  private func refreshed() async throws -> Mailbox {
    try await Mailbox.open(path, store: folder.file("store.sqlite")).refreshed()
  }

  /// Message-IDs with their stored offsets, in the file's order.
  private func stored(_ mailbox: Mailbox) async throws -> [String: [Int64?]] {
    var offsets: [String: [Int64?]] = [:]
    for row in try await mailbox.everything() {
      for stub in try await mailbox.messages(in: row.id) {
        offsets[stub.id.messageID, default: []] += stub.places.map { $0.message.hint?.offset }
      }
    }
    return offsets
  }

  private func find(_ key: MessageKey, at offset: Int64?) async throws -> String {
    let hint = offset.map { PlaceHint.offset($0) }
    let found = try await MboxFinder(path: FilePath(path)).find(
      KnownMessage(key: key, flags: [], hint: hint)
    )
    return String(decoding: found.bytes, as: UTF8.self)
  }

  /// The keys of the file's messages, and their offsets.
  private func keys() async throws -> [(key: MessageKey, offset: Int64)] {
    let reader = HintReader()
    _ = try await Mbox(path: FilePath(path)).changes(
      since: nil,
      known: { KnownFlags() },
      report: { await reader.add($0) }
    )
    return await reader.places
  }

  private actor HintReader {
    private(set) var places: [(key: MessageKey, offset: Int64)] = []

    func add(_ batch: MailBatch) {
      for message in batch.new { places.append((message.key, message.hint?.offset ?? -1)) }
    }
  }

  /// Two copies with equal headers and lengths, which differ only in their positions.
  private func writeCopies() throws -> (first: Int64, second: Int64) {
    let texts = ["one", "two"].map { mboxText(message("a@x", body: "The text is \($0).\n")) }
    let other = mboxText(message("b@x", body: ">From the sea.\n"))
    try folder.write(other + texts[0] + other + texts[1], to: "inbox")
    let (length, copy) = (Int64(other.utf8.count), Int64(texts[0].utf8.count))
    return (length, 2 * length + copy)
  }

  @Test func aMessageIsReadWhereItWasSeen() async throws {
    let offsets = try writeCopies()
    let key = try #require(try await keys().first { $0.offset == offsets.first }).key
    #expect(try await find(key, at: offsets.first).hasSuffix("The text is one.\n"))
    #expect(try await find(key, at: offsets.second).hasSuffix("The text is two.\n"))
    // Without an offset, the search from the end of the file finds the last copy.
    #expect(try await find(key, at: nil).hasSuffix("The text is two.\n"))
    let other = try #require(try await keys().first { $0.offset == 0 }).key
    #expect(try await find(other, at: 0).hasSuffix("\nFrom the sea.\n"))
  }

  @Test func whereAnotherMessageLiesTheFileIsLookedThrough() async throws {
    let offsets = try writeCopies()
    let key = try #require(try await keys().first { $0.offset == offsets.first }).key
    let size = offsets.second * 2
    for offset in [0, 1, offsets.first + 60, size, size + 1, -1, .min, .max] {
      #expect(try await find(key, at: offset).hasSuffix("The text is two.\n"))
    }
    try folder.write(mboxText(message("b@x")), to: "inbox")
    await #expect(throws: MailError.messageGone(path: path)) {
      try await find(key, at: offsets.first)
    }
    try folder.write("", to: "inbox")
    await #expect(throws: MailError.messageGone(path: path)) { try await find(key, at: 0) }
  }

  @Test func aRefreshRenewsThePlacesOfMessagesThatMoved() async throws {
    let texts = (0..<5).map { mboxText(message("\($0)@x", body: "\($0)\n")) }
    try folder.write(texts.joined(), to: "inbox")
    let mailbox = try await refreshed()
    let length = Int64(texts[0].utf8.count)
    #expect(
      try await stored(mailbox) == [
        "0@x": [0], "1@x": [length], "2@x": [2 * length],
        "3@x": [3 * length], "4@x": [4 * length],
      ]
    )
    try folder.write(texts[2...].joined(), to: "inbox")
    let summary = try await mailbox.refresh()
    #expect(summary.removed == 2 && summary.newMessages == 0 && summary.updated == 0)
    #expect(try await stored(mailbox) == ["2@x": [0], "3@x": [length], "4@x": [2 * length]])
    try folder.write(texts[2...].joined() + texts[0], to: "inbox")
    _ = try await mailbox.refresh()
    #expect(try await stored(mailbox)["0@x"] == [3 * length])
  }

  @Test func aPackedFileHasNoPlaces() async throws {
    let layout = try Layout()
    try folder.write(try layout.gzip(mboxText(message("a@x", body: "Hello\n"))), to: "inbox")
    let mailbox = try await refreshed()
    #expect(try await stored(mailbox) == ["a@x": [nil]])
    let key = try #require(try await keys().first).key
    #expect(try await find(key, at: 0).hasSuffix("Hello\n"))
  }

  /// A message found by its offset ends where a scan has it, even with a wrong Content-Length.
  @Test func aPlaceEndsWhereALookThroughTheFileHasIt() throws {
    var text = "\u{FEFF}"
    for index in 0..<200 {
      let body = String(repeating: "From the \(index)th line\n\n", count: index % 7 * (index % 50))
      let length = body.utf8.count + [0, 0, 3, 100_000][index % 4]
      let extra = index % 3 == 0 ? "" : "Content-Length: \(length)\n"
      text += mboxText(message("\(index)@x", extra: extra, body: body))
      if index % 100 == 0 { text += String(repeating: "long\n", count: 300_000) + "\n" }
    }
    let (scanner, file) = try Layout().scan(text)
    #expect(scanner.places.count >= 200)
    for place in scanner.places {
      let same = try MboxScanner.place(at: place.mark, in: file.descriptor, to: file.size)
      #expect(same == place)
    }
  }
}

extension PlaceHint {
  fileprivate var offset: Int64? {
    if case .offset(let offset) = self { offset } else { nil }
  }
}
