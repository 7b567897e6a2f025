import Foundation

/// Finds where the messages of an mbox begin and end.
///
/// A message begins at a `From ` line at the top of the file or below an empty line. Text is often
/// left unquoted there, so the line must also have a date in it, except for the very first. Where a
/// message says by Content-Length how long it is, and a message or the end of the file really
/// follows there, nothing within is taken for a beginning (mboxcl, mboxcl2).
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
  /// A From line, and the line below it, in whole.
  private static let margin = 2 * FromLine.limit
  /// An empty line and its line breaks, before a mark.
  private static let overlap = 4

  private let file: Int32
  private let end: Int64
  private(set) var places: [Place] = []
  /// Whether a message says that it goes on behind the end. Then more than the last one may look
  /// otherwise when the file has grown.
  private(set) var isCutShort = false

  /// The last line that was looked at, since windows overlap.
  private var examined: Int64 = -1
  private var length = ContentLength()
  /// Of the last message, when its Content-Length is right: its end, and where the next one begins.
  private var known: (end: Int64, next: Int64)?

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
      // Of a mark near the window's end the line may be cut; the next window has it whole.
      let reach = isLast ? count : count - Self.margin
      try find(in: bytes, base: base, reach: reach, isTop: base == start)
      if isLast { break }
      base += Int64(reach - Self.overlap)
      if let next = known?.next { base = max(base, next - Int64(Self.overlap)) }
    }
    if !places.isEmpty { places[places.count - 1].end = try known?.end ?? endOfLast() }
  }

  private mutating func find(
    in bytes: UnsafeRawBufferPointer,
    base: Int64,
    reach: Int,
    isTop: Bool
  ) throws {
    guard let memory = bytes.baseAddress else { return }
    if isTop { begin(at: 0, in: bytes, base: base, closing: nil) }
    var position = 0
    while position < reach, let found = memchr(memory + position, 10, bytes.count - position) {
      let newline = UnsafeRawPointer(found) - memory
      position = newline + 1
      let line = base + Int64(position)
      guard position < reach, line > examined else { continue }
      if let next = known?.next, line < next {
        // Straight to the line break before it.
        position = Int(min(next - base, Int64(bytes.count) + 1)) - 1
        continue
      }
      examined = line
      // Most lines are text, and this is a loop over all of them.
      guard bytes[position] == FromLine.initial || length.isInHeader else { continue }
      let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
      if let known, line == known.next {
        begin(at: position, in: bytes, base: base, closing: known.end)
      } else if rest.starts(with: FromLine.mark), let end = endAbove(newline, in: bytes, rest) {
        begin(at: position, in: bytes, base: base, closing: base + Int64(end))
      } else if let size = length.read(rest) {
        known = try next(after: size.body + line, size.length)
      }
    }
  }

  /// Where the message before a From line ends, or nil when it goes on.
  private func endAbove(
    _ newline: Int,
    in bytes: UnsafeRawBufferPointer,
    _ rest: UnsafeRawBufferPointer
  ) -> Int? {
    // The line break of the empty line above belongs to the format, not to the message.
    if newline >= 1, bytes[newline - 1] == 10 { return FromLine.begins(rest) ? newline : nil }
    if newline >= 2, bytes[newline - 1] == 13, bytes[newline - 2] == 10 {
      return FromLine.begins(rest) ? newline - 1 : nil
    }
    return FromLine.beginsInThunderbird(rest) ? newline + 1 : nil
  }

  private mutating func begin(
    at offset: Int,
    in bytes: UnsafeRawBufferPointer,
    base: Int64,
    closing end: Int64?
  ) {
    let line = FromLine.firstLine(of: UnsafeRawBufferPointer(rebasing: bytes[offset...]))
    let mark = base + Int64(offset)
    if let end, let last = places.indices.last { places[last].end = max(places[last].start, end) }
    known = nil
    length = ContentLength()
    let start = min(self.end, mark + Int64(line.count) + 1)
    places.append(
      Place(mark: mark, start: start, end: self.end, received: FromLine.date(line))
    )
  }

  /// Believes a Content-Length only when a message, or the end of the file, follows: at once, or
  /// below the end of the line and an empty one.
  private mutating func next(after body: Int64, _ length: Int64) throws -> (Int64, Int64)? {
    let (close, isTooMuch) = body.addingReportingOverflow(length)
    guard !isTooMuch, close <= end else {
      isCutShort = true
      return nil
    }
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.margin, alignment: 1)
    defer { room.deallocate() }
    // With the byte before, to see whether a line ends there.
    let count = try FileBytes.read(file, at: close - 1, into: room, upTo: end)
    var text = UnsafeRawBufferPointer(rebasing: room[..<count].dropFirst())
    let isBelowLine = room[0] == 10
    for _ in 0..<2 {
      let isBreak = text.starts(with: [13, 10]) ? 2 : text.first == 10 ? 1 : 0
      text = UnsafeRawBufferPointer(rebasing: text.dropFirst(isBreak))
    }
    let next = close - 1 + Int64(count - text.count)
    if next == end { return (close, end) }
    let isMark = text.starts(with: FromLine.mark) && FromLine.begins(text)
    return isMark && (next > close || isBelowLine) ? (close, next) : nil
  }

  /// The last message ends with the file, without the empty line that may be waiting there for
  /// the next one.
  private func endOfLast() throws -> Int64 {
    let tail = UnsafeMutableRawBufferPointer.allocate(byteCount: 3, alignment: 1)
    defer { tail.deallocate() }
    let count = try FileBytes.read(file, at: max(0, end - 3), into: tail, upTo: end)
    let last = tail[..<count]
    if last.suffix(2).elementsEqual([10, 10]) { return end - 1 }
    return last.elementsEqual([10, 13, 10]) ? end - 2 : end
  }
}

/// Reads a message's header line by line, for the one line that says how long its body is.
private struct ContentLength {
  private static let name = Array("content-length:".utf8)

  private(set) var isInHeader = true
  private var value: Int64?

  /// Takes the next line.
  ///
  /// - Parameter line: from its start on; more may follow.
  /// - Returns: at the header's end, how many bytes below the line's start the body begins, and how
  ///   long it is said to be.
  mutating func read(_ line: UnsafeRawBufferPointer) -> (body: Int64, length: Int64)? {
    guard isInHeader, let first = line.first else { return nil }
    if first == 10 || first == 13 && line.count > 1 && line[1] == 10 {
      isInHeader = false
      return value.map { (first == 10 ? 1 : 2, $0) }
    }
    guard first | 32 == Self.name[0], line.count > Self.name.count,
      zip(line, Self.name).allSatisfy({ $0 == $1 || $0 | 32 == $1 })
    else { return nil }
    let digits = line.dropFirst(Self.name.count).prefix(32).drop { $0 == 0x20 || $0 == 0x09 }
      .prefix { (0x30...0x39).contains($0) }
    value = Int64(String(decoding: digits, as: UTF8.self))
    return nil
  }
}
