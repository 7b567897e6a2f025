/// Where a list's conversations come from: one mailbox, or several as one.
///
/// All of it may be called from any task, at the same time too.
public protocol ConversationSource: AnyObject, Sendable {
  /// The name for people.
  var title: String { get }
  /// The mailboxes that it is made of, as far as they are open.
  var mailboxes: [Mailbox] { get }

  /// Where a conversation lies; nil where no mailbox with it is open.
  func origin(of conversation: Int64) -> ConversationOrigin?

  /// As ``Mailbox/conversations(in:after:limit:budget:asksAccount:)``.
  func conversations(
    in listing: Listing,
    after cursor: Cursor?,
    limit: Int,
    budget: SearchBudget?,
    asksAccount: Bool
  ) async throws -> ConversationPage

  /// As ``Mailbox/conversations(_:)``.
  func conversations(_ ids: [Int64]) async throws -> [Conversation]

  /// As ``Mailbox/places(in:downTo:)``.
  func places(in listing: Listing, downTo end: Cursor?) async throws -> Places

  /// As ``Mailbox/revision()``.
  func revision() async throws -> Int64

  /// As ``Mailbox/current(_:)``.
  func current(_ id: Int64) async throws -> Int64?

  /// As ``Mailbox/conversation(holding:)``.
  func conversation(holding messageID: String) async throws -> Int64?

  /// As ``Mailbox/refresh(for:progress:)``.
  func refresh(
    for folder: FolderName?,
    progress: (@Sendable (RefreshProgress) -> Void)?
  ) async throws -> RefreshSummary

  /// How new mail makes itself known, of each mailbox that is open.
  func arrivals(in listing: Listing) -> [Arrivals]
}

/// A conversation, as its own mailbox knows it.
public struct ConversationOrigin: Sendable {
  /// The mailbox that it lies in.
  public let mailbox: Mailbox
  /// Its number there.
  public let id: Int64
}

extension Mailbox: ConversationSource {
  /// This one alone.
  public var mailboxes: [Mailbox] { [self] }

  /// This one, under the same number.
  public func origin(of conversation: Int64) -> ConversationOrigin? {
    ConversationOrigin(mailbox: self, id: conversation)
  }

  /// As ``arrivals(in:)`` of the folder that is listed.
  public func arrivals(in listing: Listing) -> [Arrivals] { [arrivals(in: listing.folder)] }
}
