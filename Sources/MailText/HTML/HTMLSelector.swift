/// A selector of elements by their names, classes and ids, and by those of the elements around them:
/// `td.note`, `#top > p`, `body .hidden` (Selectors Level 4, 6 and 14).
struct HTMLSelector {
  /// An element around another one.
  private struct Outer {
    let compound: Compound
    /// Whether it is directly around the other.
    let isParent: Bool
  }

  /// The limit of a selector's parts: anyone may have written it.
  private static let limit = 64

  let subject: Compound
  /// The innermost first.
  private let around: [Outer]

  /// The specificity as one number: of ids, classes and names.
  var rank: Int { around.reduce(subject.rank) { $0 + $1.compound.rank } }

  /// - Returns: nil for a selector that is not understood.
  init?(_ text: [UInt8]) {
    var parts: [(compound: Compound, isChild: Bool)] = []
    for words in text.split(separator: UInt8(ascii: ">"), omittingEmptySubsequences: false) {
      let compounds = words.split { $0 <= 0x20 }
      guard !compounds.isEmpty else { return nil }
      for (index, word) in compounds.enumerated() {
        guard parts.count < Self.limit, let compound = Compound(word) else { return nil }
        parts.append((compound, index == 0 && !parts.isEmpty))
      }
    }
    guard let last = parts.last else { return nil }
    subject = last.compound
    around = zip(parts, parts.dropFirst()).reversed().map {
      Outer(compound: $0.compound, isParent: $1.isChild)
    }
  }

  /// Selects all that the last word of a text selects, wherever it is.
  init?(lastWordOf text: [UInt8]) {
    guard let word = text.split(whereSeparator: { $0 <= 0x20 || ">+~".utf8.contains($0) }).last,
      let subject = Compound(word)
    else { return nil }
    (self.subject, around) = (subject, [])
  }

  /// Whether open elements are around an element as they must be.
  ///
  /// - Parameters:
  ///   - name: the element's name.
  ///   - workLeft: the number of open elements that may still be looked at.
  func isIn(_ open: HTMLOpenElements, _ name: HTMLName, _ workLeft: inout Int) -> Bool {
    matches(around[...], open, below: open.count, name, &workLeft)
  }

  private func matches(
    _ around: ArraySlice<Outer>,
    _ open: HTMLOpenElements,
    below place: Int,
    _ name: HTMLName,
    _ workLeft: inout Int
  ) -> Bool {
    guard let outer = around.first else { return true }
    var place = place
    while let next = open.around(place), workLeft > 0 {
      workLeft -= 1
      // A browser adds the parts of a table that are missing between the two.
      if outer.isParent, !Self.isWhole(next.name, around: name) { return false }
      if outer.compound.matches(next.name, next.labels),
        matches(around.dropFirst(), open, below: next.place, next.name, &workLeft)
      {
        return true
      }
      if outer.isParent { return false }
      place = next.place
    }
    return false
  }

  private static func isWhole(_ parent: HTMLName, around name: HTMLName) -> Bool {
    switch name {
    case "tr": parent == "tbody" || parent == "thead" || parent == "tfoot"
    case "td", "th": parent == "tr"
    default: true
    }
  }
}

/// The class names and the id of an element.
struct HTMLLabels {
  private(set) var id: HTMLName?
  private(set) var classes: [HTMLName] = []

  static let none = HTMLLabels()

  private init() {}

  init(_ tag: HTMLTag) {
    if tag.has("id") { id = HTMLName(tag["id"].trimmed) }
    classes = tag["class"].split(whereSeparator: HTMLTokens.isBlank).prefix(64)
      .map { HTMLName(Bytes(rebasing: $0)) }
  }
}

extension HTMLSelector {
  /// The name, id and classes that one element must have, such as `td.note#top`.
  struct Compound {
    let tag: HTMLName?
    private(set) var id: HTMLName?
    private(set) var classes: [HTMLName] = []
    private(set) var rank: Int

    /// - Returns: nil for a selector that is not understood.
    fileprivate init?(_ selector: ArraySlice<UInt8>) {
      var rest = selector
      func isName(_ byte: UInt8) -> Bool {
        byte.isOfWord || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      }
      func take() -> HTMLName? {
        let word = rest.prefix(while: isName)
        rest = rest.dropFirst(word.count)
        return word.isEmpty ? nil : Array(word).withUnsafeBufferPointer { HTMLName($0) }
      }
      if rest.first == UInt8(ascii: "*") {
        rest = rest.dropFirst()
        tag = nil
      } else {
        tag = take()
      }
      rank = tag == nil ? 0 : 1
      while let mark = rest.first {
        rest = rest.dropFirst()
        guard mark == UInt8(ascii: ".") || mark == UInt8(ascii: "#"), let name = take() else {
          return nil
        }
        if mark == UInt8(ascii: ".") {
          classes.append(name)
          rank += 1 << 8
        } else {
          id = name
          rank += 1 << 16
        }
      }
    }

    func matches(_ name: HTMLName, _ labels: HTMLLabels) -> Bool {
      (tag == nil || tag == name) && (id == nil || id == labels.id)
        && classes.allSatisfy(labels.classes.contains)
    }
  }
}
