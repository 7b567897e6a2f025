import FoundationEssentials
import Mail

/// A sample mailbox. Invented people write about small things, in many languages and charsets, with
/// all the faults of real mail.
///
/// The content depends only on the number of messages, the seed and the present time, so it is
/// reproducible. The sample also lists the messages of each conversation.
public struct SampleMailbox: Sendable {
  /// A message as in its file.
  public struct Message: Sendable {
    public var bytes: [UInt8]
    /// Its id without angle brackets; for a message without one, the id that Tideline derives.
    public var messageID: String
    /// The time of delivery, in seconds since 1970.
    public var received: Int64
    /// The flags: read, flagged and answered.
    public var flags: MessageFlags
  }

  /// Every message, in no particular order.
  public private(set) var messages: [Message] = []
  /// The message-ids of each conversation. An id that two messages share is listed twice.
  public private(set) var conversations: [[String]] = []

  /// The present time, at which the dates of the messages end.
  private let now: Int64

  /// The default number of messages: about two years of a private inbox.
  public static let defaultCount = 2000
  /// The seed of the program's own sample.
  public static let defaultSeed: UInt64 = 1893

  /// Makes a sample in memory.
  ///
  /// - Parameters:
  ///   - count: the number of messages, at least 1.
  ///   - seed: other seeds give other mailboxes, but with the same newest conversations.
  ///   - now: the time at which the dates end. The newest message is a few minutes older.
  public init(
    _ stories: SampleStories,
    count: Int = defaultCount,
    seed: UInt64 = defaultSeed,
    now: Date = Date()
  ) {
    self.now = Int64(now.timeIntervalSince1970)
    var plan = SamplePlan(stories, count: max(1, count), seed: seed, now: self.now)
    for drafts in plan.make() {
      var ids: [String] = []
      for draft in drafts {
        let bytes = SampleWriter.bytes(draft)
        let id = Self.messageID(draft, bytes)
        ids.append(id)
        messages.append(
          Message(bytes: bytes, messageID: id, received: draft.received, flags: draft.flags)
        )
      }
      conversations.append(ids)
    }
  }

  private static func messageID(_ draft: SampleDraft, _ bytes: [UInt8]) -> String {
    if let id = draft.messageID, draft.quirk != .missingID { return id }
    return MessageHead(ofMessage: bytes, received: draft.received, now: draft.received).messageID
  }

  /// Writes the sample as a Maildir: read mail in cur/, unread mail in new/.
  ///
  /// - Parameter path: a folder that is missing, empty, or an older sample. An older sample is
  ///   replaced if no file was added or changed.
  /// - Throws: ``MailError``.
  public func write(to path: String) throws(MailError) {
    let files = messages.enumerated().map { index, message in
      let isNew = !message.flags.contains(.seen)
      let letters = [(MessageFlags.flagged, "F"), (.replied, "R"), (.seen, "S")]
        .filter { message.flags.contains($0.0) }.map(\.1).joined()
      let unique = "\(message.received).M\(index)P1.tideline"
      return SampleMaildir.File(
        name: isNew ? "new/\(unique)" : "cur/\(unique):2,\(letters)",
        bytes: message.bytes,
        received: message.received
      )
    }
    try SampleMaildir.write(files, to: path)
  }
}
