import IMAP

/// Decodes the names of folders as mail programs write them on disk.
enum DiskName {
  /// Decodes the name of a single folder, in an mbox or a nested Maildir.
  static func decode(_ name: [UInt8]) -> String {
    ModifiedUTF7.decode(
      String(decoding: unescaped(name, mark: UInt8(ascii: "\\")), as: UTF8.self)
    )
  }

  /// Decodes the name of an mbox file, without its extensions.
  static func decode(file name: [UInt8]) -> String {
    let text = decode(name)
    return strippedMbox(stripped(text, of: ".gz") ?? text)
  }

  private static func strippedMbox(_ text: String) -> String {
    stripped(text, of: ".mbox") ?? stripped(text, of: ".mbx") ?? text
  }

  /// Nil for another ending. A name that consists only of the ending keeps it.
  private static func stripped(_ text: String, of ending: String) -> String? {
    guard text.utf8.count > ending.utf8.count, text.lowercased().hasSuffix(ending) else {
      return nil
    }
    return String(text.dropLast(ending.count))
  }

  /// The folder names in a Maildir++ folder's name: `.Lists.GTK` is GTK in Lists.
  ///
  /// - Parameter isEvolution: whether Evolution wrote it. Evolution escapes dots and underscores as
  ///   `_2E` and `_5F`, writes UTF-8, and writes `..Sub` for a folder in the inbox.
  static func decode(maildirPlusPlus name: [UInt8], isEvolution: Bool) -> [String] {
    let dot = UInt8(ascii: ".")
    if isEvolution, name.starts(with: [dot, dot]) {
      return FolderName.inbox.components
        + decode(maildirPlusPlus: Array(name.dropFirst()), isEvolution: true)
    }
    return name.split(separator: dot).map { part in
      guard isEvolution else { return decode(Array(part)) }
      return String(decoding: unescaped(Array(part), mark: UInt8(ascii: "_")), as: UTF8.self)
    }
  }

  /// Replaces an escape character followed by two hexadecimal digits with their byte. Dovecot's
  /// `listescape` uses a backslash.
  private static func unescaped(_ name: [UInt8], mark: UInt8) -> [UInt8] {
    guard name.contains(mark) else { return name }
    var result: [UInt8] = []
    var rest = name[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == mark, digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
        let value = UInt8(digits, radix: 16), value != 0
      {
        result.append(value)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return result
  }
}
