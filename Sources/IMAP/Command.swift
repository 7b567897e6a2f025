/// A command to a server, complete except for its tag. No argument contains a CR, LF or NUL.
///
/// Passwords and tokens are only in the result of `encoded`, not in descriptions or in `logLine`.
public struct Command: Sendable, Hashable {
  enum Part: Sendable, Hashable {
    /// A text that is sent unchanged.
    case text(String)
    /// A string that is sent in quotes, or as a literal unless it is printable ASCII.
    case string(String)
    /// A string that is never shown.
    case secret(String)
    /// The first response of a login, never shown: sent in the command's line if the server has
    /// SASL-IR, else in a line of its own.
    case initialResponse([UInt8])
  }

  /// The command's verb, as `UID FETCH`: for logs and errors.
  public let name: String
  /// The parts after the tag and a space.
  let parts: [Part]
  /// Whether the command has a tag; false for DONE, and for responses during a login.
  let hasTag: Bool

  init(_ name: String, _ parts: [Part] = [], hasTag: Bool = true) {
    self.name = name
    self.parts = [.text(name)] + parts
    self.hasTag = hasTag
  }

  /// The bytes to send, in pieces: the first at once, each further piece after the server has
  /// answered the previous one with `+`.
  ///
  /// - Parameters:
  ///   - tag: letters and digits.
  ///   - capabilities: the server's; LITERAL+, LITERAL- and SASL-IR save round trips.
  public func encoded(tag: String, capabilities: Capabilities) -> [[UInt8]] {
    var encoder = CommandEncoder(capabilities)
    if hasTag {
      precondition(!tag.isEmpty && tag.utf8.allSatisfy(Self.isOfTag), "no tag")
      encoder.append("\(tag) ")
    }
    for part in parts {
      switch part {
      case .text(let text): encoder.append(text)
      case .string(let string), .secret(let string): encoder.append(string: string)
      case .initialResponse(let bytes): encoder.append(initialResponse: bytes)
      }
    }
    return encoder.finish()
  }

  private static func isOfTag(_ byte: UInt8) -> Bool {
    byte.isDigit || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte.uppercased)
  }

  /// The command on one line for a log, with `…` for each secret.
  public func logLine(tag: String) -> String {
    let text = parts.map { part in
      switch part {
      case .text(let text): text
      case .string(let string): "\"\(string)\""
      case .secret: "…"
      case .initialResponse: " …"
      }
    }.joined()
    return hasTag ? "\(tag) \(text)" : text
  }
}

extension Command: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { logLine(tag: "*") }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["command": description]) }
}

/// Reasons why a command cannot be sent.
public enum CommandError: Error, Sendable, Hashable {
  /// A name, a password or another argument contains a CR, LF, NUL or similar character.
  case controlCharacter
  case emptySet
}

extension CommandError: CustomStringConvertible {
  /// An error message in English.
  public var description: String {
    switch self {
    case .controlCharacter: "An argument has a control character in it."
    case .emptySet: "The set of messages is empty."
    }
  }
}
