import Mail
import TidelineProgram

struct NewMail: Equatable {
  /// The number of new messages.
  var count: Int
  /// The sender and subject of each conversation with new mail, as far as it is among the ``limit``
  /// newest unread ones.
  var lines: [String] = []
  /// The ids in the source of the conversations of the lines; after ``joined(_:)``, there may be
  /// more of them than lines.
  var conversations: [Int64] = []
  /// Whether any message is unread, new or not.
  var hasUnread = true
  /// The arrivals, by which several windows recognize the same mail.
  var arrivals: Set<Arrived> = []

  /// The last arrival of a conversation.
  struct Arrived: Hashable {
    let store: String
    /// The conversation's id in its own mailbox.
    let conversation: Int64
    /// The store's revision at the arrival.
    let revision: Int64
  }

  /// The maximum number of lines: a user only glances at a notification, and would not read more.
  static let limit = 3

  /// Whether the lines name all of the mail, so that the user knows which mail would be marked.
  var isNamed: Bool { count > 0 && count == lines.count && count == conversations.count }

  /// Marks the ``conversations`` as read.
  ///
  /// - Parameter failed: called if the marks of a mailbox could not be stored: its mail stays
  ///   unread.
  func markRead(
    in source: any ConversationSource,
    writes: Bool,
    failed: @escaping (any Error) -> Void
  ) {
    let origins = conversations.compactMap { source.origin(of: $0) }
    Task {
      for (_, own) in Dictionary(grouping: origins, by: { ObjectIdentifier($0.mailbox) }) {
        let mailbox = own[0].mailbox
        do {
          _ = try await mailbox.markConversations(.read, own.map(\.id), writes: writes)
        } catch {
          failed(error)
          continue
        }
        // The mailbox's state tells which marks were refused.
        if writes { _ = try? await mailbox.writeMarks() }
      }
    }
  }

  /// This new mail together with mail that was found earlier and not seen yet.
  func joined(_ earlier: NewMail) -> NewMail {
    var joined = self
    joined.count += earlier.count
    joined.arrivals.formUnion(earlier.arrivals)
    // Several messages of one conversation may have the same line.
    let others = earlier.lines.filter { !lines.contains($0) }
    joined.lines = Array((lines + others).prefix(Self.limit))
    joined.conversations += earlier.conversations.filter { !conversations.contains($0) }
    return joined
  }

  /// The text below the title; nil if nothing is known of the messages.
  var body: String? {
    guard !lines.isEmpty else { return nil }
    let rest = count - lines.count
    // Shown below the newest messages in a notification.
    let more = rest > 0 ? [tr("and %d more", "and %d more", rest)] : []
    return (lines + more).joined(separator: "\n")
  }
}

/// Finds the mail that has arrived in a listed folder, whichever refresh has fetched it.
struct ArrivedMail {
  private var folder: FolderName?
  /// The store's revision and its arrivals at the last call; nil if they could not be read.
  private var known: Places?

  /// Finds only mail that arrives from now on.
  init(in source: any ConversationSource, _ folder: FolderName?) async {
    self.folder = folder
    known = await Self.read(source, folder)
  }

  /// The mail that has arrived since the last call. Nil if the store has not changed, another
  /// folder is listed since then, or the store cannot be read at one of the two calls.
  mutating func next(in source: any ConversationSource, _ folder: FolderName?) async -> NewMail? {
    guard let now = await Self.read(source, folder) else { return nil }
    defer { (self.folder, known) = (folder, now) }
    guard folder == self.folder, let known, now.revision != known.revision else { return nil }
    let before = known.arrivals
    let new = now.arrivals.filter { $0.value.revision != before[$0.key]?.revision }
    // If the conversations cannot be read, the notification has only the number.
    let listing = Listing(folder: folder, unreadOnly: true, withoutJunk: true)
    let unread = try? await source.stored(in: listing, limit: NewMail.limit).conversations
    let named = unread?.filter { new[$0.id] != nil }
    let lines = named?.map { conversation -> String in
      let (sender, subject) = (conversation.participants.last ?? "", conversation.subject)
      return sender.isEmpty || subject.isEmpty
        ? sender + subject : JoinedText.pair(sender, subject)
    }
    return NewMail(
      count: now.arrivals.messages(since: before),
      lines: lines?.filter { !$0.isEmpty } ?? [],
      conversations: named?.map(\.id) ?? [],
      hasUnread: unread?.isEmpty != true,
      arrivals: Set(
        new.compactMap { id, arrival in
          source.origin(of: id).map {
            NewMail.Arrived(
              store: $0.mailbox.storePath,
              conversation: $0.id,
              revision: arrival.revision
            )
          }
        }
      )
    )
  }

  /// Reads the revision and the arrivals, and no places.
  private static func read(_ source: any ConversationSource, _ folder: FolderName?) async -> Places?
  {
    try? await source.places(in: Listing(folder: folder, withoutJunk: true), downTo: .top)
  }
}
