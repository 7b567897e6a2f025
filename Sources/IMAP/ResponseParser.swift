/// Parses a server's responses from its bytes, which may come in any pieces.
///
/// ```swift
/// parser.append(bytes)
/// while let response = try parser.next() { … }
/// ```
///
/// The parser is a value without a lock, for one connection at a time. It tolerates known faults of
/// servers, never traps, and takes time and memory in proportion to the bytes.
public struct ResponseParser: Sendable {
  private let limits: ResponseLimits
  private var literalLimit: Int

  private var buffer: [UInt8] = []
  /// The start of the response that is being received.
  private var start = 0
  /// The start of that response's current line: after its last literal, if there is one.
  private var lineStart = 0
  /// The position up to which the buffer was searched for a line end. Within a literal, the
  /// literal's end, which may lie beyond the buffer's end.
  private var position = 0
  /// The number of bytes in the current response's literals.
  private var literalBytes = 0
  /// Whether the current response may have literals; nil until its first line is complete.
  private var hasLiterals: Bool?
  /// The bytes of earlier responses in the flight.
  private var flightBytes = 0
  /// The lines of the flight, and the lines among them that carry no result.
  private var (lines, remarks) = (0, 0)
  /// The bytes without progress since the last call of ``takeIdleBytes()``.
  private var idleBytes = 0
  /// The bytes of the last response, unless it is a remark.
  private var responseBytes = 0
  private var lineLimit: Int
  private var byteLimit: Int
  private var failure: ResponseError?

  public init() { self.init(limits: ResponseLimits()) }

  init(limits: ResponseLimits) {
    self.limits = limits
    (literalLimit, lineLimit, byteLimit) = (limits.literal, limits.lines, limits.flight)
  }

  /// Adds the server's next bytes. After an unrecoverable error they are dropped.
  public mutating func append(_ bytes: some Collection<UInt8>) {
    if failure == nil { buffer.append(contentsOf: bytes) }
  }

  /// The next response; nil until more bytes have come. An unrecoverable error is thrown again at
  /// each call; after another error, the next call continues after the malformed line.
  public mutating func next() throws(ResponseError) -> Response? {
    if let failure { throw failure }
    dropReadBytes()
    do {
      while let line = try nextLine() {
        // Skips empty lines, which some servers send between responses.
        guard !line.isEmpty else {
          try count(line, isRemark: true)
          continue
        }
        let response = response(in: line)
        try count(line, isRemark: (try? response.get())?.isRemark ?? true)
        return try response.get()
      }
      return nil
    } catch {
      if !error.isRecoverable { fail(error) }
      throw error
    }
  }

  /// Whether there are unparsed bytes. There must be none after the OK to STARTTLS: they would have
  /// come without encryption.
  public var hasUnreadBytes: Bool { start < buffer.count }

  private func response(in line: Range<Int>) -> Result<Response, ResponseError> {
    let reader = ResponseReader(limits: limits)
    return Result { () throws(ResponseError) in try reader.read(Tokens(buffer, in: line)) }
  }

  /// The number of bytes since the last call that were no progress: those of lines without a
  /// result, and of responses given to ``disregardLast()``.
  public mutating func takeIdleBytes() -> Int {
    defer { idleBytes = 0 }
    return idleBytes
  }

  /// Counts the last response as no progress: nothing asked for it, or it has come before.
  public mutating func disregardLast() {
    idleBytes += responseBytes
    responseBytes = 0
  }

  private mutating func count(_ line: Range<Int>, isRemark: Bool) throws(ResponseError) {
    lines += 1
    responseBytes = isRemark ? 0 : line.count
    if isRemark {
      remarks += 1
      idleBytes += line.count
    }
    if remarks > limits.remarks { throw .tooManyLines(limit: limits.remarks) }
    if lines > lineLimit { throw .tooManyLines(limit: lineLimit) }
  }

  /// Begins to count a flight's bytes and lines, including received bytes that are not parsed yet.
  ///
  /// - Parameters:
  ///   - literalLimit: the limit for a literal in the flight's responses, in bytes.
  ///   - byteLimit: the limit for all responses together, within `ResponseLimits.flight`.
  ///   - messages: the number of messages in the open folder.
  public mutating func beginFlight(
    literalLimit: Int,
    byteLimit: Int = .max,
    messages: UInt32 = 0
  ) {
    self.literalLimit = literalLimit
    flightBytes = 0
    (lines, remarks, lineLimit) = (0, 0, limits.lines)
    self.byteLimit = min(byteLimit, limits.flight)
    expect(messages: messages)
  }

  /// Allows for more lines in this flight.
  ///
  /// - Parameter messages: the number of messages in the open folder, according to the server.
  public mutating func expect(messages: UInt32) {
    lineLimit = max(lineLimit, limits.lines + 4 * min(Int(messages), Self.mostMessages))
  }

  /// The highest number of messages for which ``expect(messages:)`` allows lines, to limit memory.
  private static let mostMessages = 250_000

  var capacity: Int { buffer.capacity }

  private mutating func fail(_ error: ResponseError) {
    failure = error
    buffer = []
    start = 0
  }

  /// Drops the parsed bytes, but only when moving the rest is cheap in comparison.
  private mutating func dropReadBytes() {
    guard start > 0 else { return }
    if start == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 20)
    } else if start >= 1 << 16, start >= buffer.count - start {
      buffer.removeSubrange(..<start)
    } else {
      return
    }
    lineStart -= start
    position -= start
    start = 0
  }
}

// MARK: Lines

extension ResponseParser {
  /// The range of the next response with its literals and without its line end; nil until it is
  /// complete.
  private mutating func nextLine() throws(ResponseError) -> Range<Int>? {
    while position < buffer.count {
      guard let feed = lineFeed() else {
        position = buffer.count
        try checkLength()
        return nil
      }
      position = feed + 1
      try checkLength()
      if hasLiterals == nil { hasLiterals = canHaveLiterals() }
      guard hasLiterals == true, let length = announcedLiteral(before: feed) else {
        return take(upTo: feed)
      }
      guard length <= min(literalLimit, 1 << 32) else {
        throw .literalTooLong(length, limit: literalLimit)
      }
      position += length
      literalBytes += length
      lineStart = position
      try checkLength()
    }
    return nil
  }

  private func lineFeed() -> Int? {
    buffer.withUnsafeBufferPointer { bytes in
      var index = position
      while index < bytes.count {
        if bytes[index] == .lineFeed { return index }
        index += 1
      }
      return nil
    }
  }

  private mutating func take(upTo feed: Int) -> Range<Int> {
    let first = start
    flightBytes += position - start
    start = position
    lineStart = position
    literalBytes = 0
    hasLiterals = nil
    let end = feed > first && buffer[feed - 1] == .carriageReturn ? feed - 1 : feed
    return first..<end
  }

  /// If two limits are exceeded, reports the one exceeded first, so that the error does not depend
  /// on the pieces in which the bytes come.
  private func checkLength() throws(ResponseError) {
    let length = position - start
    let beyondLine = length - literalBytes - limits.line
    let beyondFlight = flightBytes + length - byteLimit
    guard max(beyondLine, beyondFlight) > 0 else { return }
    throw beyondLine >= beyondFlight
      ? .lineTooLong(limit: limits.line) : .flightTooLong(limit: byteLimit)
  }

  /// The length of the literal announced at the end of a line: `{5}`, `{5+}` or `~{5}`.
  private func announcedLiteral(before feed: Int) -> Int? {
    var end = feed
    if end > lineStart, buffer[end - 1] == .carriageReturn { end -= 1 }
    guard end > lineStart, buffer[end - 1] == UInt8(ascii: "}") else { return nil }
    end -= 1
    if end > lineStart, buffer[end - 1] == UInt8(ascii: "+") { end -= 1 }
    var brace = end
    while brace > lineStart, buffer[brace - 1].isDigit { brace -= 1 }
    guard brace < end, brace > lineStart, buffer[brace - 1] == UInt8(ascii: "{") else { return nil }
    // Within a word, the braces are just text.
    if brace - 2 >= lineStart, !Tokens.mayPrecedeLiteral(buffer[brace - 2]) { return nil }
    return Tokens.literalLength(buffer[brace..<end])
  }

  /// Whether the response may have literals. A status has none, even if its text ends like one.
  private func canHaveLiterals() -> Bool {
    guard buffer[start] == UInt8(ascii: "*") else { return false }
    return !ResponseReader.isStatus(Tokens(buffer, in: start + 1..<position))
  }
}

/// Limits for a server's data; if one is exceeded, the connection ends unless noted otherwise.
struct ResponseLimits: Sendable, Hashable {
  /// The bytes of one response, not counting its literals.
  var line = 4 << 20
  /// The bytes of one literal, until `beginFlight(literalLimit:byteLimit:messages:)` sets another
  /// limit.
  var literal = 64 << 10
  /// The levels of a body structure. A deeper structure is ignored.
  var depth = 64
  /// The parts of a body structure. A structure with more parts is ignored.
  var parts = 10_000
  /// The bytes of all responses to one flight: the commands that are sent together.
  var flight = 64 << 20
  /// The lines of all responses to one flight. Four more lines are allowed for each message of the
  /// open folder.
  var lines = 100_000
  /// The lines among these that carry no result: empty or malformed ones, and those with
  /// ``Response/isRemark``.
  var remarks = 10_000
}

/// Errors in a server's data.
public enum ResponseError: Error, Sendable, Hashable {
  /// A response is longer than the limit, in bytes.
  case lineTooLong(limit: Int)
  /// A literal has this many bytes, which is more than the limit.
  case literalTooLong(Int, limit: Int)
  /// The responses to one flight are longer than the limit, in bytes.
  case flightTooLong(limit: Int)
  /// The responses to one flight are more lines than the limit.
  case tooManyLines(limit: Int)
  /// A line is no response. Its text is not kept, since it may be an echo of a password.
  case malformed

  /// Whether the parser can continue after the error. If not, the connection must end.
  public var isRecoverable: Bool {
    self == .malformed
  }
}

extension ResponseError: CustomStringConvertible {
  /// An error message in English.
  public var description: String { "The server sent \(reason)." }

  /// A description of the received data in English: the end of a sentence.
  public var reason: String {
    switch self {
    case .lineTooLong(let limit): "a line of more than \(limit) bytes"
    case .literalTooLong(let length, let limit):
      "\(length) bytes where at most \(limit) were expected"
    case .flightTooLong(let limit): "more than \(limit) bytes for one answer"
    case .tooManyLines(let limit): "more than \(limit) lines for one answer"
    case .malformed: "a line that is no IMAP response"
    }
  }
}
