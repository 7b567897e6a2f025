/// The rules of a page's `<style>` elements (CSS Syntax Level 3).
///
/// A rule that is not understood whole counts only if it shows what another rule hides: no text may
/// be hidden that a browser shows. Ignored are rules for other media than a desktop's screen.
struct HTMLStyleSheet {
  fileprivate struct Rule {
    let selector: HTMLSelector
    let order: Int
    let declarations: Range<Int>
    /// The rank by which rules override each other: ids, classes, names, then the order.
    var rank: Int { selector.rank << 16 + order }
  }

  private var text: [UInt8] = []
  private var rules: [Rule] = []
  /// The indices of rules by their id, or else a class, or else the element's name.
  private var ofID: [HTMLName: [Int]] = [:]
  private var ofClass: [HTMLName: [Int]] = [:]
  private var ofTag: [HTMLName: [Int]] = [:]
  private var ofAll: [Int] = []
  /// Whether a rule that is not understood gives elements colors, which may be those of any text.
  private(set) var hasUnknownColors = false
  /// The attributes that rules look at, besides class and id.
  private(set) var attributes: Set<HTMLName> = []
  /// Whether rules look at the elements before an element.
  private(set) var needsSiblings = false

  /// The limits of a page's rules, and of its style sheets in bytes.
  private static let ruleLimit = 5_000
  private static let textLimit = 1 << 20
  /// The number of times that a rule may still be looked at for an element. Further elements are
  /// shown as if there were no rules.
  private var workLeft = 600_000

  /// The number of media queries around the position that hold.
  private var openBlocks = 0

  var isEmpty: Bool { rules.isEmpty }

  /// Adds the content of a `<style>` element.
  mutating func add(_ sheet: Bytes) {
    guard text.count + sheet.count <= Self.textLimit else { return }
    var position = text.count
    text += CSSText.plain(sheet)
    openBlocks = 0
    while position < text.count, rules.count < Self.ruleLimit {
      let byte = text[position]
      if byte == UInt8(ascii: "}"), openBlocks > 0 {
        openBlocks -= 1
        position += 1
      } else if byte <= 0x20 || byte == UInt8(ascii: ";") {
        position += 1
      } else if let mark = Self.marks.first(where: { text[position...].starts(with: $0.utf8) }) {
        position += mark.utf8.count
      } else {
        addRule(&position)
      }
    }
  }

  /// Marks of a comment around a sheet, for ancient browsers.
  private static let marks = ["<!--", "-->"]

  private mutating func addRule(_ position: inout Int) {
    let start = position
    let end = text.end(from: start) { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: ";") }
    let prelude = text[start..<end]
    position = end + 1
    guard end < text.count, text[end] == UInt8(ascii: "{") else { return }
    if prelude.first == UInt8(ascii: "@") {
      let words = String(decoding: prelude, as: UTF8.self).lowercased()
      if words.hasPrefix("@media") && Self.holds(media: String(words.dropFirst(6)))
        || words.hasPrefix("@layer") || Self.isOfAnyBrowser(words)
      {
        openBlocks += 1
      } else {
        position = CSSText.endOfBlock(in: text, from: position) + 1
      }
      return
    }
    let last = CSSText.endOfBlock(in: text, from: position)
    let declarations = position..<last
    position = last + 1
    let selectors = prelude.split(outsideQuotesAt: UInt8(ascii: ","), isCSS: true).map {
      HTMLSelector($0)
    }
    // Browsers ignore a rule with an error in any of its selectors.
    if selectors.contains(where: { $0 == nil }) { return noteUnknown(declarations) }
    for selector in selectors { if let selector { add(selector, declarations) } }
  }

  /// Whether one of the media queries holds where mail is read.
  static func holds(media: String) -> Bool {
    let queries = media.split(separator: ",", omittingEmptySubsequences: false)
    return queries.contains { query in
      query.replacing("and(", with: "and (").split(separator: " and ").allSatisfy { condition in
        switch condition.filter({ $0 != " " && $0 != "(" && $0 != ")" }) {
        case "", "all", "screen", "onlyscreen", "onlyall", "notprint": return true
        case let width where width.hasPrefix("min-width:") && width.hasSuffix("px"):
          return Double(width.dropFirst(10).dropLast(2)).map { $0 <= desktopWidth } ?? false
        default: return false
        }
      }
    }
  }

  /// Whether the rule's condition is that a browser knows properties which all browsers know.
  private static func isOfAnyBrowser(_ rule: String) -> Bool {
    guard rule.hasPrefix("@supports"), !rule.contains("not") else { return false }
    return rule.split(separator: "(").dropFirst().allSatisfy {
      ["display:", "color:", "position:"].contains(where: $0.hasPrefix)
    }
  }

  /// The width in pixels from which senders lay out a page for a desktop.
  private static let desktopWidth = 640.0

  private mutating func add(_ selector: HTMLSelector, _ declarations: Range<Int>) {
    guard rules.count < Self.ruleLimit else { return }
    if !selector.isWhole {
      noteUnknown(declarations)
      guard showsAgain(declarations) else { return }
    }
    attributes.formUnion(selector.attributes)
    needsSiblings = needsSiblings || selector.needsSiblings
    let index = rules.count
    rules.append(Rule(selector: selector, order: index, declarations: declarations))
    let subject = selector.subject
    if let id = subject.id {
      ofID[id, default: []].append(index)
    } else if let name = subject.classes.first {
      ofClass[name, default: []].append(index)
    } else if let tag = subject.tag {
      ofTag[tag, default: []].append(index)
    } else {
      ofAll.append(index)
    }
  }

  private mutating func noteUnknown(_ declarations: Range<Int>) {
    guard !hasUnknownColors else { return }
    hasUnknownColors = text.withUnsafeBufferPointer {
      Self.colors.isIn(Bytes(rebasing: $0[declarations]))
    }
  }

  private static let colors = PlainPhrases(["background", "color"])

  /// Whether declarations decide what is visible, and hide nothing.
  private func showsAgain(_ declarations: Range<Int>) -> Bool {
    text.withUnsafeBufferPointer { text in
      var style = HTMLStyle()
      style.add(Bytes(rebasing: text[declarations]))
      var element = HTMLElement.named("div")
      style.apply(to: &element)
      return style.decidesVisibility && !element.effect.mayHide
    }
  }

  /// Passes on the declarations for an element, the weakest first.
  ///
  /// - Parameter childIndex: the number of elements before it in its parent.
  mutating func withDeclarations(
    for tag: HTMLTag,
    _ labels: HTMLLabels,
    index childIndex: Int,
    in open: HTMLOpenElements,
    _ body: ([Bytes]) -> Void
  ) {
    guard workLeft > 0 else { return body([]) }
    var found = ofAll + (ofTag[tag.name] ?? [])
    if let id = labels.id { found += ofID[id] ?? [] }
    for name in labels.classes { found += ofClass[name] ?? [] }
    workLeft -= found.reduce(0) { $0 + rules[$1].selector.subject.size }
    var matching: [Rule] = []
    for rule in Set(found).map({ rules[$0] })
    where rule.selector.subject.matches(tag.name, labels)
      && rule.selector.isIn(open, tag.name, index: childIndex, &workLeft)
    {
      matching.append(rule)
    }
    guard workLeft > 0 else { return body([]) }
    text.withUnsafeBufferPointer { text in
      body(matching.sorted { $0.rank < $1.rank }.map { Bytes(rebasing: text[$0.declarations]) })
    }
  }
}

/// The lexical rules of CSS, as far as text must be separated by them.
enum CSSText {
  /// Returns the text without comments and with escapes resolved (CSS Syntax Level 3, 4.3.7). An
  /// escaped character that is no part of a name becomes an underscore, so that it separates
  /// nothing.
  static func plain(_ text: Bytes) -> [UInt8] {
    guard text.place(of: UInt8(ascii: "\\")) != nil || text.place(of: UInt8(ascii: "*")) != nil
    else { return Array(text) }
    var (output, index) = ([UInt8](), 0)
    output.reserveCapacity(text.count)
    while index < text.count {
      let next = index + 1 < text.count ? text[index + 1] : 0
      if text[index] == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
        index = text.place(of: "*/", from: index + 2).map { $0 + 2 } ?? text.count
        output.append(0x20)
      } else if text[index] == UInt8(ascii: "\\") {
        index += 1
        let digits = text[index...].prefix(6).prefix { $0.hexadecimal != nil }
        if digits.isEmpty {
          if next != 10 { output += name(CollectionOfOne(next)) }
          index += 1
        } else {
          let value = digits.reduce(UInt32(0)) { $0 << 4 | UInt32($1.hexadecimal ?? 0) }
          let character = Array(String(Character(Unicode.Scalar(value) ?? "\u{FFFD}")).utf8)
          output += name(character, isBeginning: output.last.map { !isOfName($0) } ?? true)
          index = digits.endIndex
          if index < text.count, text[index] <= 0x20 { index += 1 }
        }
      } else {
        output.append(text[index])
        index += 1
      }
    }
    return output
  }

  /// Returns a name, or a part of it, in a form that separates nothing and begins with no digit.
  private static func name(
    _ text: some Collection<UInt8>,
    isBeginning: Bool = true
  ) -> [UInt8] {
    let plain = text.map { isOfName($0) ? $0 : UInt8(ascii: "_") }
    return isBeginning && plain.first?.isDigit == true ? [UInt8(ascii: "_")] + plain : plain
  }

  /// Returns a class in the form in which a selector names it after its escapes were resolved.
  static func name(ofClass text: Slice<Bytes>) -> HTMLName {
    if text.first?.isDigit == false, text.allSatisfy(isOfName) {
      return HTMLName(Bytes(rebasing: text))
    }
    return name(text).withUnsafeBufferPointer { HTMLName($0) }
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    byte.isOfWord || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  /// Returns the index of the brace that ends a block, or the text's end.
  static func endOfBlock(in text: [UInt8], from start: Int) -> Int {
    var (index, depth) = (start, 1)
    while true {
      index = text.end(from: index) { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
      guard index < text.count else { return index }
      depth += text[index] == UInt8(ascii: "{") ? 1 : -1
      if depth == 0 { return index }
      index += 1
    }
  }
}
