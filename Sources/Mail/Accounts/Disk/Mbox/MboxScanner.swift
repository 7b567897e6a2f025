import SystemPackage

/// Finds the start and end of an mbox's messages.
///
/// A message begins at a `From ` line at the top of the file, or below a line that is empty or
/// white space. Text often has lines that begin with `From `, so a header must follow the line,
/// except at the top. A From line needs no empty line above if it has its strictest form, or if it
/// is exactly where the message above ends by its Content-Length (mboxcl, mboxcl2). But From lines
/// within that length still count: no sender can hide the next message by a large Content-Length.
struct MboxScanner {
  /// A message's place in the file, without its From line and the empty line that ends it.
  struct Place: Sendable, Hashable {
    /// The start of the From line; in warnings it identifies the message.
    var mark: Int64
    /// The start of the header.
    var start: Int64
    /// The end, behind the last byte.
    var end: Int64
  }

  /// The highest number of messages listed, counted from the mbox's end: about 120 MB of memory
  /// when all of them are read. Mail of decades has fewer.
  static let limit = 1_000_000

  /// The number of bytes read at once, large enough for speed. A message may be longer.
  private static let window = 1 << 20
  /// The unexamined bytes at a window's end: enough for a From line and the line below it.
  private static let margin = 2 * FromLine.limit
  /// The examined bytes that the next window repeats: enough for an empty line and its line breaks.
  private static let overlap = 128

  private let file: FileDescriptor
  private let end: Int64
  private let limit: Int
  private let isFirstOnly: Bool
  /// The places of the last messages, at most as many as the limit.
  private(set) var places: [Place] = []
  /// Whether there are more messages before ``places``: a compressed file of two megabytes may
  /// contain millions of empty messages.
  private(set) var isCut = false
  /// Whether the file ends within a message's declared Content-Length, or within the From line
  /// after it. If so, the places of earlier messages may also change when the file grows.
  private(set) var isCutShort = false

  /// The start of the last line examined: windows overlap, but no line is examined twice.
  private var examined: Int64 = -1
  private var length = ContentLength()
  private var claim: Claim?

  /// The end of the last message by its Content-Length, which may be wrong.
  private struct Claim {
    var end: Int64
    var next: Int64
  }

  /// Scans the bytes from `start`, the start of a From line, to `end`.
  ///
  /// - Parameters:
  ///   - limit: the highest number of places kept; at least 1.
  ///   - isFirstOnly: whether to stop at the start of the second message.
  /// - Throws: ``Refusal``, or `CancellationError`.
  init(
    _ file: FileDescriptor,
    from start: Int64,
    to end: Int64,
    limit: Int = Self.limit,
    isFirstOnly: Bool = false
  ) throws {
    self.file = file
    self.end = end
    self.limit = limit
    self.isFirstOnly = isFirstOnly
    try scan(from: start)
    cut()
  }

  /// The message whose From line begins at an offset.
  static func place(at offset: Int64, in file: FileDescriptor, to end: Int64) throws -> Place? {
    try Self(file, from: offset, to: end, isFirstOnly: true).places.first
  }

  private mutating func scan(from start: Int64) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.window, alignment: 8)
    defer { buffer.deallocate() }
    var base = start
    while base < end {
      try Task.checkCancellation()
      let count = try file.read(at: base, into: buffer, upTo: end)
      guard count > 0 else { break }
      // A window that is not full is the last one, even if the file has shrunk meanwhile.
      let isLast = count < Self.window || base + Int64(count) >= end
      let bytes = Bytes(rebasing: buffer.bindMemory(to: UInt8.self)[..<count])
      // A From line near the window's end may be cut; the next window has all of it.
      let reach = isLast ? count : count - Self.margin
      try find(in: bytes, base: base, reach: reach, isTop: base == start)
      if isDone { return }
      if isLast { break }
      base += Int64(reach - Self.overlap)
    }
    if let claim, claim.next == end {
      close(at: claim.end)
    } else {
      close(at: try endOfLast())
    }
  }

  /// Whether only the first message is wanted, and its end is found.
  private var isDone: Bool { isFirstOnly && places.count > 1 }

  private mutating func find(
    in bytes: Bytes,
    base: Int64,
    reach: Int,
    isTop: Bool
  ) throws {
    var position = 0
    if isTop {
      // Skips white space before the file's first From line.
      if base == 0 { position = FromLine.place(inFile: bytes) ?? 0 }
      examined = base + Int64(position)
      begin(at: position, in: bytes, base: base)
    }
    while position < reach, let newline = bytes.place(of: 10, from: position) {
      position = newline + 1
      let line = base + Int64(position)
      guard position < reach, line > examined else { continue }
      examined = line
      // Skips most lines quickly, since this loop runs over all of them.
      guard bytes[position] == FromLine.initial || length.isInHeader else { continue }
      let rest = Bytes(rebasing: bytes[position...])
      if let claim, line == claim.next {
        close(at: claim.end)
        begin(at: position, in: bytes, base: base)
        if isDone { return }
      } else if FromLine.isMarked(rest), let end = endAbove(newline, in: bytes, rest) {
        isCutShort = false
        close(at: base + Int64(end))
        begin(at: position, in: bytes, base: base)
        if isDone { return }
      } else if let size = length.read(rest) {
        try believe(size.length, after: size.body + line)
      }
    }
  }

  /// The end of the message before a From line, or nil when that line belongs to the message.
  private func endAbove(
    _ newline: Int,
    in bytes: Bytes,
    _ rest: Bytes
  ) -> Int? {
    var start = newline
    let earliest = max(1, newline - Self.overlap / 2)
    while start > earliest, bytes[start - 1].isSpace { start -= 1 }
    // The line break of the empty line belongs to the format, not to the message.
    if start >= 1, bytes[start - 1] == 10 {
      return FromLine.beginsMessage(rest) ? start : nil
    }
    return FromLine.beginsWithoutEmptyLine(rest) ? newline + 1 : nil
  }

  private mutating func begin(at offset: Int, in bytes: Bytes, base: Int64) {
    let text = Bytes(rebasing: bytes[offset...])
    let line = FromLine.firstLine(of: text)
    let mark = base + Int64(offset)
    places.append(Place(mark: mark, start: min(end, mark + Int64(line.count) + 1), end: end))
    // Drops many places at once, since dropping moves all others.
    if places.count > limit + limit / 4 { cut() }
    claim = nil
    length = ContentLength()
  }

  /// Sets the end of the last message.
  private mutating func close(at end: Int64) {
    guard let last = places.indices.last else { return }
    places[last].end = max(places[last].start, end)
  }

  private mutating func cut() {
    guard places.count > limit else { return }
    isCut = true
    places.removeFirst(places.count - limit)
  }

  /// Accepts a Content-Length only if a message, or the end of the file, follows.
  private mutating func believe(_ length: Int64, after body: Int64) throws {
    claim = try next(after: body, length).map { Claim(end: $0, next: $1) }
  }

  /// The end of a body of the declared length, and the start of what follows: the next message, or
  /// the file's end, possibly after line breaks. Nil if neither follows.
  private mutating func next(after body: Int64, _ length: Int64) throws -> (Int64, Int64)? {
    let (close, isTooMuch) = body.addingReportingOverflow(length)
    guard !isTooMuch, close <= end else {
      isCutShort = true
      return nil
    }
    // Includes the byte before the body's end, which shows whether a line ends there.
    let last = min(end, close - 1 + Int64(Self.margin))
    return try file.bytes(from: close - 1, to: last).withUnsafeBufferPointer { next(close, $0) }
  }

  /// - Parameter bytes: the bytes at the body's end, with one byte before them.
  private mutating func next(_ close: Int64, _ bytes: Bytes) -> (Int64, Int64)? {
    var text = Bytes(rebasing: bytes.dropFirst())
    for _ in 0..<2 {
      let isBreak = text.starts(with: [13, 10]) ? 2 : text.first == 10 ? 1 : 0
      text = Bytes(rebasing: text.dropFirst(isBreak))
    }
    let next = close - 1 + Int64(bytes.count - text.count)
    if next == end { return (close, end) }
    guard next > close || bytes.first == 10 else { return nil }
    if FromLine.isMarked(text), FromLine.beginsMessage(text) {
      return (close, next)
    }
    // A From line at the end of the file may be incomplete.
    let start = text.prefix(FromLine.mark.count)
    isCutShort = isCutShort || bytes.count < Self.margin && FromLine.mark.starts(with: start)
    return nil
  }

  /// The end of the last message: the file's end, without an empty line that was written there for
  /// the next message.
  private func endOfLast() throws -> Int64 {
    let last = try file.bytes(from: max(0, end - 3), to: end)
    if last.suffix(2) == [10, 10] { return end - 1 }
    return last == [10, 13, 10] ? end - 2 : end
  }
}

/// Reads a message's header line by line, for its Content-Length.
private struct ContentLength {
  private static let name: StaticString = "content-length:"

  private(set) var isInHeader = true
  private var value: Int64?

  /// Takes the next line.
  ///
  /// - Parameter line: the text from the line's start on; it may go beyond the line.
  /// - Returns: at the header's end, the distance in bytes from the line's start to the body, and
  ///   the body's declared length.
  mutating func read(_ line: Bytes) -> (body: Int64, length: Int64)? {
    guard isInHeader, let first = line.first else { return nil }
    if first == 10 || first == 13 && line.count > 1 && line[1] == 10 {
      isInHeader = false
      return value.map { (first == 10 ? 1 : 2, $0) }
    }
    guard line.starts(withAnyCaseOf: Self.name) else { return nil }
    let digits = line.dropFirst(Self.name.utf8CodeUnitCount).prefix(32)
      .drop { $0 == 0x20 || $0 == 0x09 }.prefix(while: \.isDigit)
    value = Int64(String(decoding: digits, as: UTF8.self))
    return nil
  }
}
