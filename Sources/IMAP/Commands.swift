extension Command {
  public static let capability = Command("CAPABILITY")
  public static let noop = Command("NOOP")
  public static let logout = Command("LOGOUT")
  public static let startTLS = Command("STARTTLS")
  /// Lasts until `done` is sent.
  public static let idle = Command("IDLE")
  /// Ends `idle`; a line without a tag.
  public static let done = Command("DONE", hasTag: false)
  /// Aborts a login while the server waits for a response; a line without a tag.
  public static let cancelAuthentication = Command("*", hasTag: false)
  /// Answers the error message of XOAUTH2 and OAUTHBEARER; an empty line without a tag.
  public static let emptyResponse = Command("", hasTag: false)

  /// Identifies the program to the server (RFC 2971).
  public static func id(_ fields: [(String, String)]) throws(CommandError) -> Command {
    guard !fields.isEmpty else { return Command("ID", [.text(" NIL")]) }
    var parts: [Part] = [.text(" (")]
    for (index, field) in fields.enumerated() {
      if index > 0 { parts.append(.text(" ")) }
      parts += [try string(field.0), .text(" "), try string(field.1)]
    }
    return Command("ID", parts + [.text(")")])
  }

  public static func enable(_ capabilities: [String]) throws(CommandError) -> Command {
    guard !capabilities.isEmpty else { throw .noItems }
    for name in capabilities { try checkAtom(name) }
    return Command("ENABLE", [.text(" " + capabilities.joined(separator: " "))])
  }

  /// Logs in by a SASL mechanism.
  public static func authenticate(_ response: SASLResponse) -> Command {
    Command("AUTHENTICATE", [.text(" " + response.mechanism), .initialResponse(response.bytes)])
  }

  /// The method of a login: a SASL mechanism's name, or `LOGIN`; nil for other commands.
  public var mechanism: String? {
    switch (name, parts.dropFirst().first) {
    case ("AUTHENTICATE", .text(let text)): String(text.dropFirst())
    case ("LOGIN", _): "LOGIN"
    default: nil
    }
  }

  /// Logs in with a password, for servers without a SASL mechanism for passwords.
  public static func login(user: String, password: String) throws(CommandError) -> Command {
    let password = try checked(password)
    return Command("LOGIN", [.text(" "), try string(user), .text(" "), .secret(password)])
  }
}

// MARK: Arguments

extension Command {
  static func string(_ text: String) throws(CommandError) -> Part {
    .string(try checked(text))
  }

  private static func checked(_ text: String) throws(CommandError) -> String {
    let isForbidden = { (byte: UInt8) in
      byte == 0 || byte == .lineFeed || byte == .carriageReturn
    }
    guard !text.utf8.contains(where: isForbidden) else { throw .controlCharacter }
    return text
  }

  /// Throws unless a name is an atom: atoms are sent unchanged, so they must have no separators.
  static func checkAtom(_ name: String) throws(CommandError) {
    let isAtom = name.utf8.allSatisfy { byte in
      (0x21...0x7E).contains(byte) && !"(){}%*\"\\[]".utf8.contains(byte)
    }
    guard isAtom, !name.isEmpty else { throw .invalidAtom }
  }

  static func set(_ messages: NumberSet) throws(CommandError) -> Part {
    guard !messages.isEmpty else { throw .emptySet }
    return .text(" \(messages)")
  }
}
