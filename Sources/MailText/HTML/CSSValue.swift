/// A number with its unit, in CSS or HTML.
struct CSSLength {
  let value: Double
  let unit: HTMLName

  init?(_ text: Bytes) {
    let digits = text.prefix { $0.isDigit || "+-.".utf8.contains($0) }
    guard digits.contains(where: \.isDigit), digits.count < 20,
      let value = Double(String(decoding: digits, as: UTF8.self))
    else { return nil }
    self.value = value
    let rest = text[digits.endIndex...]
    unit = HTMLName(Bytes(rebasing: rest.prefix { $0 != UInt8(ascii: "/") && $0 > 0x20 }))
  }

  /// Whether a picture of this width or height shows nothing.
  var isPixel: Bool { isNothing || value <= 1 && (unit == "" || unit == "px" || unit == "pt") }
  var isNothing: Bool { value <= 0 && unit != "%" }
  /// Whether the value can be a font size.
  var isSize: Bool { value == 0 || unit != "" }
  var isTiny: Bool { value == 0 || value <= 1 && (unit == "px" || unit == "pt") }
  var isAbsolute: Bool {
    ["px", "pt", "rem", "pc", "in", "cm", "mm", "q", "vw", "vh"].contains(unit)
  }
}

/// A function with lengths, such as `rect(0, 0, 1px, 1px)`; the first of its name in a value.
struct CSSFunction {
  let lengths: [CSSLength]

  init?(_ text: Bytes, _ name: StaticString) {
    for start in text.indices where text[start] == UInt8(ascii: "(") {
      let word = Bytes(rebasing: text[..<start])
      guard word.count >= name.utf8CodeUnitCount,
        Bytes(rebasing: word.suffix(name.utf8CodeUnitCount)).starts(withAnyCaseOf: name),
        word.dropLast(name.utf8CodeUnitCount).last.map({ !$0.isOfWord }) ?? true
      else { continue }
      let content = text[(start + 1)...].prefix { $0 != UInt8(ascii: ")") }
      lengths = content.split { $0 <= 0x20 || $0 == UInt8(ascii: ",") }
        .compactMap { CSSLength(Bytes(rebasing: $0)) }
      return
    }
    return nil
  }
}

/// A color as CSS and HTML write it, to compare letters with their ground.
enum CSSColor: Equatable {
  /// Red, green and blue, eight bits each.
  case opaque(UInt32)
  case transparent
  /// A color that is not understood, or partly transparent.
  case unknown

  static let white = CSSColor.opaque(0xFF_FFFF)

  init(_ text: Bytes) {
    self = .unknown
    let text = text.trimmed
    if text.first == UInt8(ascii: "#") {
      let digits = text.dropFirst().compactMap(\.hexadecimal).map(UInt32.init)
      guard digits.count == text.count - 1 else { return }
      let isShort = digits.count == 3 || digits.count == 4
      let bytes =
        isShort
        ? digits.map { $0 * 17 }
        : stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
      self = Self.color(bytes)
    } else if let function = CSSFunction(text, "rgb") ?? CSSFunction(text, "rgba") {
      let parts = function.lengths.map { $0.unit == "%" ? $0.value * 2.55 : $0.value }
      guard parts.count == 3 || parts.count == 4 else { return }
      let alpha = parts.count == 4 ? [min(1, max(0, function.lengths[3].value)) * 255] : []
      self = Self.color((parts.prefix(3) + alpha).map { UInt32(min(255, max(0, $0.rounded()))) })
    } else {
      self = Self.names[HTMLName(text)] ?? .unknown
    }
  }

  private static func color(_ bytes: [UInt32]) -> CSSColor {
    guard bytes.count == 3 || bytes.count == 4 else { return .unknown }
    if bytes.count == 4, bytes[3] == 0 { return .transparent }
    if bytes.count == 4, bytes[3] != 255 { return .unknown }
    return .opaque(bytes[0] << 16 | bytes[1] << 8 | bytes[2])
  }

  /// The names of HTML 4; the further ones of CSS are hardly ever used to hide text.
  private static let names: [HTMLName: CSSColor] = [
    "transparent": .transparent, "white": .white, "black": .opaque(0),
    "silver": .opaque(0xC0_C0C0), "gray": .opaque(0x80_8080), "grey": .opaque(0x80_8080),
    "red": .opaque(0xFF_0000), "maroon": .opaque(0x80_0000), "yellow": .opaque(0xFF_FF00),
    "olive": .opaque(0x80_8000), "lime": .opaque(0x00_FF00), "green": .opaque(0x00_8000),
    "aqua": .opaque(0x00_FFFF), "cyan": .opaque(0x00_FFFF), "teal": .opaque(0x00_8080),
    "blue": .opaque(0x00_00FF), "navy": .opaque(0x00_0080), "fuchsia": .opaque(0xFF_00FF),
    "magenta": .opaque(0xFF_00FF), "purple": .opaque(0x80_0080), "orange": .opaque(0xFF_A500),
    "whitesmoke": .opaque(0xF5_F5F5), "ivory": .opaque(0xFF_FFF0), "snow": .opaque(0xFF_FAFA),
  ]
}
