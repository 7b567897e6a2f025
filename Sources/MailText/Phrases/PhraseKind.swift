/// The kinds of phrases that programs write into mail. The phrases are in data/phrases, in one file
/// for each language; the raw values are the headings there, and data/phrases/README.md says what
/// belongs below each.
package enum PhraseKind: String, CaseIterable {
  // Phrases within a line.
  case originalMessage = "original message"
  case forwardedMessage = "forwarded message"
  case nextPart = "next part"
  case wrote
  case device, unsubscribe, newsletter, trouble, program, page
  case mailingList = "mailing list"
  case bounce, notice
  case returnedCopy = "returned copy"
  case change, person, companion

  // Whole lines and words.
  case label, from, subject
  case replyMark = "reply mark"
  case field
  case fieldOfLetters = "field of letters"
  case fieldOfPeople = "field of people"
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  // Names of folders.
  case inbox, drafts, sent, archive, junk, trash

  // Gmail's own labels.
  case unreadLabel = "unread label"
  case starredLabel = "starred label"
  case draftLabel = "draft label"
  case trashLabel = "trash label"
  case readLabel = "read label"

  // Phrases in the answers of servers.
  case tooMany = "too many"
  case quota
  case webLogin = "web login"
  case switchedOff = "switched off"
  case passingFailure = "passing failure"
  case perhapsPassingFailure = "perhaps passing failure"
  case appPassword = "app password"
  case unknownMechanism = "unknown mechanism"
  case wrongPassword = "wrong password"

  /// The kinds of which a ``FoldedLine`` knows the phrases.
  static let ofLines: [PhraseKind] = [
    .originalMessage, .forwardedMessage, .nextPart, .wrote, .device, .unsubscribe, .newsletter,
    .trouble, .program, .page, .mailingList, .bounce, .notice, .returnedCopy, .change,
    .person, .companion,
  ]

  static let weekdays: [PhraseKind] = [
    .monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday,
  ]

  struct Phrase {
    let kind: PhraseKind
    /// The phrase as in a ``FoldedText``.
    let folded: [UInt8]
    /// Whether the phrase's last word may not go on.
    let endsWord: Bool
  }

  private static var text: Bytes {
    Bytes(start: PhraseFiles.text.utf8Start, count: PhraseFiles.text.utf8CodeUnitCount)
  }

  /// The ranges of each kind's phrases in ``text``.
  private static let lines: [PhraseKind: [Range<Int>]] = {
    var (lines, kind): ([PhraseKind: [Range<Int>]], PhraseKind?) = ([:], nil)
    for line in text.split(separator: UInt8(ascii: "\n")) {
      if line.first == UInt8(ascii: "[") {
        kind = PhraseKind(rawValue: String(decoding: line.dropFirst().dropLast(), as: UTF8.self))
      } else if let kind, line.first != UInt8(ascii: "#") {
        lines[kind, default: []].append(line.startIndex..<line.endIndex)
      }
    }
    return lines
  }()

  /// Returns the phrases of some kinds, in all languages.
  static func phrases(of kinds: [PhraseKind]) -> [Phrase] {
    let found = kinds.flatMap { kind in (lines[kind] ?? []).map { (kind, text[$0]) } }
    // Folds all at once, with a word between them that is in no phrase: each call takes time.
    let joined = found.flatMap { _, line in line + parting + [FoldedText.wordMark] }
    var rest = joined.withUnsafeBufferPointer { FoldedText($0).bytes[...] }
    return found.compactMap { kind, line in
      guard let end = rest.firstRange(of: parting) else { return nil }
      defer { rest = rest[end.upperBound...] }
      let folded = Array(rest[..<end.lowerBound])
      return Phrase(kind: kind, folded: folded, endsWord: line.last == UInt8(ascii: "."))
    }
  }

  private static let parting = Array(" 0phrase".utf8)

  /// The kind's phrases, for comparisons with whole texts that are folded, too.
  package var all: Set<[UInt8]> { Set(Self.phrases(of: [self]).map(\.folded)) }
}

package struct PhraseKinds: OptionSet {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package init(_ kind: PhraseKind) { rawValue = Self.bits[kind, default: 0] }

  private static let bits = Dictionary(
    uniqueKeysWithValues: PhraseKind.allCases.enumerated().map { ($1, UInt64(1) << $0) }
  )

  // Each line is asked for these, so they are looked up once.
  static let originalMessage = PhraseKinds(.originalMessage)
  static let forwardedMessage = PhraseKinds(.forwardedMessage)
  static let nextPart = PhraseKinds(.nextPart)
  static let wrote = PhraseKinds(.wrote)
  static let device = PhraseKinds(.device)
  static let unsubscribe = PhraseKinds(.unsubscribe)
  static let newsletter = PhraseKinds(.newsletter)
  static let trouble = PhraseKinds(.trouble)
  static let program = PhraseKinds(.program)
  static let page = PhraseKinds(.page)
  static let mailingList = PhraseKinds(.mailingList)
  static let bounce = PhraseKinds(.bounce)
  static let notice = PhraseKinds(.notice)
  static let returnedCopy = PhraseKinds(.returnedCopy)
  static let change = PhraseKinds(.change)
  static let person = PhraseKinds(.person)
  static let companion = PhraseKinds(.companion)
}
