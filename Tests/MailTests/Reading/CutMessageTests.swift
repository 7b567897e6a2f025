import Foundation
import MessageTable
import Testing

/// Messages of the table that are cut somewhere are read up to the cut.
struct CutMessageTests {
  /// A long message is cut at some bytes only, which differ from message to message.
  private static let cutLimit = 16
  private static let cutLimitOfLong = 3
  private static let long = 8_192

  @Test(arguments: ["Rules", "Styles"])
  func aMessageCutAtAnyByteIsRead(folder: String) throws {
    let messages = try TableFile.files(in: folder).flatMap(\.entries).flatMap(\.messages)
    #expect(!messages.isEmpty)
    for (index, message) in messages.enumerated() {
      let limit = message.bytes.count < Self.long ? Self.cutLimit : Self.cutLimitOfLong
      let step = max(1, message.bytes.count / limit)
      let target = message.place == .mbox ? FuzzTarget.mbox : .message
      let begin = Self.processorTime()
      for end in stride(from: index % step, to: message.bytes.count, by: step) {
        message.bytes[..<end].withUnsafeBytes { target.run($0) }
      }
      #expect(Self.processorTime() - begin < .seconds(10), "message \(index) of \(folder)")
    }
  }

  /// The processor time of this thread, independent of other work on the machine.
  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
