/// Lines of a message in UTF-8, prepared for display, without control characters except tabs.
struct PassageText {
  /// A block between the lines of the text: a rule or a picture.
  struct Item {
    let isRule: Bool
    /// The index of a picture in the message; nil for all others.
    private let picture: Int?
    private let text: String
    private let outline: PageOutline?
    let place: TextPlace

    init(_ line: TextLine) {
      (isRule, picture, outline, place) = (line.isRule, line.picture, line.outline, line.place)
      text = String(decoding: line.bytes, as: UTF8.self)
    }

    /// The picture's text. For a picture that alone makes up a link, this is the link's address
    /// (HTML, 4.8.4.4.2). Complete once the page is read.
    var words: String { text.isEmpty ? outline?.name(of: place) ?? "" : text }

    /// The block. A picture that is not in the message becomes a paragraph with its text; nil if
    /// it has none.
    var block: MessageBlock? {
      guard !isRule else { return .rule }
      let (words, link) = (words, outline?.link(place.link))
      if let picture {
        return .picture(MessagePicture(index: picture, alternative: words, link: link))
      }
      return words.isEmpty ? nil : .paragraph(StyledText(words, place.style, link: link))
    }
  }

  private(set) var bytes: [UInt8] = []
  /// The structure to which the spans refer.
  var outline: PageOutline?
  private var spans: [TextSpan] = []
  /// The items of this text and of texts split from it. Only items with a span are in this text.
  private var allItems: [Item] = []
  /// The texts of pictures within lines, to which the spans refer by index.
  private var pictures: [String] = []
  /// The limit of items, and also the limit of pictures within lines.
  private static let itemLimit = 20_000
  /// The limit of spans. A text with more is shown without blocks.
  private static let spanLimit = 50_000
  /// Whether the text has more spans.
  private var isOverfull = false
  var isEmpty: Bool { bytes.isEmpty }
  var count: Int { bytes.count }

  mutating func breakLine() {
    dropTrailingSpace()
    bytes.append(10)
  }

  private mutating func cut(to count: Int) { bytes.removeSubrange(count...) }

  /// Removes and returns the text between an index and the end.
  mutating func split(at start: Int) -> PassageText {
    var rest = self
    rest.bytes.removeSubrange(..<start)
    // If the split is at the end of the text, a picture that begins there stays in this text.
    let isAll = start == count
    cut(to: start)
    let first = isAll ? spans.count : spans.firstIndex { $0.start >= start } ?? spans.count
    rest.spans = spans[first...].map { TextSpan(start: $0.start - start, content: $0.content) }
    spans.removeSubrange(first...)
    // The span in which the rest begins may have begun above.
    if !isAll, rest.spans.first?.start != 0, let last = spans.last, case .text = last.content {
      rest.spans.insert(TextSpan(start: 0, content: last.content), at: 0)
    }
    return rest
  }

  /// Begins a span of the text, or goes on with the last span of the same content. Marks without
  /// text are no span: many short lines must not take more memory than their text.
  mutating func begin(_ content: TextSpan.Content) {
    if let last = spans.last, last.start == count, last.content == .marks { spans.removeLast() }
    guard spans.last?.content != content, !isOverfull else { return }
    if spans.count == Self.spanLimit { (spans, isOverfull) = ([], true) }
    spans.append(TextSpan(start: count, content: content))
  }

  mutating func add(_ item: Item) {
    guard allItems.count < Self.itemLimit else { return }
    allItems.append(item)
    begin(.item(allItems.count - 1))
  }

  var items: [Item] {
    spans.compactMap { if case .item(let item) = $0.content { allItems[item] } else { nil } }
  }

  mutating func dropTrailingSpace() {
    while bytes.last == 0x20 || bytes.last == 0x09 { bytes.removeLast() }
  }

  /// Removes lines at the end that consist only of `>` marks and white space.
  mutating func dropTrailingMarks() {
    while let last = bytes.last, last == 10 || last == 0x20 || last == UInt8(ascii: ">") {
      guard let start = bytes.lastIndex(of: 10),
        bytes[start...].allSatisfy({ $0 <= 0x20 || $0 == UInt8(ascii: ">") })
      else { return }
      cut(to: start)
    }
  }

  /// Appends part of a line.
  ///
  /// Drops control characters except tabs, since terminals would interpret them. Also drops byte
  /// order marks, and U+202D and U+202E: these override the text's direction, and serve to deceive.
  mutating func append(_ text: Bytes) {
    var index = 0
    while index < text.count {
      let byte = text[index]
      let next = index + 1 < text.count ? text[index + 1] : 0
      let third = index + 2 < text.count ? text[index + 2] : 0
      switch (byte, next, third) {
      case (0x09, _, _), (0x20...0x7E, _, _): bytes.append(byte)
      // A single carriage return, which ends a line in a part from an old Mac.
      case (0x0D, _, _): breakLine()
      case (0x00...0x1F, _, _), (0x7F, _, _): break
      case (0xC2, 0x80...0x9F, _): index += 1
      // Line and paragraph separators.
      case (0xE2, 0x80, 0xA8...0xA9):
        breakLine()
        index += 2
      case (0xE2, 0x80, 0xAD...0xAE), (0xEF, 0xBB, 0xBF): index += 2
      // Invisible characters, which some scripts need: the soft hyphen, U+034F, U+180B to U+180F,
      // U+200B to U+200D, U+2060 to U+2064, Hangul's fillers, variation selectors, and tags.
      case (0xC2, 0xAD, _), (0xCD, 0x8F, _), (0xE1, 0xA0, 0x8B...0x8F),
        (0xE2, 0x80, 0x8B...0x8D), (0xE2, 0x81, 0xA0...0xA4), (0xE3, 0x85, 0xA4),
        (0xEF, 0xB8, 0x80...0x8E), (0xEF, 0xBE, 0xA0), (0xF3, 0xA0, _):
        let end = min(text.count, index + (byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4))
        if bytes.endBeyondLatin { bytes += text[index..<end] }
        index = end - 1
      default: bytes.append(byte)
      }
      index += 1
    }
  }

  /// Appends `content`, the start of a line of an HTML page, with its text and picture spans.
  mutating func append(_ content: Bytes, of line: TextLine) {
    outline = line.outline
    for (index, span) in line.spans.enumerated() where span.start <= content.count {
      let next = index + 1 < line.spans.count ? line.spans[index + 1].start : content.count
      if let picture = span.picture, pictures.count < Self.itemLimit {
        pictures.append(picture)
        begin(.picture(pictures.count - 1, span.place))
      }
      begin(.text(span.place))
      append(Bytes(rebasing: content[span.start..<min(next, content.count)]))
    }
  }

  mutating func append(_ text: some Sequence<UInt8>) { bytes.append(contentsOf: text) }

  /// Returns the lines, without empty lines at the beginning and end, and with the texts of
  /// pictures in their places.
  func finish() -> String {
    guard let shown else { return "" }
    var (text, start): ([UInt8], Int) = ([], shown.lowerBound)
    for span in spans {
      guard let (words, parting) = words(in: span), !words.isEmpty else { continue }
      let place = min(max(span.start, start), shown.upperBound + 1)
      text += bytes[start..<place]
      start = place
      func part(_ one: UInt8?, _ next: UInt8?) {
        guard let one, let next, parting == 10 ? one != 10 : one.isParted(from: next) else {
          return
        }
        text.append(parting)
      }
      part(text.last, words.utf8.first)
      text += words.utf8
      if start <= shown.upperBound, bytes[start] > 0x20 { part(text.last, bytes[start]) }
    }
    return String(decoding: text + bytes[start..<(shown.upperBound + 1)], as: UTF8.self)
  }

  /// Returns the words of a picture that begins a span, and the byte that parts them from others.
  private func words(in span: TextSpan) -> (words: String, parting: UInt8)? {
    switch span.content {
    case .picture(let picture, let place): (words(of: picture, in: place), 0x20)
    case .item(let item): (allItems[item].words, 10)
    default: nil
    }
  }

  private func words(of picture: Int, in place: TextPlace) -> String {
    pictures[picture].isEmpty ? outline?.name(of: place) ?? "" : pictures[picture]
  }

  private var shown: ClosedRange<Int>? {
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }) else { return nil }
    let start = bytes[..<first].lastIndex(of: 10).map { $0 + 1 } ?? 0
    return start...(bytes.lastIndex { $0 > 0x20 } ?? first)
  }

  /// Returns the lines in blocks; nil if the text is blank, has no outline, or too many spans or
  /// blocks.
  func blocks() -> [MessageBlock]? {
    guard let outline, let shown, !isOverfull else { return nil }
    var blocks = BlockBuilder(outline)
    bytes.withUnsafeBufferPointer { bytes in
      for (index, span) in spans.enumerated() {
        let next = index + 1 < spans.count ? spans[index + 1].start : bytes.count
        let end = min(next, shown.upperBound + 1)
        var start = max(span.start, shown.lowerBound)
        switch span.content {
        case .text(let place):
          while start < end {
            let line = bytes[start..<end].prefix { $0 != 10 }
            if !line.isEmpty { blocks.add(line, in: place) }
            if line.endIndex < end { blocks.endLine() }
            start = line.endIndex + 1
          }
        case .picture(let picture, let place):
          blocks.add(word: words(of: picture, in: place), in: place)
        case .marks, .item:
          if case .item(let item) = span.content { blocks.add(allItems[item]) }
          for byte in bytes[min(start, end)..<end] where byte == 10 { blocks.endLine() }
        }
      }
    }
    return blocks.finish()
  }
}
