/// The folders listed in windows. The account's own connection waits for changes of one of them:
/// the inbox, if any window lists it, since new mail comes there; else the folder that was listed
/// last.
struct ListedFolders {
  private var names: [String] = []
  /// The folder on the account's own connection. When no folder is listed any more, it stays.
  private(set) var waitedFor = IMAPFolders.inbox
  /// Grows with each change.
  private(set) var revision = 0

  /// The other folders, the one listed last first.
  var others: [String] {
    var others: [String] = []
    for name in names.reversed() where name != waitedFor && !others.contains(name) {
      others.append(name)
    }
    return others
  }

  mutating func add(_ name: String) {
    names.append(name)
    choose()
  }

  mutating func remove(_ name: String) {
    if let place = names.lastIndex(of: name) { names.remove(at: place) }
    choose()
  }

  private mutating func choose() {
    revision += 1
    guard let last = names.last else { return }
    waitedFor = names.contains(IMAPFolders.inbox) ? IMAPFolders.inbox : last
  }
}
