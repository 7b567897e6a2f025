import FoundationEssentials

/// A message of a conversation, as the store knows it: enough for a line, and to find it again.
public struct MessageStub: Sendable, Hashable, Identifiable, Encodable {
  /// What stays of a message when it is moved to another folder.
  public struct ID: Sendable, Hashable, Encodable {
    /// Without angle brackets; derived where the message brings none.
    public let messageID: String
    /// As ``MessageHead/fingerprint``: others may bear the same Message-ID.
    public let fingerprint: Int64
    /// Counts copies in one folder, from 0.
    public let copy: Int

    init(messageID: String, fingerprint: Int64 = 0, copy: Int) {
      (self.messageID, self.fingerprint, self.copy) = (messageID, fingerprint, copy)
    }
  }

  /// Unique in its conversation.
  public let id: ID
  /// The folder in which it is read: of several, the first in the order of the folder list.
  public var folder: FolderName { places[0].folder }
  /// As the list's dates are.
  public let date: Date
  /// Whether none of its copies is read, apart from those that are marked for deletion.
  public let isUnread: Bool
  /// Whether all of its copies are marked for deletion.
  public let isDeleted: Bool
  /// Whether one of its copies is flagged.
  public let isFlagged: Bool
  /// Whether something is attached.
  public let hasAttachments: Bool
  /// Display names, or addresses where there is no name.
  public let senders: [String]
  /// Decoded, on one line. May be empty.
  public let subject: String
  /// The beginning of the text, on one line. May be empty.
  public let snippet: String
  /// Where its copies lie; at least one.
  let places: [MessagePlace]

  private enum CodingKeys: CodingKey {
    case id, date, isUnread, isDeleted, isFlagged, hasAttachments, senders, subject, snippet
  }
}

/// Where a copy of a message lies.
struct MessagePlace: Sendable, Hashable {
  var source: FolderID
  var folder: FolderName
  var position: Int
  var message: KnownMessage
}
