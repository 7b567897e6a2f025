/// The kinds of phrases that programs write into mail. The phrases are in data/phrases, in one file
/// for each language. The headings there are the cases' names, and data/phrases/README.md says what
/// belongs below each.
package enum PhraseKind: Int, CaseIterable {
  // Phrases within a line.
  case originalMessage, forwardedMessage, nextPart, wrote
  case device, unsubscribe, newsletter, trouble, program, page
  case mailingList, bounce, notice, returnedCopy
  case change, person, companion

  // Whole lines and words.
  case label, from, subject, replyMark
  case field, fieldOfLetters, fieldOfPeople
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  // Names of folders, and Gmail's own labels.
  case inbox, drafts, sent, archive, junk, trash
  case unreadLabel, starredLabel, draftLabel, trashLabel, readLabel

  // Phrases in the answers of servers.
  case tooMany, quota, webLogin, switchedOff, passingFailure, perhapsPassingFailure
  case appPassword, unknownMechanism, wrongPassword

  /// The kinds of which a ``FoldedLine`` knows the phrases.
  static let ofLines = Array(allCases.prefix { $0 != .label })

  static let weekdays: [PhraseKind] = [
    .monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday,
  ]

  private static var text: Bytes {
    Bytes(start: PhraseFiles.text.utf8Start, count: PhraseFiles.text.utf8CodeUnitCount)
  }

  private static let ofHeading = Dictionary(
    uniqueKeysWithValues: allCases.map { kind in
      ("\(kind)".map { $0.isUppercase ? " \($0.lowercased())" : "\($0)" }.joined(), kind)
    }
  )

  /// The ranges of the lines below each kind's headings in ``text``.
  private static let sections: [PhraseKind: [Range<Int>]] = {
    var (sections, start) = ([PhraseKind: [Range<Int>]](), text.place(of: UInt8(ascii: "[")))
    while let heading = start {
      let below = text.endOfLine(from: heading)
      start = text.place(of: UInt8(ascii: "["), from: below)
      let name = text[(heading + 1)..<below].prefix { $0 != UInt8(ascii: "]") }
      guard let kind = ofHeading[String(decoding: name, as: UTF8.self)] else { continue }
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

package struct PhraseKinds: Equatable, ExpressibleByArrayLiteral {
  private var bits: UInt64 = 0

  package init(arrayLiteral kinds: PhraseKind...) { for kind in kinds { insert(kind) } }

  mutating func insert(_ kind: PhraseKind) { bits |= 1 << UInt64(kind.rawValue) }

  package func contains(_ kind: PhraseKind) -> Bool { bits >> UInt64(kind.rawValue) & 1 == 1 }

  func isDisjoint(with other: PhraseKinds) -> Bool { bits & other.bits == 0 }

  func union(_ other: PhraseKinds) -> PhraseKinds {
    var all = self
    all.bits |= other.bits
    return all
  }

  func subtracting(_ other: PhraseKinds) -> PhraseKinds {
    var rest = self
    rest.bits &= ~other.bits
    return rest
  }
}
