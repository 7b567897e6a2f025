import Foundation
import MailTextTesting
import SystemPackage
import Testing

@testable import Mail

/// Mboxes that change between readings, in any way.
struct MboxChangeTests {
  private let layout: Layout
  private var path: String { layout.path("mbox") }
  private var source: Mbox { Mbox(path: FilePath(path)) }

  init() throws { layout = try Layout() }

  private func entry(_ id: Int, status: String = "RO") -> String {
    mboxText(message("\(id)@x", extra: "Status: \(status)\n"))
  }

  private func write(_ entries: [String]) throws { try layout.file("mbox", entries.joined()) }

  /// The messages that a new reader finds.
  private func fresh() async throws -> [String] {
    let reader = try await SourceReader(reading: source)
    return reader.content
  }

  /// Sets the file's times to long ago, as if it had not changed since.
  private func settle(_ seconds: Int = 1_000_000_000) {
    var times = [timeval(tv_sec: seconds, tv_usec: 0), timeval(tv_sec: seconds, tv_usec: 0)]
    #expect(utimes(path, &times) == 0)
  }

  @Test func theNewestMessagesComeFirst() async throws {
    try write((0..<1000).map { entry($0) })
    let reader = SourceReader()
    try await reader.read(source, batches: 1)
    #expect(Set(reader.ids) == Set((744..<1000).map { "\($0)@x" }))
  }

  @Test func aReadingThatWasKilledAnywhereEndsRight() async throws {
    // Copies everywhere, also in different batches, with different flags.
    let entries = (0..<900).map { entry($0 % 300, status: $0 < 450 ? "RO" : "O") }
    for batches in 0...5 {
      try write(entries)
      let reader = SourceReader()
      try await reader.read(source, batches: batches)
      #expect(reader.stored.count == min(900, batches * 256))
      try write(entries + [entry(0), entry(1000)])
      try await reader.read(source, batches: batches)
      try write(Array(entries.dropFirst(100)) + [entry(1000), entry(1001)])
      try await reader.read(source, batches: batches)
      try await reader.read(source)
      #expect(try await reader.content == fresh())
      try await reader.read(source)
      #expect(reader.new + reader.gone + reader.flagged == 0)
    }
  }

  @Test func aGrowthThatWasReadHalfIsNotTakenForWhatWasThere() async throws {
    let old = (0..<10).map { entry($0) }
    for later in [old, old + (10..<900).map { entry($0) }, old + [entry(0), entry(899)]] {
      try write(old)
      let reader = try await SourceReader(reading: source)
      try write(old + (10..<600).map { entry($0) })
      try await reader.read(source, batches: 1)
      #expect(reader.stored.count == 10 + 256)
      // Another program deletes the new messages, or more arrive.
      try write(later)
      try await reader.read(source)
      #expect(try await reader.content == fresh())
    }
  }

  @Test func anyChangesEndRight() async throws {
    var random = SplitMix64(seed: 7)
    func pick(_ count: Int) -> Int { Int(random.next() % UInt64(max(1, count))) }
    var entries = (0..<40).map { entry($0 % 25) }
    let reader = SourceReader()
    for round in 0..<60 {
      switch pick(5) {
      case 0, 1: entries += (0...pick(5)).map { _ in entry(pick(60), status: "O") }
      case 2: entries.removeAll { _ in pick(4) == 0 }
      case 3 where !entries.isEmpty: entries[pick(entries.count)] = entry(pick(60), status: "RO")
      default: entries.swapAt(pick(entries.count), pick(entries.count))
      }
      if entries.isEmpty { entries = [entry(0)] }
      try write(entries)
      try await reader.read(source, batches: pick(3) == 0 ? 1 : .max)
      if round % 4 == 3 {
        try await reader.read(source)
        #expect(try await reader.content == fresh(), "round \(round)")
      }
    }
  }

  @Test func aCopyThatIsAppendedIsOneMore() async throws {
    try write([entry(1), entry(2)])
    let reader = try await SourceReader(reading: source)
    for count in 3...6 {
      try write([entry(1), entry(2)] + Array(repeating: entry(2), count: count - 2))
      try await reader.read(source)
      #expect(reader.new == 1)
      #expect(reader.gone == 0)
      #expect(reader.stored.count == count)
    }
  }

  @Test func afterADeletedLastMessageWhatWasThereStays() async throws {
    // Thunderbird marks and keeps a deleted message: here, a copy of a remaining one.
    let expunged = entry(1).replacing("Status: RO", with: "X-Mozilla-Status: 0009")
    try write([entry(1), entry(2), expunged])
    let reader = try await SourceReader(reading: source)
    #expect(reader.stored.count == 2)
    try write([entry(1), entry(2), expunged, entry(3)])
    try await reader.read(source)
    #expect(reader.content == ["1@x 1", "2@x 1", "3@x 1"])
  }

  @Test func aFlagChangedFarFromTheEndIsSeenAlsoWhenTheTimeIsSetBack() async throws {
    let big = mboxText(message("big@x", body: String(repeating: "x\n", count: 3 << 20)))
    try write([entry(1, status: "OO"), big])
    settle()
    let reader = try await SourceReader(reading: source)
    try write([entry(1, status: "RO"), big])
    settle()
    try await reader.read(source)
    #expect(reader.flagged == 1)
    try write([entry(1, status: "OO"), big, entry(2)])
    try await reader.read(source)
    #expect(reader.flagged == 1)
    #expect(reader.new == 1)
  }

  @Test func aFileCutInTheMiddleLosesOnlyWhatWasCut() async throws {
    try write([entry(1), entry(2), entry(3)])
    let reader = try await SourceReader(reading: source)
    #expect(truncate(path, off_t(entry(1).utf8.count * 2 - 20)) == 0)
    try await reader.read(source)
    #expect(reader.content.count == 2)
    #expect(try await reader.content == fresh())
    #expect(truncate(path, 0) == 0)
    try await reader.read(source)
    #expect(reader.stored.isEmpty)
  }

  @Test func aFileThatShrinksWhileItIsReadIsReadAgain() async throws {
    let entries = (0..<600).map { entry($0) }
    try write(entries)
    let reader = Shrinking(path: path, size: off_t(entries[..<100].joined().utf8.count))
    let checkpoint = try await source.changes(
      since: nil,
      known: { KnownFlags(await reader.stored) },
      report: { await reader.store($0) }
    )
    #expect(checkpoint != nil)
    #expect(await reader.stored.count == 100)
  }

  /// A store whose mailbox shrinks while the first batch is stored.
  private actor Shrinking {
    private(set) var stored: [MessageKey: MessageFlags] = [:]
    private let path: String
    private var size: off_t?

    init(path: String, size: off_t) { (self.path, self.size) = (path, size) }

    func store(_ batch: MailBatch) {
      for message in batch.new { stored[message.key] = message.flags }
      for key in batch.gone { stored[key] = nil }
      if let size { truncate(path, size) }
      size = nil
    }
  }

  @Test func anUnchangedFileIsNotReadAtAll() async throws {
    try write([entry(1)])
    settle(Int(time(nil)) + 100_000)
    let reader = SourceReader()
    // A time in the future or in this second proves nothing; the content decides.
    try await reader.read(source)
    try await reader.read(source)
    #expect(reader.new + reader.gone + reader.flagged == 0)
    var status = stat()
    #expect(stat(path, &status) == 0)
    var note = try #require(reader.checkpoint?.decoded(as: MboxCheckpoint.self))
    #expect(!note.isSettled)
    note.isSettled = true
    let settled = try SyncCheckpoint(encoding: note)
    let same = try await source.changes(
      since: settled,
      known: { throw CancellationError() },
      report: { _ in }
    )
    #expect(same == settled)
  }

  @Test(arguments: [0, 1, 31, 32, 33, 100, 1 << 20, (1 << 20) + 5])
  func aDigestOfTheBeginningIsTheDigestOfAShorterFile(count: Int) throws {
    var random = SplitMix64(seed: UInt64(count))
    let bytes = (0..<count + 77).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    try layout.folder.write(Data(bytes), to: "long")
    try layout.folder.write(Data(bytes[..<count]), to: "short")
    let long = try MboxFile(path: layout.path("long"))
    let short = try MboxFile(path: layout.path("short"))
    let whole = try FileDigest.make(short.descriptor, mark: 0, end: short.size).whole
    let part = try FileDigest.make(long.descriptor, mark: Int64(count), end: long.size)
    #expect(part.beforeMark == whole)
    #expect(part.whole != whole)
    // No digest is given for bytes that do not exist.
    #expect(
      try FileDigest.make(short.descriptor, mark: long.size, end: short.size).beforeMark == nil
    )
  }
}
