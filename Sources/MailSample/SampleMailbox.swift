import FoundationEssentials
import Mail

/// A mailbox to try things on: invented people write about small things, in many languages and
/// charsets, with everything that real mail gets wrong.
///
/// What it holds follows from the number of messages, the seed and the present, so it can be made
/// again. It has a list of which messages belong together.
public struct SampleMailbox: Sendable {
  /// A message as it lies in a file.
  public struct Message: Sendable {
    /// The whole of it.
    public var bytes: [UInt8]
    /// Its id without angle brackets; where it brings none, the one that Tideline derives.
    public var messageID: String
    /// When it was delivered, in seconds since 1970.
    public var received: Int64
    /// Read, flagged and answered.
    public var flags: MessageFlags
  }

  /// Every message, in no particular order.
  public private(set) var messages: [Message] = []
  /// The message-ids of each conversation. An id that two messages share stands there twice.
  public private(set) var conversations: [[String]] = []

  /// Where ``write(to:)`` puts the present into file names, and what dates lead up to.
  private let now: Int64

  /// About two years of a friendly inbox.
  public static let defaultCount = 2000
  /// The seed of the sample that the program shows.
  public static let defaultSeed: UInt64 = 1893

  /// Makes a sample in memory.
  ///
  /// - Parameters:
  ///   - stories: what its mail is about.
  ///   - count: how many messages, at least 1.
  ///   - seed: other seeds give other mailboxes; the newest conversations stay.
  ///   - now: what the dates lead up to. The newest message is a few minutes older.
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
  /// - Parameter path: a folder that is missing, empty, or an older sample, which is replaced where
  ///   nothing was put into it or changed.
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
