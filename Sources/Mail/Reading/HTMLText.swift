import CXml2

/// The text of an HTML page, line by line, as a reader would see it without its layout.
///
/// libxml2 reads the markup and hands out events; no tree is built, and nothing is ever fetched.
/// ``HTMLMarkup`` keeps it from work without end. It may run on any thread.
enum HTMLText {
  /// Hands out the lines until there are no more, `consume` says that it has enough, or the task
  /// is cancelled.
  ///
  /// - Parameters:
  ///   - text: UTF-8 without NULs, whatever the page says of itself.
  ///   - consume: takes a line, and says whether it wants another.
  static func read(_ text: Bytes, _ consume: (TextLine) -> Bool) {
    guard Self.isReady, !text.isEmpty, let context = htmlNewParserCtxt() else { return }
    defer { htmlFreeParserCtxt(context) }
    withoutActuallyEscaping(consume) { consume in
      let events = HTMLEvents(context, HTMLMarkup(text), consume)
      withExtendedLifetime(events) {
        context.pointee.userData = Unmanaged.passUnretained(events).toOpaque()
        context.pointee.sax.pointee = handlers()
        let document = htmlCtxtReadIO(
          context,
          { data, target, count in
            target?.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
              HTMLEvents.from(data)?.fill(UnsafeMutableBufferPointer(start: $0, count: Int(count)))
            }.map { Int32($0) } ?? 0
          },
          nil,
          context.pointee.userData,
          nil,
          "UTF-8",
          cxml2_quiet_options()
        )
        // None of our handlers makes one.
        if let document { xmlFreeDoc(document) }
        events.finish()
      }
    }
  }

  /// The library's one-time set-up. Global constants are made once, by whichever thread comes
  /// first, while the others wait.
  private static let isReady: Bool = {
    xmlInitParser()
    return true
  }()

  private static func handlers() -> xmlSAXHandler {
    var handlers = xmlSAXHandler()
    handlers.startElement = { data, name, attributes in
      guard let name else { return }
      HTMLEvents.from(data)?.begin(String(cString: name), HTMLAttributes(attributes))
    }
    handlers.endElement = { data, _ in HTMLEvents.from(data)?.end() }
    handlers.characters = { data, text, count in
      HTMLEvents.from(data)?.add(Bytes(start: text, count: Int(count)))
    }
    handlers.ignorableWhitespace = handlers.characters
    // Scripts and styles come here, and nobody reads those.
    handlers.cdataBlock = { _, _, _ in }
    return handlers
  }
}

/// What libxml2 reports, put together into lines.
private final class HTMLEvents {
  private let context: htmlParserCtxtPtr
  private var markup: HTMLMarkup
  private let consume: (TextLine) -> Bool
  private var isDone = false

  /// What each open element does, innermost last.
  private var open: [HTMLElement] = []
  private var state = State()

  /// What the open elements make of the text.
  private struct State {
    var quotes = 0
    var hidden = 0
    var signatures = 0
    var preformatted = 0
  }

  private var line: [UInt8] = []
  /// The line's, from where its first word stands.
  private var quoteDepth = 0
  private var isSignature = false
  private var owesSpace = false
  /// Whether the line above is empty, or none is.
  private var isBelowEmptyLine = true

  init(
    _ context: htmlParserCtxtPtr,
    _ markup: HTMLMarkup,
    _ consume: @escaping (TextLine) -> Bool
  ) {
    self.context = context
    self.markup = markup
    self.consume = consume
  }

  static func from(_ data: UnsafeMutableRawPointer?) -> HTMLEvents? {
    data.map { Unmanaged<HTMLEvents>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Hands on the markup that comes next.
  func fill(_ target: UnsafeMutableBufferPointer<UInt8>) -> Int {
    isDone || Task.isCancelled ? 0 : markup.fill(target, depth: open.count)
  }

  func begin(_ name: String, _ attributes: HTMLAttributes) {
    guard !isDone else { return }
    let element = HTMLElement(name, attributes)
    open.append(element)
    lay(out: element.layout)
    if element.isLineBreak { breakLine() }
    apply(element, 1)
    // Outlook marks where the answered message begins, and never where it ends.
    if element.isQuoteForGood { state.quotes += 1 }
  }

  func end() {
    guard !isDone, let element = open.popLast() else { return }
    lay(out: element.layout)
    apply(element, -1)
  }

  private func apply(_ element: HTMLElement, _ step: Int) {
    if element.isQuote { state.quotes += step }
    if element.isHidden { state.hidden += step }
    if element.isSignature { state.signatures += step }
    if element.isPreformatted { state.preformatted += step }
  }

  private func lay(out layout: HTMLElement.Layout) {
    switch layout {
    case .inline: break
    case .cell: owesSpace = !line.isEmpty
    case .block: endLine()
    case .paragraph:
      endLine()
      if !isBelowEmptyLine { send() }
    }
  }

  func add(_ text: Bytes) {
    guard !isDone, state.hidden == 0 else { return }
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      if byte == 10, state.preformatted > 0 {
        breakLine()
      } else if byte == 0x20 || (9...13).contains(byte) {
        if state.preformatted > 0 { line.append(byte) }
        owesSpace = state.preformatted == 0 && !line.isEmpty
      } else {
        if owesSpace { line.append(0x20) }
        owesSpace = false
        if line.isEmpty {
          quoteDepth = state.quotes
          isSignature = state.signatures > 0
        }
        if byte == 0xC2, index < text.count, let real = Self.windows[text[index]] {
          line += real.utf8
          index += 1
        } else {
          line.append(byte)
        }
      }
      if isDone { return }
    }
  }

  func finish() { endLine() }

  private func breakLine() {
    if line.isEmpty { send() } else { endLine() }
  }

  private func endLine() {
    if !line.isEmpty { send() }
  }

  private func send() {
    guard !isDone else { return }
    if line.isEmpty {
      quoteDepth = state.quotes
      isSignature = state.signatures > 0
    }
    isBelowEmptyLine = line.isEmpty
    owesSpace = false
    let wantsMore = line.withUnsafeBufferPointer {
      consume(TextLine(bytes: $0, quoteDepth: quoteDepth, isSignature: isSignature))
    }
    line.removeAll(keepingCapacity: true)
    guard !wantsMore else { return }
    isDone = true
    xmlStopParser(context)
  }

  /// What pages mean by `&#150;` and the like: the characters that Windows-1252 has there, by the
  /// second byte of the control character's UTF-8 (HTML Living Standard, 13.2.5.80).
  private static let windows: [UInt8: String] = [
    0x80: "€", 0x82: "‚", 0x83: "ƒ", 0x84: "„", 0x85: "…", 0x86: "†", 0x87: "‡", 0x88: "ˆ",
    0x89: "‰", 0x8A: "Š", 0x8B: "‹", 0x8C: "Œ", 0x8E: "Ž", 0x91: "‘", 0x92: "’", 0x93: "“",
    0x94: "”", 0x95: "•", 0x96: "–", 0x97: "—", 0x98: "˜", 0x99: "™", 0x9A: "š", 0x9B: "›",
    0x9C: "œ", 0x9E: "ž", 0x9F: "Ÿ",
  ]
}
