/// The text shown for a form control, since controls work only in a browser.
enum HTMLControl {
  /// - Parameter tag: the tag of an `<input>`.
  /// - Returns: a symbol for a check box or radio button, else the value or placeholder, if any.
  static func text(of tag: HTMLTag) -> String {
    let type = HTMLName(tag["type"])
    switch type {
    case "checkbox": return tag.has("checked") ? "☑" : "☐"
    case "radio": return tag.has("checked") ? "◉" : "○"
    default:
      guard !withoutText.contains(type) else { return "" }
      return line(tag["value"].isEmpty ? tag["placeholder"] : tag["value"])
    }
  }

  private static let withoutText = Set(names: "color file hidden image password range")

  /// Whether the tag is a button shown as a picture.
  static func isPicture(_ tag: HTMLTag) -> Bool {
    tag.name == "input" && HTMLName(tag["type"]) == "image"
  }

  /// Returns an attribute's or option's text on one line.
  fileprivate static func line(_ text: Bytes) -> String {
    oneLine(HTMLEntity.resolved(text).utf8, limit: PageLines.pictureLimit)
  }
}

/// The options of an open `<select>`. Only the selected option is shown, or else the first option.
struct HTMLChoice {
  /// The state of the `<select>`, in which the option is shown.
  let state: HTMLState
  private var bytes: [UInt8] = []
  private var hasOption = false
  private var takesText = false

  /// The limit of an option in bytes; the rest is not read.
  private static let limit = 4_096

  init(state: HTMLState) { self.state = state }

  var text: String { bytes.withUnsafeBufferPointer { HTMLControl.line($0) } }

  /// Begins an option.
  mutating func begin(_ tag: HTMLTag) {
    takesText = tag.has("selected") || !hasOption
    hasOption = true
    if takesText { bytes = [] }
  }

  /// Adds text to the current option.
  mutating func add(_ text: Bytes) {
    if takesText { bytes += text.prefix(max(0, Self.limit - bytes.count)) }
  }
}
