import FoundationEssentials
import SystemPackage

/// Reads as much of a message as the list needs, into one reused buffer.
final class MessageFile {
  /// The size of the first read, in bytes; most messages are complete after it.
  private static let firstRead = 16_384

  private let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(
    capacity: MessageExcerpt.headerLimit + MessageExcerpt.bodyLimit
  )

  /// The file of the last ``read(_:in:)``, kept open for ``whole(_:)``.
  private var opened: FileDescriptor?
  /// The unpacked content of the last compressed file, kept for ``whole(_:)``, too.
  private var unpacked: UnpackedFile?

  deinit {
    buffer.deallocate()
    try? opened?.close()
  }

  /// The beginning of a message, valid until the next one is read.
  struct Beginning {
    var bytes: UnsafeMutableBufferPointer<UInt8>
    var excerpt: MessageExcerpt
    /// The time at which the file was last modified, in seconds since 1970.
    var modified: Int64
    /// The reason why a compressed message could not be unpacked completely; nil if there is none.
    var damage: String?
    fileprivate var file: FileDescriptor
    fileprivate var offset: Int64
    fileprivate var length: Int64
  }

  /// Reads a message completely, up to ``FoundMessage/limit``; nil if the system refuses. Only for
  /// the message that was read last.
  func whole(_ beginning: Beginning) -> [UInt8]? {
    let length = min(beginning.length, Int64(FoundMessage.limit))
    return try? beginning.file.bytes(from: beginning.offset, to: beginning.offset + length)
  }

  /// Reads the beginning of the message in a folder's file `name`; unpacks a compressed file.
  ///
  /// - Throws: ``Refusal`` with the system's reason, or `CancellationError`.
  func read(_ name: UnsafePointer<CChar>, in folder: FileDescriptor) throws -> Beginning {
    let (file, status) = try folder.openFile(name)
    try? opened?.close()
    opened = file
    let modified = status.modified
    let beginning = try read(file, from: 0, length: status.size, modified: modified)
    guard let packing = Packing(UnsafeRawBufferPointer(beginning.bytes)) else { return beginning }
    let content = try packing.unpacked(file, size: status.size)
    unpacked = content
    var message = try read(content.descriptor, from: 0, length: content.size, modified: modified)
    message.damage = content.damage
    return message
  }

  /// Reads the beginning of a message that takes `length` bytes of a file, from `offset` on.
  func read(
    _ file: FileDescriptor,
    from offset: Int64,
    length: Int64,
    modified: Int64
  ) throws(Refusal) -> Beginning {
    var count = try fill(file, at: offset, 0..<Int(min(length, Int64(Self.firstRead))))
    var header = headerLength(count)
    let most = (header ?? MessageExcerpt.headerLimit) + MessageExcerpt.bodyLimit
    let wanted = Int(min(length, Int64(most)))
    if count == Self.firstRead, wanted > count {
      count = try fill(file, at: offset, count..<wanted)
      header = header ?? headerLength(count)
    }
    count = min(count, wanted)
    let headerLength = min(header ?? count, MessageExcerpt.headerLimit)
    let end = min(count, headerLength + MessageExcerpt.bodyLimit)
    return Beginning(
      bytes: UnsafeMutableBufferPointer(rebasing: buffer[..<end]),
      excerpt: MessageExcerpt(
        headerLength: headerLength,
        bodyLength: max(0, length - Int64(headerLength)),
        isCut: Int64(end) < length
      ),
      modified: modified,
      file: file,
      offset: offset,
      length: length
    )
  }

  /// Fills a range of the buffer. Returns the range's end, or less if the file has shrunk.
  private func fill(
    _ file: FileDescriptor,
    at offset: Int64,
    _ range: Range<Int>
  ) throws(Refusal) -> Int {
    let part = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[range]))
    let start = offset + Int64(range.lowerBound)
    return try range.lowerBound + file.read(at: start, into: part, upTo: .max)
  }

  private func headerLength(_ count: Int) -> Int? {
    Bytes(rebasing: buffer[..<count]).headerLength
  }
}

/// Reads many messages on all cores and passes them on in order.
enum MessageReading {
  /// The number of messages that one task reads: enough to outweigh the cost of a task, and few
  /// enough for prompt cancellation and commits.
  static let chunk = 256

  /// Calls `read` for chunks of `items` on several cores, and `consume` with the results, one at a
  /// time and in the order of the items. While `consume` runs, further chunks are read.
  static func forEachChunk<Items: RandomAccessCollection & Sendable, Result: Sendable>(
    of items: Items,
    read: @escaping @Sendable (Items.SubSequence) throws -> Result,
    consume: (Result, _ done: Int) async throws -> Void
  ) async throws where Items.SubSequence: Sendable {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      func start(_ index: Int) {
        let part = items.dropFirst(index * chunk).prefix(chunk)
        guard !part.isEmpty else { return }
        group.addTask { (index, try read(part)) }
      }
      // One task more than cores: all cores can read while one finished chunk waits for `consume`.
      let width = ProcessInfo.processInfo.activeProcessorCount + 1
      for index in 0..<width { start(index) }
      var early: [Int: Result] = [:]
      var turn = 0
      while let (index, result) = try await group.next() {
        early[index] = result
        while let result = early.removeValue(forKey: turn) {
          start(turn + width)
          turn += 1
          try await consume(result, min(turn * chunk, items.count))
        }
      }
    }
  }
}
