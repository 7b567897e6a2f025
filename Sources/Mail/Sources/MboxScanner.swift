import Foundation

/// Finds where the messages of an mbox begin and end.
///
/// A message begins at a `From ` line at the top of the file or below an empty line. Text is often
/// left unquoted there, so the line must also have a date in it, except for the very first.
struct MboxScanner {
  /// A message's place in the file, without its From line and the empty line that ends it.
  struct Place: Sendable, Hashable {
    /// Where the From line begins; the message's identity to the reader of a warning.
    var mark: Int64
    /// Where the header begins.
    var start: Int64
    /// Behind the last byte.
    var end: Int64
    /// The From line's date, in seconds.
    var received: Int64?
  }

  /// Read at once. Large enough for speed, and no message needs to fit.
  private static let window = 1 << 20

  private let file: Int32
  private let end: Int64
  private(set) var places: [Place] = []

  /// Scans the bytes from `start`, where a From line begins, to `end`.
  ///
  /// - Throws: ``Refusal``, or `CancellationError`.
  init(_ file: Int32, from start: Int64, to end: Int64) throws {
    self.file = file
    self.end = end
    try scan(from: start)
  }

  private mutating func scan(from start: Int64) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.window, alignment: 8)
    defer { buffer.deallocate() }
    var base = start
    while base < end {
      try Task.checkCancellation()
      let count = try FileBytes.read(file, at: base, into: buffer, upTo: end)
      guard count > 0 else { break }
      // Less than a window means the end, also when the file has shrunk meanwhile.
      let isLast = count < Self.window || base + Int64(count) >= end
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      // Of a mark near the window's end the line may be cut; the next window has it whole. Two
      // bytes before a mark tell whether the line above it is empty.
      let reach = isLast ? count : count - FromLine.limit
      find(in: bytes, base: base, reach: reach, isTop: base == start)
      if isLast { break }
      base += Int64(reach - 4)
    }
    closeLast(at: try endOfLast())
  }

  private mutating func find(
    in bytes: UnsafeRawBufferPointer,
    base: Int64,
    reach: Int,
    isTop: Bool
  ) {
    guard let memory = bytes.baseAddress else { return }
    if isTop { begin(at: 0, in: bytes, base: base, isTop: true) }
    var position = 0
    while position < reach, let found = memchr(memory + position, 10, bytes.count - position) {
      let newline = UnsafeRawPointer(found) - memory
      position = newline + 1
      guard bytes[position...].starts(with: FromLine.mark) else { continue }
      let mark = base + Int64(position)
      let isBelowEmptyLine =
        newline >= 1 && bytes[newline - 1] == 10
        || newline >= 2 && bytes[newline - 1] == 13 && bytes[newline - 2] == 10
      if isBelowEmptyLine, position < reach, mark > places.last?.mark ?? -1 {
        begin(at: position, in: bytes, base: base, isTop: false)
      }
    }
  }

  private mutating func begin(
    at offset: Int,
    in bytes: UnsafeRawBufferPointer,
    base: Int64,
    isTop: Bool
  ) {
    let rest = bytes[offset..<min(bytes.count, offset + FromLine.limit)]
    let length = rest.firstIndex(of: 10).map { $0 - offset } ?? rest.count
    let line = UnsafeRawBufferPointer(rebasing: rest.prefix(length))
    guard isTop || FromLine.isPlausible(line) else { return }
    let mark = base + Int64(offset)
    // The line break of the empty line above belongs to the format, not to the message.
    closeLast(at: mark - 1)
    places.append(
      Place(
        mark: mark,
        start: min(end, mark + Int64(length) + 1),
        end: end,
        received: FromLine.date(line)
      )
    )
  }

  private mutating func closeLast(at end: Int64) {
    guard let last = places.indices.last else { return }
    places[last].end = max(places[last].start, end)
  }

  /// The last message ends with the file, without the empty line that may be waiting there for
  /// the next one.
  private func endOfLast() throws -> Int64 {
    let tail = UnsafeMutableRawBufferPointer.allocate(byteCount: 2, alignment: 1)
    defer { tail.deallocate() }
    guard end >= 2, try FileBytes.read(file, at: end - 2, into: tail, upTo: end) == 2 else {
      return end
    }
    return tail.elementsEqual([10, 10]) ? end - 1 : end
  }
}

/// Plain reading at a place.
enum FileBytes {
  /// Fills the buffer as far as the file goes, but not beyond `end`, and returns how far.
  static func read(
    _ file: Int32,
    at offset: Int64,
    into buffer: UnsafeMutableRawBufferPointer,
    upTo end: Int64
  ) throws(Refusal) -> Int {
    let wanted = Int(max(0, min(Int64(buffer.count), end - offset)))
    var position = 0
    while position < wanted {
      let count = pread(
        file,
        buffer.baseAddress.map { $0 + position },
        wanted - position,
        off_t(offset) + off_t(position)
      )
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw Refusal(reason: systemReason()) }
      guard count > 0 else { break }
      position += count
    }
    return position
  }
}
