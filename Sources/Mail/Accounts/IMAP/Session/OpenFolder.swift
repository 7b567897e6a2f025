import IMAP

/// A folder that is open on a connection, or is to be opened.
struct OpenFolder: Equatable {
  /// The encoded name.
  let name: String
  private(set) var uidValidity: UInt32 = 0
  /// The number of messages in the folder; 0 if unknown.
  var count: UInt32 { told ?? 0 }
  /// The number of messages according to the server; nil if the server has not given it.
  private var told: UInt32?
  var isCounted: Bool { told != nil }
  /// The UID that the next message will get; nil if the server does not give it.
  private(set) var uidNext: UInt32?
  private(set) var modSeq: UInt64?
  /// The number of newest messages to which the server limits access (RFC 9738); nil without such a
  /// limit.
  private(set) var limit: UInt32?
  /// The flags that can be changed permanently, in lower case; nil if the server does not list
  /// them, which means all flags.
  private(set) var permanentFlags: Set<String>?
  /// The number of changes that the server has reported, unasked, since the folder was opened.
  private(set) var changes = 0
  var hasChanged: Bool { changes > 0 }
  /// The number of messages expunged since the folder was opened: each expunge lowers the sequence
  /// numbers of all later messages.
  private(set) var goneCount = 0
  /// The floor's sequence number (``FloorPlace``); nil if unknown.
  var floorSequence: UInt32?
  private(set) var isOpen = false

  init(name: String) { self.name = name }

  /// Takes every response that comes while the folder is open, or is being opened.
  mutating func take(_ response: Response) {
    switch response {
    case .exists(let number):
      if isOpen, isCounted, number != count { noteChange() }
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

  mutating func noteChange() { changes &+= 1 }

  private mutating func noteGone(_ number: Int) {
    guard isOpen else { return }
    goneCount &+= number
    floorSequence = nil
    noteChange()
  }

  private mutating func take(_ code: ResponseCode?) {
    switch code {
    case .uidValidity(let number): uidValidity = number
    case .uidNext(let number): uidNext = number
    case .highestModSeq(let number): modSeq = number
    case .noModSeq: modSeq = nil
    case .messageLimit(let number, downTo: nil): limit = number
    case .permanentFlags(let flags): permanentFlags = flags
    // A folder may keep flags although it is read-only (RFC 3501, section 7.1).
    case .readOnly: permanentFlags = permanentFlags ?? []
    default: break
    }
  }

  /// Whether messages and flags are the same as in an earlier state. A server without MODSEQ does
  /// not show changed flags here.
  func holdsTheSame(as last: OpenFolder) -> Bool {
    uidValidity == last.uidValidity && uidNext == last.uidNext && count == last.count
      && modSeq == last.modSeq && !last.hasChanged
  }

  mutating func noteOpened() { isOpen = true }

  /// A warning if some messages may be inaccessible; else empty.
  var skipped: [SkippedMessage] {
    guard let limit, count >= limit else { return [] }
    let reason = "its server gives only the newest \(limit) messages of a folder"
    return [SkippedMessage(path: name, reason: reason, isInPart: true)]
  }
}

struct ServerAbilities: Equatable {
  /// QRESYNC, which reports the UIDs of expunged messages (RFC 7162).
  var hasQuickResync = false
  /// CONDSTORE, which counts changes of flags (RFC 7162).
  var countsChanges = false
  /// ESEARCH, which gives short results of searches (RFC 4731).
  var searchesBriefly = false
}
