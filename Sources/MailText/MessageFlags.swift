/// Flags that the user's mail programs have set on a message.
public struct MessageFlags: OptionSet, Sendable, Hashable {
  /// The bits, as in the store.
  public let rawValue: Int64

  /// Makes a set from the store's bits.
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// Read: Maildir `S`, mbox `Status: R`.
  public static let seen = MessageFlags(rawValue: 1)
  /// Marked as important: Maildir `F`, mbox `X-Status: F`.
  public static let flagged = MessageFlags(rawValue: 2)
  /// Answered: Maildir `R`, mbox `X-Status: A`.
  public static let replied = MessageFlags(rawValue: 4)
  /// Marked for deletion: Maildir `T`, mbox `X-Status: D`, IMAP `\Deleted`. Such a message still
  /// exists, so it is listed, unless ``Listing/withoutDeleted`` leaves out its conversation.
  public static let trashed = MessageFlags(rawValue: 8)
  /// Unfinished: Maildir `D`.
  public static let draft = MessageFlags(rawValue: 16)
}
