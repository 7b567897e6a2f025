/// The folders that windows list, of which the account's connection can wait for one: the inbox,
/// where any window lists it, since new mail comes there; else the one that was listed last.
struct ListedFolders {
  private var names: [String] = []
  /// The folder to wait for. Once nothing is listed, it stays.
  private(set) var waitedFor = IMAPFolders.inbox

  mutating func add(_ name: String) {
    names.append(name)
    choose()
  }

  mutating func remove(_ name: String) {
    if let place = names.lastIndex(of: name) { names.remove(at: place) }
    choose()
  }

  private mutating func choose() {
    guard let last = names.last else { return }
    waitedFor = names.contains(IMAPFolders.inbox) ? IMAPFolders.inbox : last
  }
}
