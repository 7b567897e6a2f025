/// The profile folder in which Thunderbird keeps a user's accounts.
enum ThunderbirdProfile {
  /// The folders of IMAP accounts, and of accounts that fetch or keep mail on this computer.
  static let serverFolders = ["ImapMail", "Mail"]

  static func isOne(_ listing: FolderListing) -> Bool {
    listing.contains("prefs.js") && serverFolders.contains { listing.contains($0) }
  }

  /// Whether an entry may be a server's folder. Thunderbird's saved searches over all accounts lie
  /// among these folders, and hold no mail of their own.
  static func mayBeServer(_ entry: FolderListing.Entry) -> Bool {
    !entry.isHidden && !entry.name.hasSuffix(".msf")
      && entry.name != Array("smart mailboxes".utf8)
  }
}

extension [UInt8] {
  /// Whether a name ends in `ending`, in upper or lower case, with at least one byte before it.
  ///
  /// - Parameter ending: the ending in lower case.
  func hasSuffix(_ ending: String) -> Bool {
    count > ending.utf8.count
      && suffix(ending.utf8.count).elementsEqual(ending.utf8) { $0.lowercased == $1 }
  }
}
