/// The end of a command's output, however long that is.
struct OutputTail {
  /// Bytes to keep: a screenful or two.
  static let limit = 8_192
  /// Characters to keep of a line; a longer one is of no use to the user.
  static let lineLimit = 500

  private var bytes: [UInt8] = []
  private var isCut = false

  mutating func append(_ new: UnsafeRawBufferPointer) {
    bytes += new.suffix(Self.limit)
    isCut = isCut || new.count > Self.limit
    guard bytes.count > Self.limit else { return }
    bytes.removeFirst(bytes.count - Self.limit)
    isCut = true
  }

  /// Whole lines, except perhaps the last one.
  var text: String {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
    if isCut, lines.count > 1 { lines = lines.dropFirst() }
    let shown = lines.map(Self.shown)
    guard let last = shown.lastIndex(where: { !$0.isEmpty }) else { return "" }
    return shown[...last].drop(while: \.isEmpty).joined(separator: "\n")
  }

  /// The last line that is not blank; empty where there is none.
  var lastLine: String {
    bytes.split(separator: UInt8(ascii: "\n")).reversed().lazy.map(Self.shown)
      .first { !$0.allSatisfy(\.isWhitespace) } ?? ""
  }

  /// The line as a terminal would show it: the last text written over the same place, as progress
  /// bars do, without colours and other escape sequences.
  private static func shown(_ line: ArraySlice<UInt8>) -> String {
    let visible = line.split(separator: UInt8(ascii: "\r")).last ?? []
    var result = String.UnicodeScalarView()
    var escape = Escape.none
    for scalar in String(decoding: visible, as: UTF8.self).unicodeScalars {
      switch (escape, scalar.value) {
      case (_, 0x1B): escape = .began
      case (.began, 0x5B): escape = .parameters
      case (.parameters, 0x20...0x3F): break
      case (.began, _), (.parameters, _): escape = .none
      case (.none, 0x09): result.append(" ")
      case (.none, 0..<0x20), (.none, 0x7F..<0xA0): break
      case (.none, _): result.append(scalar)
      }
      if result.count == lineLimit { break }
    }
    return String(result)
  }

  /// The position within an escape sequence such as `ESC [ 1 ; 31 m`.
  private enum Escape { case none, began, parameters }
}
