/// A server's capabilities and its deviations from the standard.
public struct ServerTraits: Sendable {
  /// The capabilities after the log-in, without IMAP4rev1.
  public var capabilities: Set<String>
  /// Whether the server sends its capabilities without a request.
  public var volunteersCapabilities = true
  /// The time zone of the server's days, in minutes from UTC.
  public var zone: Int64 = 0
  public var omitsUIDNext = false
  /// Whether the server has no modification sequences for the folder (NOMODSEQ).
  public var hasNoModSeq = false
  /// The probability, from 0 to 1, that the server reports changes where this is optional.
  public var eagerness = 0.0
  /// Whether the server has forgotten when messages were removed, and reports every UID that does
  /// not exist.
  public var forgetsExpunged = false
  /// Flags that clients may change, such as `\Seen`; nil if clients can only read.
  public var permanentFlags: Set<String>?
  /// Whether folders are opened read-only, even if a client asks to write.
  public var isReadOnly = false
  /// Whether clients may change flags in folders that are opened read-only.
  public var keepsFlagsOfReadOnly = false
  /// Whether the server reports that flags are changed, but changes none.
  public var losesFlags = false

  public init(_ capabilities: Set<String> = []) { self.capabilities = capabilities }

  /// The capabilities of Dovecot that matter here.
  public static let rich = ServerTraits([
    "SASL-IR", "ID", "ENABLE", "IDLE", "ESEARCH", "CONDSTORE", "QRESYNC", "LIST-EXTENDED",
    "LIST-STATUS", "SPECIAL-USE", "LITERAL+", "AUTH=PLAIN",
  ])
  /// No capabilities but IMAP4rev1.
  public static let poor = ServerTraits()

  func has(_ name: String) -> Bool { capabilities.contains(name) }

  public var countsChanges: Bool { !hasNoModSeq && (has("CONDSTORE") || has("QRESYNC")) }
}

/// A server's end of one connection: takes a client's bytes and returns its own (RFC 9051, 7162,
/// 4731, 2177). It serves clients that only read, and that mark messages if
/// ``ServerTraits/permanentFlags`` are given: any other change of mail is a violation.
public struct ServerSession: Sendable {
  public let traits: ServerTraits
  /// The client's violations of the protocol.
  public private(set) var violations: [String] = []
  /// The commands so far, with arguments but without tags.
  public private(set) var commands: [String] = []
  /// Replaces the server's answer to a command, such as by `NO [SERVERBUG] not now`; nil keeps it.
  public var refusal: (@Sendable (_ command: String) -> String?)?
  public private(set) var hasEnded = false
  public private(set) var isIdle = false

  var random: any RandomNumberGenerator & Sendable
  var opened: OpenedFolder?
  var hasQuickResync = false
  var countsChanges = false
  var output = ""
  private var lines = CommandLines()
  private var isLoggedIn = false
  /// The tag of an AUTHENTICATE or IDLE that has not ended.
  private var pendingTag: String?

  /// The user and the password of the only account.
  public static let (user, password) = ("ann@example.org", "a \"secret\" \\ word")

  public init(
    _ traits: ServerTraits,
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    (self.traits, self.random) = (traits, random)
  }

  /// The greeting of a new connection.
  public func greeting() -> [UInt8] {
    let code = traits.volunteersCapabilities ? "[CAPABILITY \(capabilities)] " : ""
    return Array("* OK \(code)ready\r\n".utf8)
  }

  private var capabilities: String {
    (["IMAP4rev1"] + traits.capabilities.sorted()).joined(separator: " ")
  }

  /// Answers the client's bytes, with the present mail.
  ///
  /// - Parameter happening: called before each command, and may change the mail.
  public mutating func receive(
    _ bytes: [UInt8],
    _ mail: inout ServerMail,
    happening: (inout ServerMail) -> Void = { _ in }
  ) -> [UInt8] {
    lines.append(bytes)
    do {
      loop: while let piece = try lines.next(allowsUnasked: traits.has("LITERAL+")) {
        switch piece {
        case .waits:
          output += "+ go on\r\n"
          break loop
        case .command(let line):
          happening(&mail)
          try take(line, &mail)
        }
      }
    } catch {
      violations.append("\(error)")
      output += "* BAD \(error)\r\n"
    }
    return flush()
  }

  /// The changes to report while the client is in IDLE.
  public mutating func news(of mail: ServerMail) -> [UInt8] {
    guard isIdle else { return [] }
    tell(mail, withExpunges: true)
    return flush()
  }

  private mutating func flush() -> [UInt8] {
    defer { output = "" }
    return Array(output.unicodeScalars.lazy.map { UInt8(truncatingIfNeeded: $0.value) })
  }

  /// Adds bytes to the output, each as one character.
  mutating func write(_ bytes: some Sequence<UInt8>) {
    output.unicodeScalars.append(contentsOf: bytes.lazy.map { Unicode.Scalar($0) })
  }

  mutating func chance(_ share: Double) -> Bool {
    share > 0 && Double(random.next() >> 11) / Double(1 << 53) < share
  }

  // MARK: Commands

  private mutating func take(_ line: [UInt8], _ mail: inout ServerMail) throws {
    if let tag = pendingTag {
      pendingTag = nil
      if isIdle {
        isIdle = false
        guard line.elementsEqual("DONE".utf8) else {
          throw ProtocolViolation(description: "a command during IDLE")
        }
        if chance(traits.eagerness) { tell(mail, withExpunges: true) }
        output += "\(tag) OK done\r\n"
      } else {
        finishLogIn(tag, String(decoding: line, as: UTF8.self))
      }
      return
    }
    var scanner = CommandScanner(line)
    let tag = try scanner.atom()
    guard !tag.contains("+") else { throw ProtocolViolation(description: "the tag \(tag)") }
    try scanner.expect(" ")
    commands.append(scanner.text)
    if let answer = refusal?(scanner.text) {
      output += "\(tag) \(answer)\r\n"
      if scanner.take("EXAMINE") || scanner.take("SELECT") { opened = nil }
      return
    }
    do {
      try carryOut(&scanner, tag, &mail)
    } catch {
      violations.append("\(error) in \(String(decoding: line, as: UTF8.self))")
      output += "\(tag) BAD \(error)\r\n"
    }
  }

  private mutating func carryOut(
    _ scanner: inout CommandScanner,
    _ tag: String,
    _ mail: inout ServerMail
  ) throws {
    var name = try scanner.atom().uppercased()
    if name == "UID" {
      try scanner.expect(" ")
      name = "UID " + (try scanner.atom().uppercased())
    }
    defer { if !isIdle { opened?.countBeforeIdle = nil } }
    if ["AUTHENTICATE", "LOGIN", "STARTTLS"].contains(name), isLoggedIn {
      throw ProtocolViolation(description: "\(name) after the log-in")
    }
    switch name {
    case "CAPABILITY":
      try scanner.end()
      output += "* CAPABILITY \(capabilities)\r\n"
    case "NOOP":
      try scanner.end()
      if opened != nil { tell(mail, withExpunges: true) }
    case "LOGOUT":
      output += "* BYE goodbye\r\n"
      hasEnded = true
    case "AUTHENTICATE": return try authenticate(&scanner, tag)
    case "LOGIN":
      try scanner.expect(" ")
      let user = try scanner.string()
      try scanner.expect(" ")
      let password = try scanner.string()
      try scanner.end()
      return logIn(tag, user, password)
    case _ where !isLoggedIn: throw ProtocolViolation(description: "\(name) before the log-in")
    case "ID":
      guard traits.has("ID") else { throw ProtocolViolation(description: "ID is not offered") }
      output += "* ID (\"name\" \"imaginary\")\r\n"
    case "ENABLE": try enable(&scanner)
    case "LIST": try list(&scanner, mail)
    case "STATUS": try status(&scanner, mail)
    case "EXAMINE": return try open(&scanner, tag, mail, as: "READ-ONLY")
    case "SELECT" where traits.permanentFlags != nil:
      return try open(
        &scanner,
        tag,
        mail,
        as: traits.isReadOnly ? "READ-ONLY" : "READ-WRITE",
        keepsFlags: !traits.isReadOnly || traits.keepsFlagsOfReadOnly
      )
    case "UID STORE" where traits.permanentFlags != nil: try store(&scanner, &mail)
    case "IDLE":
      guard traits.has("IDLE"), opened != nil else {
        throw ProtocolViolation(description: "IDLE is not possible")
      }
      try scanner.end()
      let count = opened?.told.count
      opened?.countBeforeIdle = count
      (isIdle, pendingTag) = (true, tag)
      if chance(traits.eagerness) { tell(mail, withExpunges: true) }
      output += "+ waiting\r\n"
      tell(mail, withExpunges: true)
      return
    case "FETCH", "UID FETCH":
      let isByUID = name == "UID FETCH"
      if chance(traits.eagerness) { tell(mail, withExpunges: isByUID) }
      if let refused = try fetch(&scanner, mail, isByUID: isByUID) {
        output += "\(tag) \(refused)\r\n"
        return
      }
      if chance(traits.eagerness) { tell(mail, withExpunges: isByUID) }
    case "UID SEARCH":
      if chance(traits.eagerness) { tell(mail, withExpunges: true) }
      try search(&scanner, tag, mail, isByUID: true)
      if chance(traits.eagerness) { tell(mail, withExpunges: true) }
    case "SEARCH":
      if chance(traits.eagerness) { tell(mail, withExpunges: false) }
      try search(&scanner, tag, mail, isByUID: false)
      if chance(traits.eagerness) { tell(mail, withExpunges: false) }
    default: throw ProtocolViolation(description: "\(name) is not for clients that only read")
    }
    output += "\(tag) OK \(name) completed\r\n"
  }

  private mutating func enable(_ scanner: inout CommandScanner) throws {
    guard traits.has("ENABLE"), opened == nil else {
      throw ProtocolViolation(description: "ENABLE is not possible")
    }
    var enabled = "* ENABLED"
    while !scanner.isAtEnd {
      try scanner.expect(" ")
      let name = try scanner.atom().uppercased()
      if name == "QRESYNC" || name == "CONDSTORE", traits.has(name) {
        enabled += " \(name)"
        countsChanges = true
        hasQuickResync = hasQuickResync || name == "QRESYNC"
      }
    }
    output += enabled + "\r\n"
  }

  // MARK: Logging in

  private mutating func authenticate(_ scanner: inout CommandScanner, _ tag: String) throws {
    try scanner.expect(" PLAIN")
    guard traits.has("AUTH=PLAIN") else {
      throw ProtocolViolation(description: "PLAIN is not offered")
    }
    if scanner.isAtEnd {
      output += "+ \r\n"
      pendingTag = tag
      return
    }
    guard traits.has("SASL-IR") else { throw ProtocolViolation(description: "no SASL-IR") }
    try scanner.expect(" ")
    finishLogIn(tag, scanner.text)
  }

  private mutating func finishLogIn(_ tag: String, _ base64: String) {
    let parts = String(decoding: Self.decoded(base64), as: UTF8.self)
      .split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
    logIn(tag, parts.count == 3 ? parts[1] : "", parts.last ?? "")
  }

  private mutating func logIn(_ tag: String, _ user: String, _ password: String) {
    isLoggedIn = user == Self.user && password == Self.password
    guard isLoggedIn else {
      output += "\(tag) NO [AUTHENTICATIONFAILED] who is that?\r\n"
      return
    }
    let code = traits.volunteersCapabilities ? "[CAPABILITY \(capabilities)] " : ""
    output += "\(tag) OK \(code)logged in\r\n"
  }

  private static func decoded(_ base64: String) -> [UInt8] {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var (bits, count, bytes) = (UInt32(0), 0, [UInt8]())
    for digit in base64.utf8.compactMap({ digits.firstIndex(of: $0) }) {
      (bits, count) = (bits << 6 | UInt32(digit), count + 6)
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }
}
