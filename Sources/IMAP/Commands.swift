extension Command {
  public static let capability = Command("CAPABILITY")
  public static let noop = Command("NOOP")
  public static let startTLS = Command("STARTTLS")
  /// Lasts until `done` is sent.
  public static let idle = Command("IDLE")
  /// Ends `idle`; a line without a tag.
  public static let done = Command("DONE", hasTag: false)
  /// Answers the error message of XOAUTH2 and OAUTHBEARER; an empty line without a tag.
  public static let emptyResponse = Command("", hasTag: false)

  /// Tells the server the program's name (RFC 2971).
  public static func id(name: String) throws(CommandError) -> Command {
    Command("ID", [.text(" (\"name\" "), try string(name), .text(")")])
  }

  public static func enable(_ capability: Capabilities.Name) -> Command {
    Command("ENABLE", [.text(" \(capability.rawValue)")])
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

  static func set(_ messages: NumberSet) throws(CommandError) -> Part {
    guard !messages.isEmpty else { throw .emptySet }
    return .text(" \(messages)")
  }
}
