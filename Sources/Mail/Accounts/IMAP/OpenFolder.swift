import IMAP

/// A folder on a server, as the connection has it open.
struct OpenFolder: Equatable {
  /// As the server writes it.
  let name: String
  private(set) var uidValidity: UInt32 = 0
  /// How many messages are in it.
  var count: UInt32 { told ?? 0 }
  /// Nil where the server has not said it.
  private var told: UInt32?
  var isCounted: Bool { told != nil }
  /// Nil where the server does not tell.
  private(set) var uidNext: UInt32?
  private(set) var modSeq: UInt64?
  /// Only so many of its messages are shown, the newest ones (RFC 9738); nil where there is no such
  /// limit.
  private(set) var limit: UInt32?
  /// Which flags can be changed in it for good, in lower case; nil where the server does not tell, so
  /// all of them.
  private(set) var permanentFlags: Set<String>?
  /// Whether something has changed since it was opened, other than what was asked for.
  private(set) var hasChanged = false
  /// How many messages have gone since it was opened: each moves the places of those above it.
  private(set) var goneCount = 0
  /// The place of its floor's message, counted from the oldest; nil where that is not known.
  var floorSequence: UInt32?
  /// Whether the server has opened it.
  private(set) var isOpen = false

  init(name: String) { self.name = name }

  /// Takes whatever the server sends while the folder is open, or is being opened.
  mutating func take(_ response: Response) {
    switch response {
    case .exists(let number):
      hasChanged = hasChanged || isOpen && isCounted && number != count
      told = number
    case .expunge:
      told = told.map { $0 - min($0, 1) }
      noteGone(1)
    case .vanished(let numbers, isEarlier: false):
      told = told.map { $0 - min($0, UInt32(clamping: numbers.count)) }
      noteGone(numbers.count)
    case .mailboxStatus(let status) where !isCounted && status.isAbout(name):
      told = status.messages
    case .status(let status): take(status.code)
    case .fetch(let message): if isOpen, message.hasOnlyFlags { noteChange() }
    default: break
    }
  }

  mutating func noteChange() { hasChanged = true }

  private mutating func noteGone(_ number: Int) {
    guard isOpen else { return }
    goneCount &+= number
    (hasChanged, floorSequence) = (true, nil)
  }

  private mutating func take(_ code: ResponseCode?) {
    switch code {
    case .uidValidity(let number): uidValidity = number
    case .uidNext(let number): uidNext = number
    case .highestModSeq(let number): modSeq = number
    case .noModSeq: modSeq = nil
    case .messageLimit(let number, downTo: nil): limit = number
    case .permanentFlags(let flags): permanentFlags = flags
    case .readOnly: permanentFlags = []
    default: break
    }
  }

  /// Whether nothing has come, gone or changed since, as far as the server counts it.
  func holdsTheSame(as last: OpenFolder) -> Bool {
    uidValidity == last.uidValidity && uidNext == last.uidNext && count == last.count
      && modSeq == last.modSeq && !last.hasChanged
  }

  mutating func noteOpened() { isOpen = true }

  /// What is not listed of it.
  var skipped: [SkippedMessage] {
    guard let limit, count >= limit else { return [] }
    let reason = "its server gives only the newest \(limit) messages of a folder"
    return [SkippedMessage(path: name, reason: reason, isInPart: true)]
  }
}

/// What a server can do beyond the least.
struct ServerAbilities: Equatable {
  /// Tells which messages are gone, by their numbers (RFC 7162).
  var hasQuickResync = false
  /// Counts changes of flags (RFC 7162).
  var countsChanges = false
  /// Answers searches briefly (RFC 4731).
  var searchesBriefly = false
}
