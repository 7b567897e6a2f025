/// Makes a folder's name to show to the user.
enum FolderTitle {
  /// The last component of the path, without an mbox's extensions, and capitalised.
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
