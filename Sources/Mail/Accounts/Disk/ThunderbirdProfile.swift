/// The folder in which Thunderbird keeps one user's accounts.
enum ThunderbirdProfile {
  /// Where accounts that fetch or keep mail here lie, and those that mirror an IMAP server.
  static let serverFolders = ["ImapMail", "Mail"]

  static func isOne(_ listing: FolderListing) -> Bool {
    listing.contains("prefs.js") && serverFolders.contains { listing.contains($0) }
  }

  /// Searches over all accounts lie among the servers, and hold no mail of their own.
  static func mayBeServer(_ entry: FolderListing.Entry) -> Bool {
    !entry.isHidden && !entry.name.hasSuffix(".msf")
      && entry.name != Array("smart mailboxes".utf8)
  }
}

extension [UInt8] {
  /// Whether a file's name ends so, in small or capital letters.
  func hasSuffix(_ ending: String) -> Bool {
    count > ending.utf8.count
      && zip(reversed(), ending.utf8.reversed()).allSatisfy { byte, expected in
        ((0x41...0x5A).contains(byte) ? byte | 32 : byte) == expected
      }
  }
}
