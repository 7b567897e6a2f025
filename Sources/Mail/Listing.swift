/// Which conversations a list shows. All of its values are lists of one kind: in one order, with
/// one way of paging.
public struct Listing: Sendable, Hashable {
  /// The folder that is listed; nil for all of them.
  public var folder: FolderName?
  /// Whether conversations are left out whose messages are all read.
  public var unreadOnly: Bool
  /// Whether conversations are left out whose messages are all marked for deletion.
  public var withoutDeleted: Bool
  /// What the user typed; any text. Every word of it must begin a word of the conversation's
  /// senders, subjects or snippets; case and accents make no difference. Of writing without spaces
  /// between words any run of characters is found, and symbols are found, too. Text without a
  /// word or symbol in it is no search. Its first 1,000 characters count, of these the first 12
  /// words, and of each word the first 32 characters.
  public var search: String

  /// Joins the four; by themselves they list all that there is.
  public init(
    folder: FolderName? = nil,
    unreadOnly: Bool = false,
    withoutDeleted: Bool = false,
    search: String = ""
  ) {
    self.folder = folder
    self.unreadOnly = unreadOnly
    self.withoutDeleted = withoutDeleted
    self.search = search
  }

  /// All conversations of the mailbox.
  public static let all = Listing()
}
