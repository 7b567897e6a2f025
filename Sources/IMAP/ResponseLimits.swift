/// What a server may send before the connection is given up.
public struct ResponseLimits: Sendable, Hashable {
  /// Of one response without its literals, in bytes.
  public var line: Int
  /// Of one literal, in bytes, until `beginFlight(literalLimit:)` sets another limit.
  public var literal: Int
  /// Of a body structure: its levels. A deeper one makes no sense.
  public var depth: Int
  /// Of a body structure: its parts. One with more makes no sense.
  public var parts: Int
  /// Of all responses to one flight of commands, in bytes.
  public var flight: Int
  /// Of all responses to one flight, in lines: beside four for each message of the open folder.
  public var lines: Int
  /// Of those, lines that answer nothing: remarks, invitations to go on, empty ones and the like.
  public var remarks: Int

  public init(
    line: Int = 4 << 20,
    literal: Int = 64 << 10,
    depth: Int = 32,
    parts: Int = 10_000,
    flight: Int = 64 << 20,
    lines: Int = 100_000,
    remarks: Int = 10_000
  ) {
    self.line = line
    self.literal = literal
    self.depth = depth
    self.parts = parts
    self.flight = flight
    self.lines = lines
    self.remarks = remarks
  }
}

/// Why a server's bytes could not be read.
public enum ResponseError: Error, Sendable, Hashable {
  /// A response is longer than the limit, in bytes.
  case lineTooLong(limit: Int)
  /// A literal has this many bytes, which is more than the limit.
  case literalTooLong(Int, limit: Int)
  /// The responses to one flight are longer than the limit, in bytes.
  case flightTooLong(limit: Int)
  /// The responses to one flight are more lines than the limit.
  case tooManyLines(limit: Int)
  /// A line that is no response. What it is instead is not kept: it may be an echo of a password.
  case malformed

  /// Whether the parser can go on behind the error. If not, the connection must end.
  public var isRecoverable: Bool {
    self == .malformed
  }
}

extension ResponseError: CustomStringConvertible {
  /// A plain sentence in English.
  public var description: String { "The server sent \(reason)." }

  /// What the server sent, in English: the end of a sentence.
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
