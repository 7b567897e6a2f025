import FoundationEssentials

/// A name for a file, made of what a message calls an attachment.
///
/// Such a name may hold a path, lead with a dot, turn the direction of writing, be empty or longer
/// than file systems allow. What is made of it is one visible name in one folder, and ends as the
/// attachment's own does, since that decides which program opens it.
nonisolated enum AttachmentName {
  /// In bytes of UTF-8. File systems take 255, and a number may be added.
  static let limit = 200
  /// In bytes, with the dot: a longer one is no ending.
  private static let endingLimit = 20

  /// - Parameters:
  ///   - name: as the message has it.
  ///   - type: as `application/pdf`.
  ///   - fallback: stands in for a name of which nothing is left, such as `attachment`.
  static func make(_ name: String, type: String, fallback: String) -> String {
    // By scalars: a slash with a mark behind it is a character of its own, and a slash to the system.
    let shown = name.unicodeScalars.compactMap(shown)
    let last = shown.split { $0 == "/" || $0 == "\\" }.last ?? []
    let words = Array(last.split(separator: " ").joined(separator: [" "]))
    let plain = words.drop(while: isAtAnEnd).reversed().drop(while: isAtAnEnd).reversed()
    guard !plain.isEmpty else { return fallback + (endings[type.lowercased()] ?? "") }
    return cut(String(String.UnicodeScalarView(plain)))
  }

  /// Whether it is taken away at the beginning, where a dot hides a file, and at the end.
  private static func isAtAnEnd(_ scalar: Unicode.Scalar) -> Bool { scalar == "." || scalar == " " }

  /// The name of the copy with a number, as `a (2).pdf`.
  static func numbered(_ name: String, _ number: Int) -> String {
    let (stem, ending) = parts(name)
    return "\(stem) (\(number))\(ending)"
  }

  /// Nil for what is not to be seen.
  private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    let properties = scalar.properties
    if properties.isWhitespace { return " " }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      // Joiners are what some scripts and emoji are written with.
      return scalar == "\u{200D}" || scalar == "\u{200C}" ? scalar : nil
    default: return properties.isDefaultIgnorableCodePoint && !isVariant(scalar) ? nil : scalar
    }
  }

  /// Whether it chooses how the character before it looks.
  private static func isVariant(_ scalar: Unicode.Scalar) -> Bool {
    (0xFE00...0xFE0F).contains(scalar.value)
  }

  private static func cut(_ name: String) -> String {
    guard name.utf8.count > limit else { return name }
    let (stem, ending) = parts(name)
    var kept = ""
    var count = ending.utf8.count
    for scalar in stem.unicodeScalars {
      count += UTF8.width(scalar)
      if count > limit { break }
      kept.unicodeScalars.append(scalar)
    }
    return kept + ending
  }

  private static func parts(_ name: String) -> (stem: String, ending: String) {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex,
      name[dot...].utf8.count <= endingLimit
    else { return (name, "") }
    return (String(name[..<dot]), String(name[dot...]))
  }

  /// Of the types that are sent without a name.
  private static let endings = [
    "application/pdf": ".pdf", "application/zip": ".zip", "image/gif": ".gif",
    "image/jpeg": ".jpg", "image/png": ".png", "image/webp": ".webp", "message/rfc822": ".eml",
    "text/calendar": ".ics", "text/html": ".html", "text/plain": ".txt", "text/vcard": ".vcf",
  ]
}
