import Foundation

/// The beginning of a message's text, for the list's second line.
///
/// Fed line by line, it leaves out what the writer did not write: quotes and the line that
/// introduces them, the header of an answered message with all below it, signatures and armour.
/// Of a forwarded message the text is shown. Text of nothing but quotes shows those.
struct Snippet {
  /// Longer than any row shows, short enough to store a million of.
  static let limit = 160

  private var own = LineBuilder(limit: limit)
  private var quoted = LineBuilder(limit: limit)
  /// Whether a file stands in the text itself (uuencode).
  private(set) var holdsFile = false

  /// Lines that may yet turn out to introduce a quote, oldest first.
  private var held: [Held] = []
  private var place = Place.text
  /// Below the header of an answered message everything is quoted.
  private var isBelowAnswered = false
  /// Quotes up to this depth are a forwarded message.
  private var forwardedDepth = 0

  private struct Held {
    var bytes: [UInt8]
    var runsOn: Bool
    var endsParagraph = false
  }

  private enum Place {
    case text
    /// Below a line that announces another message, whose header comes next.
    case announced(isForwarded: Bool)
    /// In a header that stands in the text; so many of its lines have passed.
    case header(Int)
    /// Below an armour line, up to the empty line that ends its header.
    case armour
    /// In what only programs read, up to a line that begins like this.
    case file(end: StaticString)
  }

  /// The header of a quoted message has no more lines than this.
  private static let headerLimit = 16

  /// Takes a line, and says whether it wants another.
  mutating func add(_ line: TextLine) -> Bool {
    guard !line.isSignature else { return true }
    let text = line.bytes.trimmed
    switch place {
    case .file(let end):
      if text.starts(with: end) { place = .text }
      return true
    case .armour:
      if text.isEmpty { place = .text }
      return true
    case .header(let count):
      guard text.isEmpty || count > Self.headerLimit else {
        place = .header(count + 1)
        return true
      }
      place = .text
    case .announced(let isForwarded):
      guard !text.isEmpty else { return true }
      announce(isForwarded, LineKind.isHeaderField(text), line.quoteDepth)
      if case .header = place { return true }
    case .text: break
    }
    return take(text, line)
  }

  /// Below the announcement stands a header, or it was none.
  private mutating func announce(_ isForwarded: Bool, _ isHeader: Bool, _ depth: Int) {
    place = isHeader ? .header(1) : .text
    guard isHeader || isForwarded else { return }
    commit()
    if isForwarded { forwardedDepth = depth } else { isBelowAnswered = true }
  }

  private mutating func take(_ text: Bytes, _ line: TextLine) -> Bool {
    let isQuoted = isBelowAnswered || line.quoteDepth > forwardedDepth
    let kind = LineKind(text)
    switch kind {
    case .empty:
      if !held.isEmpty { held[held.count - 1].endsParagraph = true }
      return true
    case .signatureMark where !isQuoted:
      // Without its space at the very top, it parts nothing from nothing.
      if line.bytes.count < 3, isBare { return true }
      commit()
      return false
    case .forwarded:
      commit()
      place = .announced(isForwarded: true)
      forwardedDepth = max(forwardedDepth, line.quoteDepth)
      return true
    case .answered, .rule:
      commit()
      place = .announced(isForwarded: false)
      return true
    case .signedMessage:
      place = .armour
      return true
    case .armouredFile:
      commit()
      place = .file(end: "-----END PGP")
      return true
    case .file where !isQuoted:
      commit()
      holdsFile = true
      place = .file(end: "end")
      return true
    default: break
    }
    if isQuoted {
      commit(withoutIntroduction: true)
      if own.isEmpty { quoted.append(text, runsOn: line.runsOn) }
      return own.isEmpty ? !quoted.isFull : !own.isFull
    }
    if LineKind.isHeaderField(text), let last = held.last, !last.endsParagraph,
      last.bytes.withUnsafeBufferPointer({ LineKind.isFrom($0) })
    {
      // Some programs announce the answered message by nothing but its header.
      held.removeLast()
      commit()
      isBelowAnswered = true
      place = .header(2)
      return true
    }
    hold(text, line.runsOn)
    return !own.isFull
  }

  private var isBare: Bool { own.isEmpty && held.isEmpty }

  private mutating func hold(_ text: Bytes, _ runsOn: Bool) {
    if held.last?.endsParagraph == true { commit() }
    if held.count == 2 {
      let first = held.removeFirst()
      first.bytes.withUnsafeBufferPointer { own.append($0, runsOn: first.runsOn) }
    }
    held.append(Held(bytes: Array(text), runsOn: runsOn))
  }

  /// Counts the held lines as text, but for those that introduce the quote that follows.
  private mutating func commit(withoutIntroduction: Bool = false) {
    guard !held.isEmpty else { return }
    if withoutIntroduction, let last = held.last, LineKind.introduces(last.bytes) {
      held.removeLast()
      if let first = held.last, LineKind.beginsIntroduction(first.bytes, endingIn: last.bytes) {
        held.removeLast()
      }
    }
    for line in held {
      line.bytes.withUnsafeBufferPointer { own.append($0, runsOn: line.runsOn) }
    }
    held.removeAll(keepingCapacity: true)
  }

  /// What it came to.
  mutating func finish() -> String {
    commit()
    return own.isEmpty ? quoted.finish() : own.finish()
  }
}

extension LineBuilder {
  fileprivate mutating func append(_ text: Bytes, runsOn: Bool) {
    append(text)
    if !runsOn { addSpace() }
  }
}

extension UnsafeBufferPointer where Element == UInt8 {
  /// Without spaces and controls at both ends.
  var trimmed: Bytes {
    guard let first = firstIndex(where: { $0 > 0x20 }), let last = lastIndex(where: { $0 > 0x20 })
    else { return Bytes(rebasing: self[..<0]) }
    return Bytes(rebasing: self[first...last])
  }

  func starts(with text: StaticString) -> Bool {
    guard let baseAddress, count >= text.utf8CodeUnitCount else { return false }
    return memcmp(baseAddress, text.utf8Start, text.utf8CodeUnitCount) == 0
  }
}
