/// Reads one response of HTTP/1.1 (RFC 9112) as its bytes arrive, and skips unneeded parts.
struct HTTPResponseReader {
  enum Failure: Error {
    case notUnderstood
    /// The response exceeds the limit.
    case tooLong
  }

  private enum Expected {
    case status, field, chunkSize, chunkEnd, trailer, nothing
    /// The number of bytes left; nil if the body lasts until the connection ends.
    case body(Int?)
    case chunk(Int)
  }

  private(set) var status = 0
  /// The target of a redirection, as it was sent.
  private(set) var location: String?
  private(set) var body: [UInt8] = []

  private let limit: Int
  private var expected = Expected.status
  private var line: [UInt8] = []
  private var headCount = 0
  private var length: Int?
  private var isChunked = false

  /// The limit in bytes of the head, and of the lines around each chunk.
  private static let headLimit = 16 << 10

  /// - Parameter limit: the limit of the body, in bytes.
  init(limit: Int) { self.limit = limit }

  var isDone: Bool { if case .nothing = expected { true } else { false } }

  mutating func take(_ bytes: [UInt8]) throws(Failure) {
    for byte in bytes where !isDone { try take(byte) }
  }

  /// Notes that the connection has ended.
  mutating func end() throws(Failure) {
    switch expected {
    case .nothing: break
    case .body(nil): expected = .nothing
    default: throw .notUnderstood
    }
  }

  private mutating func take(_ byte: UInt8) throws(Failure) {
    switch expected {
    case .body(let rest):
      try add(byte)
      expected = .body(rest.map { $0 - 1 })
      if rest == 1 { expected = .nothing }
    case .chunk(let rest):
      try add(byte)
      expected = rest == 1 ? .chunkEnd : .chunk(rest - 1)
    case .nothing: break
    default:
      headCount += 1
      guard headCount <= Self.headLimit else { throw .tooLong }
      if byte != 10 { return line.append(byte) }
      if line.last == 13 { line.removeLast() }
      let text = String(decoding: line, as: UTF8.self)
      line = []
      try take(text)
    }
  }

  private mutating func add(_ byte: UInt8) throws(Failure) {
    guard body.count < limit else { throw .tooLong }
    body.append(byte)
  }

  private mutating func take(_ line: String) throws(Failure) {
    switch expected {
    case .status:
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let code = Self.number(words[1], 10),
        (100..<600).contains(code)
      else { throw .notUnderstood }
      (status, expected) = (code, .field)
    case .field where line.isEmpty: try endHead()
    case .field: try takeField(line)
    case .chunkSize:
      let digits = line.prefix { $0 != ";" && $0 != " " }
      guard let count = Self.number(digits, 16) else { throw .notUnderstood }
      guard count <= limit else { throw .tooLong }
      (expected, headCount) = (count == 0 ? .trailer : .chunk(count), 0)
    case .chunkEnd:
      guard line.isEmpty else { throw .notUnderstood }
      expected = .chunkSize
    case .trailer: if line.isEmpty { expected = .nothing }
    case .body, .chunk, .nothing: break
    }
  }

  private mutating func takeField(_ line: String) throws(Failure) {
    guard let colon = line.firstIndex(of: ":") else { throw .notUnderstood }
    let value = String(line[line.index(after: colon)...].trimmingPrefix { $0 == " " || $0 == "\t" })
    switch line[..<colon].lowercased() {
    case "content-length":
      guard let count = Self.number(value[...], 10), length ?? count == count else {
        throw .notUnderstood
      }
      length = count
    case "transfer-encoding":
      guard value.lowercased() == "chunked" else { throw .notUnderstood }
      isChunked = true
    case "location": location = value
    default: break
    }
  }

  private mutating func endHead() throws(Failure) {
    if status < 200 {
      // An interim response such as "Early Hints"; the final one follows.
      (status, expected, location, length, isChunked) = (0, .status, nil, nil, false)
    } else if status == 204 || status == 304 {
      expected = .nothing
    } else if isChunked {
      expected = .chunkSize
    } else {
      guard length ?? 0 <= limit else { throw .tooLong }
      expected = length == 0 ? .nothing : .body(length)
    }
  }

  /// Accepts only digits, without the signs and spaces that Swift's own parsing allows.
  private static func number(_ text: Substring, _ radix: Int) -> Int? {
    let digits = text.hasSuffix(" ") ? text.prefix { $0 != " " } : text
    return digits.allSatisfy(\.isHexDigit) ? Int(digits, radix: radix) : nil
  }
}
