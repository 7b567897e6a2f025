/// A command to a server, ready but for its tag. No argument has a CR, LF or NUL in it.
///
/// Passwords and tokens are in what `encoded` returns, and in nothing else: neither in descriptions
/// nor in `logLine`.
public struct Command: Sendable, Hashable {
  /// A piece of a command.
  enum Part: Sendable, Hashable {
    /// As it is sent.
    case text(String)
    /// Sent in quotes, or else as a literal.
    case string(String)
    /// A string that is not shown.
    case secret(String)
    /// The beginning of a log-in, not shown either: in the command's line where the server has
    /// SASL-IR, else in a line of its own.
    case initialResponse([UInt8])

    var isSecret: Bool {
      switch self {
      case .text, .string: false
      case .secret, .initialResponse: true
      }
    }
  }

  /// The command's verb, as `UID FETCH`: for the log and for errors.
  public let name: String
  /// What follows the tag and a space.
  let parts: [Part]
  /// Not for DONE, and not for what is sent during a log-in.
  public let hasTag: Bool

  init(_ name: String, _ parts: [Part] = [], hasTag: Bool = true) {
    self.name = name
    self.parts = [.text(name)] + parts
    self.hasTag = hasTag
  }

  /// Whether it holds a password or a token.
  public var isSecret: Bool { parts.contains(where: \.isSecret) }

  /// The bytes to send. The first piece is sent at once, and each further one when the server has
  /// answered `+` to the one before.
  ///
  /// - Parameters:
  ///   - tag: letters and digits.
  ///   - capabilities: LITERAL+, LITERAL- and SASL-IR save such turns.
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

  /// The command as a log may have it, in one line, with each secret in it as `…`.
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

/// Why a command cannot be sent.
public enum CommandError: Error, Sendable, Hashable {
  /// A name, a password or another argument has a CR, LF, NUL or the like in it.
  case controlCharacter
  /// There is no message to ask for.
  case emptySet
  /// There is nothing to ask for.
  case noItems
  /// A range of bytes is empty, or is not within what IMAP can say.
  case invalidRange
  /// A name that must be an atom, as a capability, has other characters in it.
  case invalidAtom
  /// There is no such section, or it needs the names of fields.
  case invalidSection
}

extension CommandError: CustomStringConvertible {
  /// A plain sentence in English.
  public var description: String {
    switch self {
    case .controlCharacter: "An argument has a control character in it."
    case .emptySet: "The set of messages is empty."
    case .noItems: "The command asks for nothing."
    case .invalidRange: "The range of bytes is empty or too large."
    case .invalidAtom: "A name has characters in it that it cannot have."
    case .invalidSection: "There is no such section of a message."
    }
  }
}
