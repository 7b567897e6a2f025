/// A selector of elements by their names, classes, ids and attributes, and by those of the elements
/// around and before them: `td.note`, `#top > p`, `u + .body [hidden]` (Selectors Level 4).
struct HTMLSelector {
  private enum Combinator {
    case descendant, child, next, later
  }

  /// An element around or before another one.
  private struct Step {
    let compound: Compound
    let combinator: Combinator
  }

  /// The limit of a selector's parts: anyone may have written it.
  private static let limit = 64

  let subject: Compound
  private let steps: [Step]

  /// The specificity as one number: of ids, classes and names.
  var rank: Int { steps.reduce(subject.rank) { $0 + $1.compound.rank } }
  /// Whether all of the selector is understood. Otherwise it may choose too many elements.
  var isWhole: Bool { subject.isWhole && steps.allSatisfy(\.compound.isWhole) }
  /// Whether the elements before an element matter.
  var needsSiblings: Bool {
    let marks: [Combinator] = [.next, .later]
    return subject.needsSiblings
      || steps.contains { marks.contains($0.combinator) || $0.compound.needsSiblings }
  }
  var attributes: [HTMLName] { subject.attributes + steps.flatMap(\.compound.attributes) }

  /// - Parameter text: without comments and escapes.
  /// - Returns: nil for text that is no selector.
  init?(_ text: ArraySlice<UInt8>) {
    var rest = text
    Self.skipBlanks(&rest)
    guard var compound = Compound(&rest) else { return nil }
    var steps: [Step] = []
    while true {
      let hasBlank = Self.skipBlanks(&rest)
      guard let mark = rest.first else { break }
      let combinator: Combinator
      switch mark {
      case UInt8(ascii: ">"): combinator = .child
      case UInt8(ascii: "+"): combinator = .next
      case UInt8(ascii: "~"): combinator = .later
      default:
        guard hasBlank else { return nil }
        combinator = .descendant
      }
      if combinator != .descendant {
        rest = rest.dropFirst()
        Self.skipBlanks(&rest)
      }
      guard steps.count < Self.limit, let next = Compound(&rest) else { return nil }
      steps.append(Step(compound: compound, combinator: combinator))
      compound = next
    }
    (subject, self.steps) = (compound, steps.reversed())
  }

  @discardableResult fileprivate static func skipBlanks(_ rest: inout ArraySlice<UInt8>) -> Bool {
    let count = rest.prefix { $0 <= 0x20 }.count
    rest = rest.dropFirst(count)
    return count > 0
  }

  /// Whether open elements are around an element as they must be, and others before it.
  ///
  /// - Parameters:
  ///   - index: the number of elements before it in its parent.
  ///   - workLeft: the number of elements that may still be looked at.
  func isIn(_ open: HTMLOpenElements, _ name: HTMLName, index: Int, _ workLeft: inout Int) -> Bool {
    matches(steps[...], open, (open.count, open.parent, index), name, &workLeft)
  }

  private func matches(
    _ steps: ArraySlice<Step>,
    _ open: HTMLOpenElements,
    _ place: HTMLPlace,
    _ name: HTMLName,
    _ workLeft: inout Int
  ) -> Bool {
    guard let step = steps.first else { return true }
    switch step.combinator {
    case .descendant, .child:
      let isParent = step.combinator == .child
      var (inner, name) = (place.place, name)
      while let next = open.around(inner), workLeft > 0 {
        workLeft -= step.compound.size
        // A browser adds the parts of a table that are missing between the two.
        if isParent, !Self.isWhole(next.name, around: name) { return false }
        if step.compound.matches(next.name, next.labels),
          matches(steps.dropFirst(), open, open.place(next.place), next.name, &workLeft)
        {
          return true
        }
        if isParent { return false }
        (inner, name) = (next.place, next.name)
      }
    case .next, .later:
      var index = place.index - 1
      while let before = open.child(index, of: place.parent), workLeft > 0 {
        workLeft -= step.compound.size
        if step.compound.matches(before.name, before.labels),
          matches(
            steps.dropFirst(),
            open,
            (place.place, place.parent, index),
            before.name,
            &workLeft
          )
        {
          return true
        }
        if step.combinator == .next { return false }
        index -= 1
      }
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

/// The place of an element: the elements around it are below an index among the open elements, and
/// others are before it in its parent.
typealias HTMLPlace = (place: Int, parent: Int, index: Int)

/// The class names, the id and the attributes by which style sheets choose an element.
struct HTMLLabels {
  private(set) var id: HTMLName?
  private(set) var classes: [HTMLName] = []
  private(set) var attributes: [(name: HTMLName, value: [UInt8])] = []
  /// The number of the element in its parent, from 1; 0 if it is not known.
  var number = 0

  static let none = HTMLLabels()

  private init() {}

  init(_ tag: HTMLTag, _ names: Set<HTMLName>) {
    if tag.has("id") { id = HTMLName(tag["id"].trimmed) }
    classes = tag["class"].split(whereSeparator: HTMLTokens.isBlank).prefix(64)
      .map(CSSText.name(ofClass:))
    for name in names where tag.has(name) {
      attributes.append((name, Array(HTMLEntity.resolved(tag[name]).utf8)))
    }
  }
}

extension HTMLSelector {
  /// The conditions for one element, such as `td.note#top[dir=rtl]:not(.x)`.
  struct Compound {
    private enum Condition {
      case attribute(Attribute)
      case any([Compound])
      case none([Compound])
      /// The element's number is `step` times any number from 0 on, plus `first`.
      case number(step: Int, first: Int)
      /// Never true: the element is not pointed at, or the selector is for a part of it.
      case never
    }

    private(set) var tag: HTMLName?
    private(set) var id: HTMLName?
    private(set) var classes: [HTMLName] = []
    private var conditions: [Condition] = []
    private(set) var rank = 0
    private(set) var isWhole = true
    /// The number of conditions, as a measure of the work.
    private(set) var size = 1
    /// The attributes that matter, besides class and id.
    private(set) var attributes: [HTMLName] = []
    /// Whether the elements before an element matter.
    private(set) var needsSiblings = false

    private static let aClass = 1 << 8
    private static let anID = 1 << 16

    /// - Returns: nil for text that does not begin with a selector of one element.
    fileprivate init?(_ rest: inout ArraySlice<UInt8>, depth: Int = 0) {
      let start = rest
      if rest.first == UInt8(ascii: "*") {
        rest = rest.dropFirst()
      } else if let name = Self.name(&rest) {
        (tag, rank) = (name, 1)
      }
      while let mark = rest.first {
        size += 1
        guard size < limit else { return nil }
        switch mark {
        case UInt8(ascii: "."):
          rest = rest.dropFirst()
          guard rest.first?.isDigit == false, let name = Self.name(&rest) else { return nil }
          classes.append(name)
          rank += Self.aClass
        case UInt8(ascii: "#"):
          rest = rest.dropFirst()
          guard let name = Self.name(&rest) else { return nil }
          if id != nil, id != name { conditions.append(.never) }
          id = name
          rank += Self.anID
        case UInt8(ascii: "["):
          rest = rest.dropFirst()
          guard let attribute = Attribute(&rest) else { return nil }
          add(attribute)
          rank += Self.aClass
        case UInt8(ascii: ":"):
          guard addPseudo(&rest, depth: depth) else { return nil }
        case ...0x20, UInt8(ascii: ">"), UInt8(ascii: "+"), UInt8(ascii: "~"):
          if rest.startIndex == start.startIndex { return nil }
          return
        default: return nil
        }
      }
      if start.isEmpty { return nil }
    }

    fileprivate static func name(_ rest: inout ArraySlice<UInt8>) -> HTMLName? {
      let word = rest.prefix { $0.isOfWord || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
      rest = rest.dropFirst(word.count)
      return word.isEmpty ? nil : word.withUnsafeBufferPointer { HTMLName($0) }
    }

    /// Reads a pseudo-class or pseudo-element; returns false if it is none.
    private mutating func addPseudo(_ rest: inout ArraySlice<UInt8>, depth: Int) -> Bool {
      let isPart = rest.dropFirst().first == UInt8(ascii: ":")
      rest = rest.dropFirst(isPart ? 2 : 1)
      let word = rest
      guard let name = Self.name(&rest) else { return false }
      var list: ArraySlice<UInt8> = []
      if rest.first == UInt8(ascii: "(") {
        rest = rest.dropFirst()
        let end = rest.end(from: rest.startIndex, passesBrackets: true) { $0 == UInt8(ascii: ")") }
        guard end < rest.endIndex else { return false }
        list = rest[..<end]
        rest = rest[(end + 1)...]
      }
      if name != "where" { rank += Self.aClass }
      switch name {
      case _ where Self.parts.contains(name) || Self.moments.contains(name):
        conditions.append(.never)
      case _ where isPart:
        guard word.starts(with: "-webkit-".utf8) else { return false }
        conditions.append(.never)
      case "not", "is", "matches", "where", "any", "-webkit-any", "-moz-any":
        guard depth < 3, let compounds = Self.compounds(list, depth: depth + 1),
          compounds.allSatisfy(\.isWhole)
        else {
          isWhole = false
          return true
        }
        conditions.append(name == "not" ? .none(compounds) : .any(compounds))
        size += compounds.reduce(0) { $0 + $1.size }
        attributes += compounds.flatMap(\.attributes)
        needsSiblings = needsSiblings || compounds.contains(where: \.needsSiblings)
        if name != "where" { rank += (compounds.map(\.rank).max() ?? 0) - Self.aClass }
      case "first-child", "nth-child":
        let series = name == "nth-child" ? Self.series(list) : (0, 1)
        needsSiblings = true
        isWhole = isWhole && series != nil
        if let series { conditions.append(.number(step: series.0, first: series.1)) }
      case "root":
        if tag != nil, tag != "html" { conditions.append(.never) }
        tag = "html"
      case "checked", "disabled": add(Attribute(name))
      case "link", "any-link": add(Attribute("href"))
      case _ where Self.others.contains(name): isWhole = false
      default: return false
      }
      return true
    }

    private mutating func add(_ attribute: Attribute) {
      conditions.append(.attribute(attribute))
      attributes.append(attribute.name)
    }

    /// Reads `odd`, `even`, `3`, `2n+1` or `-n+3`; nil for anything else.
    private static func series(_ text: ArraySlice<UInt8>) -> (step: Int, first: Int)? {
      let word = String(decoding: text.filter { $0 > 0x20 }.map(\.lowercased), as: UTF8.self)
      if word == "odd" { return (2, 1) }
      if word == "even" { return (2, 0) }
      let parts = word.split(separator: "n", maxSplits: 1, omittingEmptySubsequences: false)
      let number = { (text: Substring) in Int(text).flatMap { $0.magnitude < 10_000 ? $0 : nil } }
      guard parts.count == 2 else { return number(parts[0]).map { (0, $0) } }
      guard let step = ["": 1, "+": 1, "-": -1][parts[0]] ?? number(parts[0]),
        let first = parts[1].isEmpty ? 0 : number(parts[1])
      else { return nil }
      return (step, first)
    }

    private static let parts = Set(
      names: """
        before after first-line first-letter selection placeholder marker backdrop \
        file-selector-button
        """
    )
    /// Pseudo-classes that browsers know, but that are not understood here.
    private static let others = Set(
      names: """
        last-child only-child nth-last-child first-of-type last-of-type only-of-type nth-of-type \
        nth-last-of-type empty has lang dir enabled required optional valid invalid default scope \
        read-only read-write in-range out-of-range indeterminate placeholder-shown autofill defined \
        fullscreen modal playing paused host -webkit-autofill -webkit-full-screen
        """
    )
    private static let moments = Set(
      names: "hover active focus focus-within focus-visible visited target"
    )

    /// - Returns: nil for selectors of more than one element, which are not understood here.
    private static func compounds(_ list: ArraySlice<UInt8>, depth: Int) -> [Compound]? {
      var compounds: [Compound] = []
      for text in list.split(outsideQuotesAt: UInt8(ascii: ","), isCSS: true) {
        var rest = text
        skipBlanks(&rest)
        guard compounds.count < limit, let compound = Compound(&rest, depth: depth) else {
          return nil
        }
        skipBlanks(&rest)
        guard rest.isEmpty else { return nil }
        compounds.append(compound)
      }
      return compounds.isEmpty ? nil : compounds
    }

    func matches(_ name: HTMLName, _ labels: HTMLLabels) -> Bool {
      (tag == nil || tag == name) && (id == nil || id == labels.id)
        && classes.allSatisfy(labels.classes.contains)
        && conditions.allSatisfy { condition in
          switch condition {
          case .attribute(let attribute):
            labels.attributes.contains { $0.name == attribute.name && attribute.matches($0.value) }
          case .any(let compounds): compounds.contains { $0.matches(name, labels) }
          case .none(let compounds): !compounds.contains { $0.matches(name, labels) }
          case .number(let step, let first):
            labels.number > 0
              && (step == 0
                ? labels.number == first
                : (labels.number - first) % step == 0 && (labels.number - first) / step >= 0)
          case .never: false
          }
        }
    }
  }

  /// A condition for an attribute, such as `[class~="x"]` (6).
  fileprivate struct Attribute {
    let name: HTMLName
    private var mark = UInt8(0)
    private var value: [UInt8] = []
    private var ignoresCase = false

    /// Chooses elements that have the attribute.
    init(_ name: HTMLName) { self.name = name }

    /// - Parameter rest: text after the opening bracket.
    init?(_ rest: inout ArraySlice<UInt8>) {
      let end = rest.end(from: rest.startIndex) { $0 == UInt8(ascii: "]") }
      guard end < rest.endIndex else { return nil }
      var text = rest[..<end]
      rest = rest[(end + 1)...]
      skipBlanks(&text)
      guard let name = Compound.name(&text) else { return nil }
      self.name = name
      skipBlanks(&text)
      guard let first = text.first else { return }
      mark = first
      if first != UInt8(ascii: "=") {
        guard "~|^$*".utf8.contains(first), text.dropFirst().first == UInt8(ascii: "=") else {
          return nil
        }
        text = text.dropFirst()
      }
      text = text.dropFirst()
      skipBlanks(&text)
      if let quote = text.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        value = Array(text.dropFirst().prefix { $0 != quote })
        text = text.dropFirst(value.count + 2)
      } else {
        value = Array(text.prefix { $0 > 0x20 })
        guard !value.isEmpty else { return nil }
        text = text.dropFirst(value.count)
      }
      skipBlanks(&text)
      ignoresCase =
        text.first.map { $0 | 0x20 == UInt8(ascii: "i") } ?? Self.caseless.contains(name)
      if ignoresCase { value = value.map(\.lowercased) }
    }

    /// Attributes whose values HTML compares without case (HTML Living Standard, 4.16.2).
    private static let caseless = Set(
      names: """
        align alink axis bgcolor charset checked clear color compact dir disabled face frame \
        http-equiv lang language link media method multiple nohref noshade nowrap readonly rel \
        rules scope selected shape target text type valign valuetype vlink
        """
    )

    func matches(_ written: [UInt8]) -> Bool {
      let text = ignoresCase ? written.map(\.lowercased) : written
      switch mark {
      case 0: return true
      case UInt8(ascii: "="): return text == value
      case UInt8(ascii: "~"):
        return text.split(whereSeparator: HTMLTokens.isBlank).contains { $0.elementsEqual(value) }
      case UInt8(ascii: "|"):
        return text == value || text.starts(with: value + [UInt8(ascii: "-")])
      case _ where value.isEmpty: return false
      case UInt8(ascii: "^"): return text.starts(with: value)
      case UInt8(ascii: "$"): return text.suffix(value.count).elementsEqual(value)
      default: return text.holds(value)
      }
    }
  }
}
