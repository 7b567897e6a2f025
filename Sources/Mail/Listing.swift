/// The conversations that a list shows. All listings have one order and one way of paging.
public struct Listing: Sendable, Hashable {
  /// The listed folder; nil for all folders.
  public var folder: FolderName?
  /// Whether to leave out conversations whose messages are all read.
  public var unreadOnly: Bool
  /// Whether to leave out conversations whose messages are all marked for deletion.
  public var withoutDeleted: Bool
  /// The user's search text. Every word of it must begin a word of the conversation's senders,
  /// their addresses, subjects or snippets, regardless of case and accents. In scripts without spaces between words
  /// any run of characters is found; symbols are found, too. A text without a word or symbol
  /// searches for nothing. Used are its first 1,000 characters, the first 12 words of these, and
  /// the first 32 characters of each word.
  public var search: String

  /// Makes a listing from its properties; the defaults list everything.
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
