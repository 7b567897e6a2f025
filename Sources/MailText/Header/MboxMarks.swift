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
    if let evolution = Self.text(fields, .evolution)?.split(separator: "-").last {
      note(evolution: UInt32(evolution, radix: 16) ?? 0)
    }
    if let attributes = Self.text(fields, .rmailAttributes) { note(rmail: attributes) }
    if !fields.field(.imapFolder).isEmpty || !fields.field(.imapBase).isEmpty {
      isExpunged = Self.text(fields, .subject)?.hasSuffix(Self.folderData) == true
    }
    if let mozilla = Self.text(fields, .mozillaStatus) {
      note(mozilla: UInt32(mozilla, radix: 16) ?? 0)
    }
    let labels = fields.withValue(of: .gmailLabels) { raw in
      let text = Bytes(raw)
      let decoded = EncodedWords.decoded(text, for: .text) { "utf-8" }
      return GmailLabels(String(decoding: decoded ?? Array(text), as: UTF8.self))
    }
    if let labels { flags.formUnion(labels.flags) }
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
    fields.withValue(of: field) { String(decoding: Bytes($0).trimmed, as: UTF8.self) }
  }

  /// Reads the bits of Thunderbird's nsMsgMessageFlags.
  private mutating func note(mozilla bits: UInt32) {
    if bits & 0x0001 != 0 { flags.insert(.seen) }
    if bits & 0x0002 != 0 { flags.insert(.replied) }
    if bits & 0x0004 != 0 { flags.insert(.flagged) }
    isExpunged = isExpunged || bits & 0x0008 != 0
  }

  /// Reads the bits of Evolution's CamelMessageFlags, as in `0000002a-0010`.
  private mutating func note(evolution bits: UInt32) {
    let meanings: [(UInt32, MessageFlags)] = [
      (0x01, .replied), (0x02, .trashed), (0x04, .draft), (0x08, .flagged), (0x10, .seen),
    ]
    for (bit, flag) in meanings where bits & bit != 0 { flags.insert(flag) }
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
    let labels = Set(Self.split(text).map { FoldedText($0).bytes })
    for (flag, names) in Self.names where !names.isDisjoint(with: labels) { flags.insert(flag) }
    let isKnown = !flags.isEmpty || !Self.ofRead.isDisjoint(with: labels)
    if isKnown, Self.ofUnread.isDisjoint(with: labels) { flags.insert(.seen) }
  }

  /// Splits at commas outside quotes.
  private static func split(_ text: String) -> [String] {
    var (labels, isQuoted) = ([""], false)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: labels.append("")
      default: labels[labels.count - 1].unicodeScalars.append(scalar)
      }
    }
    return labels
  }

  // Labels without case, accents and punctuation.
  private static let names: [(MessageFlags, Set<[UInt8]>)] = [
    (.flagged, PhraseKind.starredLabel.all), (.draft, PhraseKind.draftLabel.all),
    (.trashed, PhraseKind.trashLabel.all),
  ]
  private static let ofUnread = PhraseKind.unreadLabel.all
  private static let ofRead = PhraseKind.readLabel.all
}
