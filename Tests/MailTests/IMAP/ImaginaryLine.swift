import MailTesting

/// A connection to an imaginary server.
struct ImaginaryLine {
  /// The end of the connection; the number counts the bytes sent in both directions together.
  enum Fate: Sendable, Equatable {
    case lasts
    case breaks(after: Int)
    /// No more bytes arrive.
    case fallsSilent(after: Int)
  }

  var session: ServerSession
  let fate: Fate
  /// The bytes that the client has not read yet.
  var incoming: [UInt8] = []
  var passed = 0
  var disregarded = 0
  var isClosed = false
  var isSilent = false
  /// The reader that waits for bytes.
  var reader: CheckedContinuation<Void, Never>?
  /// The number of times that the client has sent after reading.
  var flights = 0
  var hasRead = true

  init(_ session: ServerSession, _ fate: Fate) {
    (self.session, self.fate) = (session, fate)
    incoming = session.greeting()
  }

  /// Refuses the connection, since too many are open.
  mutating func turnAway(_ fullness: ImaginaryServer.Fullness) {
    if fullness == .saysGoodbye {
      incoming = Array("* BYE Too many connections\r\n".utf8)
    } else {
      session.refusal = { command in
        ["AUTHENTICATE", "LOGIN"].contains(where: command.hasPrefix)
          ? "NO [LIMIT] Maximum number of connections exceeded" : nil
      }
    }
  }

  mutating func takeReader() -> CheckedContinuation<Void, Never>? {
    defer { reader = nil }
    return reader
  }

  /// The number of bytes that may still pass.
  var room: Int {
    switch fate {
    case .lasts: .max
    case .breaks(let limit), .fallsSilent(let limit): max(0, limit - passed)
    }
  }

  /// - Returns: whether the connection is broken.
  mutating func end() -> Bool {
    switch fate {
    case .lasts: return false
    case .breaks: isClosed = true
    case .fallsSilent: isSilent = true
    }
    return isClosed
  }
}
