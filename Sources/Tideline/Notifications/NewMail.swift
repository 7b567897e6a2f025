import Mail
import TidelineProgram

/// What a refresh has brought, as it is told outside of the window.
struct NewMail: Equatable {
  /// How many messages are new.
  var count: Int
  /// Sender and subject of the newest, ``limit`` at most.
  var lines: [String] = []

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
    let newest = try? await source.conversations(
      in: Listing(folder: folder, unreadOnly: true),
      after: nil,
      limit: limit,
      budget: nil,
      asksAccount: false
    )
    let lines = newest?.conversations.prefix(changed).map { conversation in
      [conversation.participants.last ?? "", conversation.subject].filter { !$0.isEmpty }
        .joined(separator: ": ")
    }
    return NewMail(count: summary.newMessages, lines: lines?.filter { !$0.isEmpty } ?? [])
  }

  /// What follows the title; nil where nothing is known of the messages.
  var body: String? {
    let rest = count - lines.count
    let more = rest > 0 && !lines.isEmpty ? [tr("and %d more", "and %d more", rest)] : []
    return lines.isEmpty ? nil : (lines + more).joined(separator: "\n")
  }
}
