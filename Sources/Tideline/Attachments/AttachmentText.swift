import CTidelineGLib
import FoundationEssentials
import Mail
import TidelineGtk
import TidelineProgram

enum AttachmentText {
  static func size(_ attachment: Attachment) -> String {
    let size = String(taking: g_format_size(guint64(max(0, attachment.size)))) ?? ""
    return attachment.isCut ? tr("over %s", with: size) : size
  }

  static func line(_ attachment: Attachment) -> String {
    // The size is no part of a name that is read from right to left.
    var name = attachment.title
    if TextDirection(of: name) == .rightToLeft { name = "\u{2068}\(name)\u{2069}" }
    return tr("%s (%s)", with: name, size(attachment))
  }

  static func fileName(_ attachment: Attachment) -> String {
    AttachmentName.make(attachment.name, type: attachment.type, fallback: tr("attachment"))
  }

  /// The reason why the user is asked before an attachment is opened.
  static func warning(_ risk: AttachmentRisk, _ attachment: Attachment, isDisguised: Bool) -> String
  {
    let reason =
      switch risk {
      case .program: tr("It is a program, or installs one. Programs can do whatever you can do.")
      case .script: tr("It is a script: commands that run. They can do whatever you can do.")
      case .launcher: tr("It starts another program, with anything that its sender has chosen.")
      case .macros: tr("It is a document with macros: commands that run when it is opened.")
      case .page:
        tr(
          "It is a web page. In a browser it can load things from elsewhere, which tells its sender "
            + "that it was read, and it may look like a page of somebody else."
        )
      }
    let disguise = tr("The message calls it “%s”, which it is not.", with: attachment.type)
    let advice = tr("Open it only if you trust the sender and have expected it.")
    return JoinedText.sentences([reason] + (isDisguised ? [disguise] : []) + [advice])
  }
}

/// A safe file name, made from the name that a message gives an attachment.
///
/// The given name may contain a path, begin with a dot, change the direction of writing, be empty
/// or be longer than file systems allow. The result is one visible name in one folder, with the
/// same extension, since the extension decides which program opens the file.
nonisolated enum AttachmentName {
  /// The maximum length of a name in bytes of UTF-8. File systems accept 255 bytes, which leaves
  /// space for the number that ``numbered(_:_:)`` adds.
  static let limit = 200
  /// The longest extension in bytes, with the dot.
  private static let endingLimit = 20

  /// - Parameter fallback: used if nothing is left of the name; such as `attachment`.
  static func make(_ name: String, type: String, fallback: String) -> String {
    // Works on scalars. A slash with a combining mark is one `Character`, which differs from “/”,
    // but the file system would still find the slash.
    let shown = name.unicodeScalars.compactMap(shown)
    // Keeps only the last part of a path, which belongs to the sender's computer. In a name that is
    // no path, such as “11/2026”, hyphens replace the separators.
    func isSeparator(_ scalar: Unicode.Scalar) -> Bool { scalar == "/" || scalar == "\\" }
    let isPath =
      shown.first.map { isSeparator($0) || $0 == "." } == true
      || shown.dropFirst().first == ":"
    let last =
      isPath
      ? Array(shown.split(whereSeparator: isSeparator).last ?? [])
      : shown.map { isSeparator($0) ? "-" : $0 }
    let words = Array(last.split(separator: " ").joined(separator: [" "]))
    let plain = words.drop(while: isAtAnEnd).reversed().drop(while: isAtAnEnd).reversed()
    guard !plain.isEmpty else { return fallback + (endings[type.lowercased()] ?? "") }
    return cut(String(String.UnicodeScalarView(plain)))
  }

  /// The name of the file in which a message with this subject is saved.
  ///
  /// - Parameter fallback: used if nothing is left of the subject; such as `message`.
  static func make(ofMessage subject: String, fallback: String) -> String {
    make(Attachment.fileName(of: subject) ?? "", type: "message/rfc822", fallback: fallback)
  }

  /// Whether the scalar is removed at both ends of a name: a leading dot would hide the file.
  private static func isAtAnEnd(_ scalar: Unicode.Scalar) -> Bool { scalar == "." || scalar == " " }

  /// A name with a number, such as `a (2).pdf`.
  static func numbered(_ name: String, _ number: Int) -> String {
    let (stem, ending) = parts(name)
    return "\(stem) (\(number))\(ending)"
  }

  /// The scalar to use in the name: a space for white space, nil for an invisible character.
  private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    let properties = scalar.properties
    if properties.isWhitespace { return " " }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      // Some scripts and emoji need joiners.
      return scalar == "\u{200D}" || scalar == "\u{200C}" ? scalar : nil
    default: return properties.isDefaultIgnorableCodePoint && !isVariant(scalar) ? nil : scalar
    }
  }

  /// Whether the scalar is a variation selector for the character before it.
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

  /// The extensions of common types that are sent without a name.
  private static let endings = [
    "application/pdf": ".pdf", "application/zip": ".zip", "image/gif": ".gif",
    "image/jpeg": ".jpg", "image/png": ".png", "image/webp": ".webp", "message/rfc822": ".eml",
    "text/calendar": ".ics", "text/html": ".html", "text/plain": ".txt", "text/vcard": ".vcf",
  ]
}
