public struct MailFolder: Sendable, Hashable, Identifiable {
  /// The folder's path within the mailbox; unique there.
  public let name: FolderName
  /// The folder's purpose, if it is known.
  public let role: FolderRole?
  /// The number of messages, with all copies; nil if the folder was never read and its server does
  /// not report the number. The messages' conversations may have more messages, in other folders.
  public let messages: Int?
  /// The number of unread messages; nil if unknown, as for ``messages``. A message with several
  /// copies in the folder counts once, and only if no copy is read, as in a row of the list.
  public let unread: Int?

  public var id: String { name.description }

  init(name: FolderName, role: FolderRole? = nil, messages: Int?, unread: Int?) {
    (self.name, self.role, self.messages, self.unread) = (name, role, messages, unread)
  }
}

/// A folder's path within its mailbox: the names of its parent folders, outermost first, then its
/// own name.
public struct FolderName: Sendable, Hashable, LosslessStringConvertible {
  /// The names: at least one, none empty. Slashes within names are replaced by U+2215 (∕).
  public let components: [String]

  /// The folder to which new mail is delivered, as IMAP names it (RFC 9051, section 5.1).
  public static let inbox = FolderName(components: ["INBOX"])

  /// Whether a name means the inbox, in any case (RFC 9051, section 5.1).
  static func isInbox(_ name: String) -> Bool { name.lowercased() == "inbox" }

  init(components: [String]) {
    self.components = components.map {
      $0.utf8.contains(UInt8(ascii: "/")) ? $0.replacing("/", with: "\u{2215}") : $0
    }
  }

  /// Splits the text at slashes; nil if no name is left.
  public init?(_ description: String) {
    let components = description.split(separator: "/").map(String.init)
    guard !components.isEmpty else { return nil }
    self.init(components: components)
  }

  /// The names with slashes between them, as in `Lists/GTK`.
  public var description: String { components.joined(separator: "/") }
}

/// The purpose of a folder (RFC 6154). The cases have the order of the folder list.
public enum FolderRole: String, Sendable, Hashable, CaseIterable {
  /// Receives new mail.
  case inbox
  /// Shows the flagged messages of all folders.
  case flagged
  /// Holds messages that are not finished yet.
  case drafts
  /// Holds messages that the user has sent.
  case sent
  /// Keeps messages that the user is done with.
  case archive
  /// Shows the messages of all folders; deleted mail and junk may be left out.
  case all
  /// Holds unwanted mail.
  case junk
  /// Holds deleted messages.
  case trash

  /// Whether the folder has messages that the user has written: a row then names the recipients.
  public var isOwnMail: Bool { self == .drafts || self == .sent }

  /// Finds the role by the folder's own name, without its parents' names, for a folder to which no
  /// server gives a role. Knows only unambiguous names that mail programs use, and no names for
  /// ``inbox``, ``flagged`` and ``all``.
  ///
  /// - Returns: nil for any other name.
  init?(named name: String) {
    guard let role = Self.names[FoldedText(name).bytes] else { return nil }
    self = role
  }

  private static let names: [[UInt8]: FolderRole] = {
    var names: [[UInt8]: FolderRole] = [:]
    for (role, kind) in [
      (.drafts, .drafts), (.sent, .sent), (.archive, .archive), (.junk, .junk), (.trash, .trash),
    ] as [(FolderRole, PhraseKind)] {
      for name in kind.all { names[name] = role }
    }
    return names
  }()
}
