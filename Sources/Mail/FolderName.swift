/// A folder's path within its mailbox: the names of its parent folders, outermost first, and its
/// own.
public struct FolderName: Sendable, Hashable, LosslessStringConvertible {
  /// At least one name; none is empty. A slash within a name is a division slash (U+2215).
  public let components: [String]

  /// The folder to which new mail is delivered, as IMAP names it (RFC 9051, section 5.1).
  public static let inbox = FolderName(components: ["INBOX"])

  init(components: [String]) {
    self.components = components.map { $0.replacing("/", with: "\u{2215}") }
  }

  /// Splits the text at slashes; nil where no name is left.
  public init?(_ description: String) {
    let components = description.split(separator: "/").map(String.init)
    guard !components.isEmpty else { return nil }
    self.init(components: components)
  }

  /// The names with slashes between them, as in `Lists/GTK`.
  public var description: String { components.joined(separator: "/") }
}
