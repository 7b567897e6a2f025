import Foundation
import MailTextTesting
import Testing

@testable import Mail

/// Compressed mboxes. The data is compressed by the system's `gzip`.
struct GzipTests {
  private let layout: Layout
  private var path: String { layout.path("box/Archive.mbox.gz") }

  init() throws {
    layout = try Layout()
    try layout.makeFolder("box")
  }

  private func gzip(_ text: String) throws -> Data { try layout.gzip(text) }

  private func write(_ data: Data) throws {
    try layout.folder.write(data, to: "box/Archive.mbox.gz")
  }

  private func source() throws -> any DiskFolder { try layout.source("box") }

  private func entries(_ range: Range<Int>) -> String {
    range.map { mboxText(message("\($0)@x")) }.joined()
  }

  /// 2,000 messages that hardly get smaller.
  private func noise() -> String {
    var random = SplitMix64(seed: 3)
    return (0..<2000).map { index in
      mboxText(message("\(index)@x", body: "\(random.next()) \(random.next())\n"))
    }.joined()
  }

  @Test func aPackedMboxIsRead() async throws {
    try write(try gzip(entries(0..<300)))
    #expect(try layout.tree("box").names == ["Archive"])
    #expect(try MailTree(at: path).title == "Archive")
    let reader = try await SourceReader(reading: source())
    #expect(reader.stored.count == 300)
    #expect(reader.skipped.isEmpty)
  }

  @Test func packedFilesBehindEachOtherAreOne() async throws {
    // Programs append to a compressed mbox as a new gzip member; tapes add zeros.
    try write(try gzip(entries(0..<3)) + gzip(entries(3..<5)))
    let reader = try await SourceReader(reading: source())
    #expect(reader.stored.count == 5)
    try write(
      try gzip(entries(0..<3)) + gzip(entries(3..<5)) + gzip(entries(5..<6)) + Data(count: 99)
    )
    try await reader.read(try source())
    #expect(reader.new == 1)
    #expect(reader.gone == 0)
    #expect(reader.skipped.isEmpty)
  }

  @Test func ofATruncatedFileTheBeginningIsListed() async throws {
    let whole = try gzip(noise())
    try write(whole.prefix(whole.count / 2))
    let reader = try await SourceReader(reading: source())
    #expect(reader.stored.count > 500)
    #expect(reader.stored.count < 1500)
    #expect(reader.skipped.map(\.path) == [path])
    try write(whole)
    try await reader.read(try source())
    #expect(reader.stored.count == 2000)
  }

  @Test func ofADamagedFileTheBeginningIsListed() async throws {
    var data = try gzip(noise())
    for index in data.count / 2..<data.count / 2 + 100 { data[index] = 0xFF }
    try write(data)
    let reader = try await SourceReader(reading: source())
    #expect(reader.stored.count > 500)
    #expect(reader.skipped.map(\.path) == [path])
  }

  @Test func aBombIsCut() throws {
    try write(try gzip(entries(0..<1) + String(repeating: "x", count: 3 << 20)))
    let file = try MboxFile(path: path)
    let whole = try UnpackedFile(file.descriptor, size: file.size)
    #expect(whole.damage == nil)
    let cut = try UnpackedFile(file.descriptor, size: file.size, limit: 1 << 20)
    #expect(cut.size == 1 << 20)
    #expect(cut.damage != nil)
  }

  @Test func emptinessAndOtherThingsArePackedToo() throws {
    try write(try gzip(""))
    #expect(try layout.tree("box").names == ["Archive"])
    try write(try gzip("Dear diary\n"))
    #expect(throws: MailError.notAMaildir(path: layout.path("box"))) { try layout.tree("box") }
    #expect(throws: MailError.notAnMbox(path: path)) { try MailTree(at: path) }
    try write(Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xFF, 0xFF, 0xFF]))
    let damage = MailError.mailboxUnreadable(path: path, reason: "it is no whole gzip file")
    #expect(throws: damage) { try MailTree(at: path) }
  }

  @Test func unpackingEndsWhenItIsCancelled() async throws {
    try write(try gzip(entries(0..<1) + String(repeating: "x\n", count: 1 << 20)))
    let file = try MboxFile(path: path)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try UnpackedFile(file.descriptor, size: file.size).size
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// The file may be a copy in progress: the missing messages may be there next time.
  @Test func whatACutFileLacksIsNotTakenAway() async throws {
    let whole = try gzip(entries(0..<300))
    try write(whole)
    let reader = try await SourceReader(reading: source())
    #expect(reader.stored.count == 300)
    try write(whole.prefix(whole.count / 2))
    try await reader.read(try source())
    // The incomplete message is listed as it is, beside the complete one.
    #expect(reader.stored.count == 301)
    #expect(reader.skipped.count == 1)
    try write(try gzip(entries(0..<200)))
    try await reader.read(try source())
    #expect(reader.stored.count == 200)
  }
}
