/// What a server sends: one line with its literals (RFC 9051, section 7).
public enum Response: Sendable, Hashable {
  /// `+ text`: the server waits for more of a command. The text is base64 during a log-in.
  case continuation(String)
  /// The completion of the command with this tag.
  case tagged(tag: String, Status)
  /// `* OK`, `NO`, `BAD`, `BYE` or `PREAUTH`.
  case status(Status)
  case capability(Capabilities)
  /// The names in upper case.
  case enabled(Set<String>)
  case list(ListedMailbox)
  case mailboxStatus(MailboxStatus)
  /// The flags that messages of the folder can have, as the server writes them.
  case flags([String])
  case exists(UInt32)
  /// The sequence number of a message that is gone; all above it count one less from then on.
  case expunge(UInt32)
  /// UIDs that are gone; with `isEarlier`, since the state that the client named (RFC 7162).
  case vanished(NumberSet, isEarlier: Bool)
  case fetch(FetchedMessage)
  case search([UInt32], modificationSequence: UInt64?)
  case extendedSearch(ExtendedSearch)
  /// What the server tells about itself, with its keys in lower case (RFC 2971).
  case id([String: String])
  /// A response that means nothing here, by its name in upper case; it was skipped whole.
  case other(String)

  /// Whether it is about no folder and no message, and completes no command.
  public var isRemark: Bool {
    switch self {
    case .continuation, .status, .capability, .enabled, .flags, .id, .other: true
    case .tagged, .list, .mailboxStatus, .exists, .expunge, .vanished, .fetch, .search,
      .extendedSearch:
      false
    }
  }
}

/// How a command went, or what a server has to say.
public struct Status: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case ok, no, bad, bye, preauth
  }

  public let kind: Kind
  public let code: ResponseCode?
  /// For the user, in the server's language; without the code, and often empty.
  public let text: String

  public init(_ kind: Kind, code: ResponseCode? = nil, text: String = "") {
    self.kind = kind
    self.code = code
    self.text = text
  }
}

/// What a status says to the program, in brackets before its text (RFC 9051, 5530, 7162, 9738).
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
  /// No more than so many messages are seen at once (RFC 9738): by a command, which was carried out
  /// down to the UID, or in the folder, where there is no UID.
  case messageLimit(UInt32, downTo: UInt32?)
  case uidRequired
  /// Another server, as a URL. It is never followed.
  case referral(String)
  case privacyRequired
  /// The flags that can be changed for good in the mailbox that is opened, in lower case; `\*` for any
  /// keyword.
  case permanentFlags(Set<String>)
  /// The mailbox was opened, and nothing of it can be changed.
  case readOnly
  /// Any other code, or one whose number makes no sense, by its name in upper case.
  case other(String)
}

/// A folder of a LIST response.
public struct ListedMailbox: Sendable, Hashable {
  /// In lower case, as `\noselect`.
  public let attributes: Set<String>
  /// Between the levels of the name; nil where there are none.
  public let separator: Character?
  /// For the user.
  public let name: String
  /// As the server wrote it, which is also how commands name it.
  public let encodedName: String

  public init(attributes: Set<String>, separator: Character?, encodedName: String) {
    self.attributes = attributes
    self.separator = separator
    self.name = ModifiedUTF7.decode(encodedName)
    self.encodedName = encodedName
  }
}

/// A STATUS response; nil is what the server did not say.
public struct MailboxStatus: Sendable, Hashable {
  /// As the server wrote it; the case of `INBOX` may be another one than in LIST.
  public let encodedName: String
  public var messages: UInt32?
  public var uidNext: UInt32?
  public var uidValidity: UInt32?
  public var unseen: UInt32?
  public var highestModSeq: UInt64?

  public init(encodedName: String) { self.encodedName = encodedName }
}

/// An ESEARCH response (RFC 4731). A search without hits has neither `all` nor `min` nor `max`.
public struct ExtendedSearch: Sendable, Hashable {
  /// Of the command that it answers.
  public var tag: String?
  /// Whether the numbers are UIDs.
  public var isUID = false
  public var all: NumberSet?
  public var count: UInt32?
  public var min: UInt32?
  public var max: UInt32?
  public var modificationSequence: UInt64?

  public init() {}
}
