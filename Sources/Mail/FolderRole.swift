/// What a folder is for (RFC 6154), in the order of a folder list.
public enum FolderRole: String, Sendable, Hashable, CaseIterable {
  /// What new mail is delivered to.
  case inbox
  /// A view of what is marked as important, wherever it lies.
  case flagged
  /// What is not finished yet.
  case drafts
  /// What the user has sent.
  case sent
  /// What is done with and kept.
  case archive
  /// A view of all mail, wherever it lies; what was deleted and what is junk may be left out.
  case all
  /// What nobody wants.
  case junk
  /// What was deleted.
  case trash

  /// By a folder's own name, without those above it, as mail programs call it where nothing else
  /// says what it is for. Only names that mean one thing are known; a view is never told by its
  /// name.
  ///
  /// - Returns: nil for any other name.
  init?(named name: String) {
    switch name.lowercased() {
    case "drafts": self = .drafts
    case "sent", "sent mail", "sent messages", "sent items": self = .sent
    case "archive", "archives": self = .archive
    case "junk", "spam", "junk mail": self = .junk
    case "trash", "deleted messages", "deleted items", "bin": self = .trash
    default: return nil
    }
  }

  /// Whether it shows messages that lie in other folders.
  var isView: Bool { self == .all || self == .flagged }
}
