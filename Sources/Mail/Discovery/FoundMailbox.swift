/// A mailbox found on this machine.
public struct FoundMailbox: Sendable, Hashable, Codable {
  /// The format, or the program that owns the mail.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// A Maildir, or a folder of them.
    case maildir
    /// An mbox, or a folder of them.
    case mbox
    /// A Thunderbird profile, with all its accounts.
    case thunderbird
    /// Evolution's local mail, without its copies of mail on servers.
    case evolution
    /// The file or folder to which the system delivers a user's mail.
    case spool
  }

  /// The absolute path without links, for ``Mailbox/open(_:store:marks:)``.
  public var path: String
  /// The format, or the program that owns the mail.
  public var kind: Kind
  /// The name to show to the user. It is a folder's, a user's or a program's own name, so it is
  /// never translated.
  public var title: String
  /// Whether all its folders are empty.
  public var isEmpty: Bool

  /// Makes the value from its properties.
  public init(path: String, kind: Kind, title: String, isEmpty: Bool) {
    (self.path, self.kind, self.title, self.isEmpty) = (path, kind, title, isEmpty)
  }
}
