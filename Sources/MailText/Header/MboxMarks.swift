/// The flags that mail programs write into the header fields of an mbox's messages. In a Maildir,
/// the file names have the flags instead.
package struct MboxMarks {
  package private(set) var flags: MessageFlags = []
  /// Whether the message is not to be listed: Thunderbird has deleted it, and leaves it in the file
  /// until it compacts the folder; or it holds the data of a folder of Pine or another program of
  /// the c-client library.
  package private(set) var isExpunged = false

  init() {}

  init(_ fields: HeaderFields) {
    for field in [HeaderFields.Name.status, .xStatus] {
      guard let text = Self.text(fields, field), Self.isStatus(text) else { continue }
      for letter in text { flags.formUnion(Self.letters[letter] ?? []) }
    }
    // The bits of Evolution's CamelMessageFlags, as in `0000002a-0010`, and of Thunderbird's
    // nsMsgMessageFlags.
    note(Self.text(fields, .evolution)?.split(separator: "-").last, Self.ofEvolution)
    let mozilla = note(Self.text(fields, .mozillaStatus)?[...], Self.ofMozilla)
    if let attributes = Self.text(fields, .rmailAttributes) { note(rmail: attributes) }
    if !fields.field(.imapFolder).isEmpty || !fields.field(.imapBase).isEmpty {
      isExpunged = Self.text(fields, .subject)?.hasSuffix(Self.folderData) == true
    }
    isExpunged = isExpunged || mozilla & 0x0008 != 0
    if let labels = fields.value(of: .gmailLabels) {
      let decoded = labels.withUnsafeBufferPointer {
        EncodedWords.decoded($0, for: .text) { "utf-8" }
      }
      flags.formUnion(GmailLabels(String(decoding: decoded ?? labels, as: UTF8.self)).flags)
    }
  }

  private static let letters: [Character: MessageFlags] = [
    "R": .seen, "F": .flagged, "A": .replied, "D": .trashed, "T": .draft,
  ]
  private static let folderData = "FOLDER INTERNAL DATA"

  /// Whether a status has only letters that programs use as marks, not the words of another header.
  private static func isStatus(_ text: String) -> Bool {
    text.utf8.count <= 10 && text.utf8.allSatisfy { $0 <= 0x20 || marks.contains($0) }
  }

  /// The marks of mutt, Pine and Dovecot, and further ones of KMail and nmh: read, old, unread,
  /// new, forwarded, queued, watched and ignored, spam and ham.
  private static let marks = Array("ROUNAFDTPQSWIKGHC-".utf8)

  private static func text(_ fields: HeaderFields, _ field: HeaderFields.Name) -> String? {
    fields.value(of: field).map { String(decoding: $0, as: UTF8.self).trimmingSpaces }
  }

  private typealias Bits = [(bit: UInt32, flag: MessageFlags)]
  private static let ofMozilla: Bits = [(0x01, .seen), (0x02, .replied), (0x04, .flagged)]
  private static let ofEvolution: Bits = [
    (0x01, .replied), (0x02, .trashed), (0x04, .draft), (0x08, .flagged), (0x10, .seen),
  ]

  @discardableResult private mutating func note(_ text: Substring?, _ meanings: Bits) -> UInt32 {
    let bits = text.flatMap { UInt32($0, radix: 16) } ?? 0
    for (bit, flag) in meanings where bits & bit != 0 { flags.insert(flag) }
    return bits
  }

  /// Reads the attributes of Emacs's Rmail, such as `-A----U-`.
  private mutating func note(rmail attributes: String) {
    guard attributes.utf8.count >= 7, attributes.utf8.allSatisfy({ $0.isLetter || $0 == 0x2D })
    else { return }
    if attributes.contains("A") { flags.insert(.replied) }
    if attributes.contains("D") { flags.insert(.trashed) }
    if !attributes.contains("U") { flags.insert(.seen) }
  }
}

/// Reads the labels that Google Takeout writes into the header of each message, in the account's
/// language: `Inbox,Unread,Category Promotions,"Mine, too"`.
///
/// Mail that another program has marked as read need not have a label for read mail. So a message
/// counts as read if it has at least one known label of Gmail's own, but no label for unread mail.
struct GmailLabels {
  package private(set) var flags: MessageFlags = []

  init(_ text: String) {
    let written = Array(text.utf8).split(outsideQuotesAt: UInt8(ascii: ","))
    let labels = Set(written.map { FoldedText(String(decoding: $0, as: UTF8.self)).bytes })
    for (flag, names) in Self.names where !names.isDisjoint(with: labels) { flags.insert(flag) }
    let isKnown = !flags.isEmpty || !Self.ofRead.isDisjoint(with: labels)
    if isKnown, Self.ofUnread.isDisjoint(with: labels) { flags.insert(.seen) }
  }

  // Labels without case, accents and punctuation.
  private static let names: [(MessageFlags, Set<[UInt8]>)] = [
    (.flagged, PhraseKind.starredLabel.all), (.draft, PhraseKind.draftLabel.all),
    (.trashed, PhraseKind.trashLabel.all),
  ]
  private static let ofUnread = PhraseKind.unreadLabel.all
  private static let ofRead = PhraseKind.readLabel.all
}
