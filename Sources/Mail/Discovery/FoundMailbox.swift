/// A mailbox that is on this machine.
public struct FoundMailbox: Sendable, Hashable, Codable {
  /// What keeps mail there.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// A Maildir, or a folder of them.
    case maildir
    /// An mbox, or a folder of them.
    case mbox
    /// A profile of Thunderbird's, with all its accounts.
    case thunderbird
    /// What Evolution keeps on this machine; not its copies of what is on servers.
    case evolution
    /// Where the system delivers a user's mail.
    case spool
  }

  /// Where it is, absolute and without links: for ``Mailbox/open(_:store:)``.
  public var path: String
  /// What keeps mail there.
  public var kind: Kind
  /// Its name for people: a folder's, a user's or a program's own, so never translated.
  public var title: String
  /// Whether there is no message in any of its folders.
  public var isEmpty: Bool

  /// Joins the four.
  public init(path: String, kind: Kind, title: String, isEmpty: Bool) {
    (self.path, self.kind, self.title, self.isEmpty) = (path, kind, title, isEmpty)
  }
}
