/// The source of a list's conversations: one mailbox, or several as one.
///
/// All methods may be called from any task, also at the same time.
public protocol ConversationSource: AnyObject, Sendable {
  /// The name to show to the user.
  var title: String { get }
  /// The open mailboxes of the source.
  var mailboxes: [Mailbox] { get }

  /// Finds a conversation's mailbox and its id there; nil if no open mailbox has the conversation.
  func origin(of conversation: Int64) -> ConversationOrigin?

  /// Same as ``Mailbox/conversations(in:after:limit:budget:asksAccount:)``.
  func conversations(
    in listing: Listing,
    after cursor: Cursor?,
    limit: Int,
    budget: SearchBudget?,
    asksAccount: Bool
  ) async throws -> ConversationPage

  /// Same as ``Mailbox/conversations(_:)``.
  func conversations(_ ids: [Int64]) async throws -> [Conversation]

  /// Same as ``Mailbox/places(in:downTo:)``.
  func places(in listing: Listing, downTo end: Cursor?) async throws -> Places

  /// Same as ``Mailbox/revision()``.
  func revision() async throws -> Int64

  /// Same as ``Mailbox/current(_:)``.
  func current(_ id: Int64) async throws -> Int64?

  /// Same as ``Mailbox/conversation(holding:)``.
  func conversation(holding messageID: String) async throws -> Int64?

  /// Same as ``Mailbox/refresh(for:progress:)``.
  func refresh(
    for folder: FolderName?,
    progress: (@Sendable (RefreshProgress) -> Void)?
  ) async throws -> RefreshSummary

  /// Returns the states of each open mailbox. While they are followed, mail that arrives in the
  /// listing is fetched; see ``Mailbox/states(watching:)``.
  func states(in listing: Listing) -> [AsyncStream<MailboxState>]
}

/// A conversation within its own mailbox.
public struct ConversationOrigin: Sendable {
  public let mailbox: Mailbox
  public let id: Int64

  /// Same as ``Mailbox/messages(in:withoutDeleted:)``.
  public func messages(withoutDeleted: Bool) async throws -> [MessageStub] {
    try await mailbox.messages(in: id, withoutDeleted: withoutDeleted)
  }
}

extension Mailbox: ConversationSource {
  public var mailboxes: [Mailbox] { [self] }

  /// This mailbox, with the same id.
  public func origin(of conversation: Int64) -> ConversationOrigin? {
    ConversationOrigin(mailbox: self, id: conversation)
  }

  /// The same as ``states(watching:)`` for the listed folder.
  public func states(in listing: Listing) -> [AsyncStream<MailboxState>] {
    [states(watching: listing.folder)]
  }
}
