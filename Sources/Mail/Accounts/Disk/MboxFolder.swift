/// Tells the mboxes among a folder's files from everything else.
struct MboxFolder {
  private let listing: FolderListing
  private var otherFilesLeft: Int
  /// Whether that many were opened; whatever else lies there was not looked at.
  var isExhausted: Bool { otherFilesLeft < 0 }
  private var holdsMail = false
  private var empty: [FolderListing.Entry] = []

  /// - Parameter limit: how many files that are no mboxes may be opened.
  init(_ listing: FolderListing, limit: Int) {
    self.listing = listing
    otherFilesLeft = limit
  }

  /// Whether a file holds mail. An empty one is remembered.
  ///
  /// - Throws: ``Refusal`` when its beginning cannot be read.
  mutating func isMbox(_ file: FolderListing.Entry) throws(Refusal) -> Bool {
    guard !Self.isIndex(file.name) else { return false }
    // Thunderbird keeps an index beside each of its mboxes, so there is no need to look.
    if listing.contains(file.name + Array(".msf".utf8)) {
      holdsMail = true
      return true
    }
    guard !isExhausted else { return false }
    switch try MailFile(file.path, in: listing.descriptor) {
    case .mbox:
      holdsMail = true
      return true
    case .empty:
      empty.append(file)
      return false
    case .other:
      otherFilesLeft -= 1
      if isExhausted { throw Refusal(reason: "too many files beside it are no mboxes") }
      return false
    }
  }

  /// The empty files that look like mboxes without mail: by their names, or because
  /// mboxes lie beside them.
  var emptyOnes: [FolderListing.Entry] {
    empty.filter { file in
      let name = file.name.hasSuffix(".gz") ? file.name.dropLast(3) : file.name
      if name.hasSuffix(".mbox") || name.hasSuffix(".mbx") { return true }
      let isPlain = !name.contains(UInt8(ascii: ".")) && !Self.isNote(name)
      return isPlain && (holdsMail || DiskName.decode(name).lowercased() == "inbox")
    }
  }

  /// Files that never are mboxes, however they begin.
  private static func isIndex(_ name: [UInt8]) -> Bool {
    [".msf", ".dat", ".lock", ".cmeta", ".ev-summary", ".sqlite", ".db", ".html", ".json"]
      .contains { name.hasSuffix($0) }
  }

  /// Files of servers, which may be empty.
  private static func isNote(_ name: [UInt8]) -> Bool {
    ["subscriptions", "dovecot", "courier", "maildir"].contains { name.starts(with: $0.utf8) }
  }
}
