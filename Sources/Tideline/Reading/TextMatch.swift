import CTidelineGLib
import Mail

nonisolated struct TextMatch: Hashable {
  /// The place of a label that shows a piece of the text.
  struct Leaf: Hashable {
    let passage: Int
    /// The index of the piece in its passage.
    let number: Int
  }

  let leaf: Leaf
  /// The range of the match, in bytes of the piece.
  let range: Range<Int>

  /// The number of matches at which a search ends; more are of no use to a reader.
  static let limit = 10_000

  static func all(of searched: SearchedText, in passages: [[String]]) -> [TextMatch] {
    var matches: [TextMatch] = []
    for (passage, pieces) in passages.enumerated() {
      for (number, piece) in pieces.enumerated() {
        guard !Task.isCancelled, matches.count < limit else { return matches }
        matches += searched.ranges(in: piece).map {
          TextMatch(leaf: Leaf(passage: passage, number: number), range: $0)
        }
      }
    }
    return matches
  }
}

/// A text to search for, regardless of case, accents and strokes, as in the search of a list.
nonisolated struct SearchedText {
  private let folded: [UInt32]

  init(_ text: String) { folded = Self.fold(text).map(\.scalar) }

  var isEmpty: Bool { folded.isEmpty }

  /// The ranges of the matches in a text, in bytes. Matches do not overlap.
  func ranges(in text: String) -> [Range<Int>] {
    guard let first = folded.first else { return [] }
    let scalars = Self.fold(text)
    var ranges: [Range<Int>] = []
    var index = 0
    while index + folded.count <= scalars.count {
      guard scalars[index].scalar == first,
        folded.indices.dropFirst().allSatisfy({ scalars[index + $0].scalar == folded[$0] })
      else {
        index += 1
        continue
      }
      let last = scalars[index + folded.count - 1]
      // Two plain letters may stand for one character.
      let range = scalars[index].start..<last.end
      if ranges.last?.overlaps(range) != true { ranges.append(range) }
      index += folded.count
    }
    return ranges
  }

  private struct Folded {
    let scalar: UInt32
    /// The range of the character and its combining marks in the text, in bytes.
    let start: Int
    var end: Int
  }

  /// The value of GLib's `G_UNICHAR_MAX_DECOMPOSITION_LENGTH`.
  private static let longestDecomposition = 18

  private static func fold(_ text: String) -> [Folded] {
    var folded: [Folded] = []
    folded.reserveCapacity(text.utf8.count)
    var position = 0
    var parts = [gunichar](repeating: 0, count: longestDecomposition)
    for scalar in text.unicodeScalars {
      let length = UTF8.width(scalar)
      defer { position += length }
      if scalar.isASCII {
        // A line break counts as a space, since the searched words may be on two lines.
        let value = scalar.properties.isWhitespace ? 0x20 : g_unichar_tolower(scalar.value)
        folded.append(Folded(scalar: value, start: position, end: position + length))
        continue
      }
      guard !scalar.properties.isDefaultIgnorableCodePoint else { continue }
      let count = g_unichar_fully_decompose(scalar.value, 1, &parts, gsize(longestDecomposition))
      for part in parts.prefix(Int(count)) {
        if g_unichar_ismark(part) != 0 {
          if let last = folded.indices.last { folded[last].end = position + length }
        } else {
          let value = g_unichar_isspace(part) != 0 ? 0x20 : g_unichar_tolower(part)
          let plain = Unicode.Scalar(value).flatMap(FoldedText.plain)?.map(\.value) ?? [value]
          folded += plain.map { Folded(scalar: $0, start: position, end: position + length) }
        }
      }
    }
    return folded
  }
}
