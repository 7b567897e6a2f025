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

  private static var text: Bytes {
    Bytes(start: PhraseFiles.text.utf8Start, count: PhraseFiles.text.utf8CodeUnitCount)
  }

  /// The ranges of the lines below each kind's headings in ``text``.
  private static let sections: [PhraseKind: [Range<Int>]] = {
    var (sections, start) = ([PhraseKind: [Range<Int>]](), text.place(of: UInt8(ascii: "[")))
    while let heading = start {
      let below = text.endOfLine(from: heading)
      start = text.place(of: UInt8(ascii: "["), from: below)
      let name = text[(heading + 1)..<below].prefix { $0 != UInt8(ascii: "]") }
      guard let kind = PhraseKind(rawValue: String(decoding: name, as: UTF8.self)) else { continue }
      sections[kind, default: []].append(below..<(start ?? text.count))
    }
    return sections
  }()

  /// Passes on the kind's phrases in all languages, as in a ``FoldedText``, and whether the last
  /// word may not go on.
  func forEachPhrase(_ body: (_ folded: [UInt8], _ endsWord: Bool) -> Void) {
    var phrase = FoldedText()
    for section in Self.sections[self] ?? [] {
      for line in Self.text[section].split(separator: UInt8(ascii: "\n"))
      where line.first != UInt8(ascii: "#") {
        phrase.removeAll()
        phrase.add(Bytes(rebasing: line))
        body(phrase.bytes, line.last == UInt8(ascii: "."))
      }
    }
  }

  /// The kind's phrases, for comparisons with whole texts that are folded, too.
  package var all: Set<[UInt8]> {
    var all: Set<[UInt8]> = []
    forEachPhrase { folded, _ in all.insert(folded) }
    return all
  }
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
