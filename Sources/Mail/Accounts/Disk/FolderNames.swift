/// Finds the inbox among some folders, and gives each folder a unique name.
struct FolderNames {
  private var names: ArraySlice<FolderName>

  /// - Parameter names: the names on disk; an empty one is the mailbox's own folder.
  init(_ names: [[String]]) {
    let inbox = Self.inbox(of: names)
    var taken = Taken()
    self.names = names.map { taken.unique(Self.placed($0, inbox: inbox)) }[...]
  }

  /// Returns the names in the order of the folders.
  mutating func next() -> FolderName { names.popFirst() ?? .inbox }

  /// The mailbox's own folder; else the folder called Inbox; else that of the only account that has
  /// one.
  private static func inbox(of names: [[String]]) -> [String]? {
    if names.contains([]) { return [] }
    if let top = names.first(where: { $0.count == 1 && isInbox($0[0]) }) { return top }
    let accounts = names.filter { $0.count == 2 && isInbox($0[1]) }
    return accounts.count == 1 ? accounts[0] : nil
  }

  private static func isInbox(_ name: String) -> Bool { name.lowercased() == "inbox" }

  /// Replaces the inbox's name with IMAP's, also in names of its subfolders.
  private static func placed(_ name: [String], inbox: [String]?) -> [String] {
    guard let inbox, name.starts(with: inbox) else { return name }
    if inbox.isEmpty, !name.isEmpty { return name }
    return FolderName.inbox.components + name.dropFirst(inbox.count)
  }

  /// Makes names unique: an mbox and a Maildir may have the same name, and so may two names that
  /// are not UTF-8.
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
      if isInbox(name) != isInbox(another) { return isInbox(name) }
      return name < another
    }
    return one.count < other.count
  }
}
