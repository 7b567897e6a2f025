/// Limits for a server's data; if one is exceeded, the connection ends unless noted otherwise.
struct ResponseLimits: Sendable, Hashable {
  /// The bytes of one response, not counting its literals.
  var line = 4 << 20
  /// The bytes of one literal, until `beginFlight(literalLimit:)` sets another limit.
  var literal = 64 << 10
  /// The levels of a body structure. A deeper structure is ignored.
  var depth = 32
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
