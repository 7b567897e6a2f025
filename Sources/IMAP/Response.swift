/// A server's response: one line with its literals (RFC 9051, section 7).
public enum Response: Sendable, Hashable {
  /// `+ text`: the server waits for more of a command. The text is base64 during a login.
  case continuation(String)
  /// The completion of the command with this tag.
  case tagged(tag: String, Status)
  /// A status that completes no command: `* OK`, `NO`, `BAD`, `BYE` or `PREAUTH`.
  case status(Status)
  case capability(Capabilities)
  case list(ListedMailbox)
  case mailboxStatus(MailboxStatus)
  case exists(UInt32)
  /// The sequence number of an expunged message; all higher sequence numbers decrease by one.
  case expunge(UInt32)
  /// Expunged UIDs; `isEarlier` if expunged since the state that the client gave (RFC 7162).
  case vanished(NumberSet, isEarlier: Bool)
  case fetch(FetchedMessage)
  case search([UInt32])
  case extendedSearch(ExtendedSearch)
  /// The server's description of itself, with keys in lower case (RFC 2971).
  case id([String: String])
  /// The upper-case name of a response that the client does not need; the rest is skipped.
  case other(String)

  /// Whether the response names no mailbox, reports no message and completes no command.
  public var isRemark: Bool {
    switch self {
    case .continuation, .status, .capability, .id, .other: true
    case .tagged, .list, .mailboxStatus, .exists, .expunge, .vanished, .fetch, .search,
      .extendedSearch:
      false
    }
  }
}

/// The result of a command, or a server's message.
public struct Status: Sendable, Hashable {
  /// The raw values are IMAP's own words.
  public enum Kind: String, Sendable, Hashable {
    case ok = "OK"
    case no = "NO"
    case bad = "BAD"
    case bye = "BYE"
    case preauth = "PREAUTH"
  }

  public let kind: Kind
  public let code: ResponseCode?
  /// A text for the user in the server's language, without the code, and often empty.
  public let text: String

  public init(_ kind: Kind, code: ResponseCode? = nil, text: String = "") {
    self.kind = kind
    self.code = code
    self.text = text
  }
}

/// A status's code for the program, in brackets before its text (RFC 9051, 5530, 7162, 9738).
public enum ResponseCode: Sendable, Hashable {
  case capability(Capabilities)
  case uidValidity(UInt32)
  case uidNext(UInt32)
  case highestModSeq(UInt64)
  case noModSeq
  case closed
  case alert
  case authenticationFailed
  case authorizationFailed
  case expired
  case unavailable
  case limit
  case overQuota
  case serverBug
  case nonExistent
  /// A limit on the number of messages (RFC 9738). With a UID, it limits one command, and the UID
  /// is the lowest that the command handled. Without a UID, it limits the folder.
  case messageLimit(UInt32, downTo: UInt32?)
  /// The URL of another server. It is never followed.
  case referral(String)
  case privacyRequired
  /// The flags that can be changed permanently in the opened mailbox, in lower case; `\*` for any
  /// keyword.
  case permanentFlags(Set<String>)
  /// The mailbox was opened read-only.
  case readOnly
  /// The name in upper case of any other code, or of one with an invalid number.
  case other(String)
}

/// A folder of a LIST response.
public struct ListedMailbox: Sendable, Hashable {
  /// The attributes in lower case, as `\noselect`.
  public let attributes: Set<String>
  /// The separator between the levels of the name; nil if there are no levels.
  public let separator: Character?
  /// The name as the server wrote it; commands use this form, too.
  public let encodedName: String

  /// The decoded name, for display.
  public var name: String { ModifiedUTF7.decode(encodedName) }
}

/// A STATUS response; nil for values that the server did not give.
public struct MailboxStatus: Sendable, Hashable {
  /// The name as the server wrote it; the case of `INBOX` may differ from LIST.
  public let encodedName: String
  public var messages: UInt32?
  public var uidNext: UInt32?
  public var uidValidity: UInt32?
  public var unseen: UInt32?
  public var highestModSeq: UInt64?

  public init(encodedName: String) { self.encodedName = encodedName }
}

/// An ESEARCH response (RFC 4731). A search without hits has neither `all` nor `min`.
public struct ExtendedSearch: Sendable, Hashable {
  public var tag: String?
  public var all: NumberSet?
  public var min: UInt32?

  /// Makes the response to a search without hits.
  public init() {}
}

/// The capabilities of a server (RFC 9051, section 7.2.2). Names are compared ignoring case.
public struct Capabilities: Sendable, Hashable {
  /// The capabilities that the client uses, besides the mechanisms of `AUTH=`.
  public enum Name: String, Sendable {
    case condstore = "CONDSTORE"
    case enable = "ENABLE"
    case esearch = "ESEARCH"
    case id = "ID"
    case idle = "IDLE"
    case listExtended = "LIST-EXTENDED"
    case listStatus = "LIST-STATUS"
    case literalMinus = "LITERAL-"
    case literalPlus = "LITERAL+"
    case loginDisabled = "LOGINDISABLED"
    case qresync = "QRESYNC"
    case saslIR = "SASL-IR"
    case specialUse = "SPECIAL-USE"
  }

  private var names: Set<String> = []
  /// The mechanisms of `AUTH=`, in upper case and in the server's order.
  public private(set) var saslMechanisms: [String] = []

  /// Makes an empty set of capabilities.
  public init() {}

  public init(_ names: some Sequence<String>) {
    for name in names.lazy.map({ $0.uppercased() }) where self.names.insert(name).inserted {
      if name.hasPrefix("AUTH=") { saslMechanisms.append(String(name.dropFirst(5))) }
    }
  }

  public var isEmpty: Bool { names.isEmpty }

  /// All names, in upper case and in alphabetical order.
  public var list: [String] { names.sorted() }

  public func has(_ name: Name) -> Bool { names.contains(name.rawValue) }
}
