/// The purpose of a folder (RFC 6154), in the order of the folder list.
public enum FolderRole: String, Sendable, Hashable, CaseIterable {
  /// Receives new mail.
  case inbox
  /// Shows the flagged messages of all folders.
  case flagged
  /// Holds messages that are not finished yet.
  case drafts
  /// Holds messages that the user has sent.
  case sent
  /// Keeps messages that the user is done with.
  case archive
  /// Shows the messages of all folders; deleted mail and junk may be left out.
  case all
  /// Holds unwanted mail.
  case junk
  /// Holds deleted messages.
  case trash

  /// Finds the role by the folder's own name, without its parents': for folders whose role is given
  /// by nothing else. Only unambiguous names that mail programs use are known, and no views.
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

  /// Whether the folder shows messages that are stored in other folders.
  var isView: Bool { self == .all || self == .flagged }
}
