import IMAP

/// Finds the inbox among some folders, and gives each folder a unique name.
enum FolderNames {
  /// - Parameter names: the names on disk; an empty array stands for the mailbox's own folder.
  /// - Returns: the folders' names, in the same order.
  static func make(_ names: [[String]]) -> [FolderName] {
    let inbox = inbox(of: names)
    var taken = Taken()
    return names.map { taken.unique(placed($0, inbox: inbox)) }
  }

  /// The inbox's name on disk: the mailbox's own folder if that has mail; or else a top folder
  /// called Inbox; or else a folder called Inbox one level below, if it is the only one; else nil.
  private static func inbox(of names: [[String]]) -> [String]? {
    if names.contains([]) { return [] }
    if let top = names.first(where: { $0.count == 1 && FolderName.isInbox($0[0]) }) { return top }
    let accounts = names.filter { $0.count == 2 && FolderName.isInbox($0[1]) }
    return accounts.count == 1 ? accounts[0] : nil
  }

  /// Replaces the inbox's name with `INBOX`, also at the beginning of its subfolders' names. If the
  /// inbox is the mailbox's own folder, other names have no such beginning and stay as they are.
  private static func placed(_ name: [String], inbox: [String]?) -> [String] {
    guard let inbox, name.starts(with: inbox) else { return name }
    if inbox.isEmpty, !name.isEmpty { return name }
    return FolderName.inbox.components + name.dropFirst(inbox.count)
  }

  /// Makes names unique: an mbox and a Maildir may have the same name, and two names that are not
  /// UTF-8 may be the same after decoding.
  private struct Taken {
    /// The names as text, which is what the store keeps.
    private var texts: Set<String> = []
    private var numbers: [String: Int] = [:]

    mutating func unique(_ components: [String]) -> FolderName {
      let components = components.map { $0.isEmpty ? "?" : $0 }
      let first = FolderName(components: components)
      var name = first
      var number = numbers[first.description] ?? 2
      while !texts.insert(name.description).inserted {
        let last = components.last ?? ""
        name = FolderName(components: components.dropLast() + ["\(last) (\(number))"])
        number += 1
      }
      numbers[first.description] = number
      return name
    }
  }

  /// Whether a folder is listed above another one.
  static func precedes(_ one: [String], _ other: [String]) -> Bool {
    for (name, another) in zip(one, other) where name != another {
      let isInbox = FolderName.isInbox(name)
      if isInbox != FolderName.isInbox(another) { return isInbox }
      return name < another
    }
    return one.count < other.count
  }
}

/// Decodes the names of folders as mail programs write them on disk.
enum DiskName {
  /// Decodes the name of one folder: an mbox, or a folder of a nested Maildir.
  static func decode(_ name: [UInt8]) -> String {
    ModifiedUTF7.decode(String(decoding: unescaped(name, mark: UInt8(ascii: "\\")), as: UTF8.self))
  }

  /// Decodes the name of an mbox file, without its extensions.
  static func decode(file name: [UInt8]) -> String {
    let text = decode(name)
    return strippedMbox(stripped(text, of: ".gz") ?? text)
  }

  private static func strippedMbox(_ text: String) -> String {
    stripped(text, of: ".mbox") ?? stripped(text, of: ".mbx") ?? text
  }

  /// The text without the ending; nil if it ends in another way, or is only the ending.
  private static func stripped(_ text: String, of ending: String) -> String? {
    guard text.utf8.count > ending.utf8.count, text.lowercased().hasSuffix(ending) else {
      return nil
    }
    return String(text.dropLast(ending.count))
  }

  /// The folder names in a Maildir++ folder's name: `.Lists.GTK` is GTK in Lists.
  ///
  /// - Parameter isEvolution: whether Evolution wrote the name. Evolution escapes dots as `_2E` and
  ///   underscores as `_5F`, writes UTF-8, and writes `..Sub` for a folder in the inbox.
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

  /// Replaces each escape character and the two hexadecimal digits behind it with the byte that the
  /// digits give, unless that byte is 0. Dovecot's `listescape` uses a backslash.
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

/// Makes a folder's name to show to the user.
enum FolderTitle {
  /// The last component of the path, without an mbox's extensions, and capitalized.
  static func make(from path: String) -> String {
    var name = path.split(separator: "/").last.map(String.init) ?? path
    for ending in [".gz", ".mbox", ".mbx"] where name.lowercased().hasSuffix(ending) {
      name.removeLast(ending.count)
    }
    // Maildir++ begins the names of subfolders with a dot.
    let plain = name.drop { $0 == "." }
    guard let first = plain.first else { return path }
    return first.uppercased() + plain.dropFirst()
  }
}
