/// A folder's name for people.
enum FolderTitle {
  /// The last part of the path, without an mbox's endings, and with a first capital.
  static func make(from path: String) -> String {
    var name = path.split(separator: "/").last.map(String.init) ?? path
    for ending in [".gz", ".mbox", ".mbx"] where name.lowercased().hasSuffix(ending) {
      name.removeLast(ending.count)
    }
    // Maildir++ puts a dot before the names of subfolders.
    let plain = name.drop { $0 == "." }
    guard let first = plain.first else { return path }
    return first.uppercased() + plain.dropFirst()
  }
}
