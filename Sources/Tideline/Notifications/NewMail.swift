import Mail
import TidelineProgram

/// What refreshes have brought, as it is told outside of the window.
struct NewMail: Equatable {
  /// How many messages are new.
  var count: Int
  /// Sender and subject of the newest, ``limit`` at most.
  var lines: [String] = []
  /// Whether anything is unread, be it new or not.
  var hasUnread = true

  /// More would not be read in passing.
  static let limit = 3

  /// - Parameters:
  ///   - summary: of a refresh of the source.
  ///   - folder: the one whose new messages were counted; nil for all.
  static func found(
    by summary: RefreshSummary,
    in source: any ConversationSource,
    _ folder: FolderName?
  ) async -> NewMail {
    let changed = min(summary.newMessages, summary.inserted + summary.updated)
    // Without names it can be told, too.
    let unread = try? await source.conversations(
      in: Listing(folder: folder, unreadOnly: true),
      after: nil,
      limit: limit,
      budget: nil,
      asksAccount: false
    ).conversations
    let lines = unread?.prefix(changed).map { conversation -> String in
      let (sender, subject) = (conversation.participants.last ?? "", conversation.subject)
      return sender.isEmpty || subject.isEmpty
        ? sender + subject : JoinedText.pair(sender, subject)
    }
    return NewMail(
      count: summary.newMessages,
      lines: lines?.filter { !$0.isEmpty } ?? [],
      hasUnread: unread?.isEmpty != true
    )
  }

  /// Together with what was found before, and has not been seen.
  func joined(_ earlier: NewMail) -> NewMail {
    var joined = self
    joined.count += earlier.count
    // Several messages of one conversation may be told of as one.
    let others = earlier.lines.filter { !lines.contains($0) }
    joined.lines = Array((lines + others).prefix(Self.limit))
    return joined
  }

  /// What follows the title; nil where nothing is known of the messages.
  var body: String? {
    guard !lines.isEmpty else { return nil }
    let rest = count - lines.count
    // Below the newest messages.
    let more = rest > 0 ? [tr("and %d more", "and %d more", rest)] : []
    return (lines + more).joined(separator: "\n")
  }
}
