import FoundationEssentials

/// A message of a conversation, as the store knows it: enough for a line, and to find it again.
public struct MessageStub: Sendable, Hashable, Identifiable, Encodable {
  /// What stays of a message when it is moved to another folder.
  public struct ID: Sendable, Hashable, Encodable {
    /// Without angle brackets; derived where the message brings none.
    public let messageID: String
    /// As ``MessageHead/fingerprint``: others may bear the same Message-ID.
    public let fingerprint: Int64

    init(messageID: String, fingerprint: Int64 = 0) {
      (self.messageID, self.fingerprint) = (messageID, fingerprint)
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
  /// Where its copies lie, in the order of the folder list; at least one.
  let places: [MessagePlace]

  /// The places in which the message is looked for: where thousands of copies in one folder are
  /// gone, each look takes as long as the first.
  var likelyPlaces: [MessagePlace] {
    var counts: [FolderID: Int] = [:]
    return places.filter { place in
      let count = counts[place.source, default: 0]
      counts[place.source] = count + 1
      return count < Self.likelyCopies
    }
  }

  /// In each folder.
  private static let likelyCopies = 10

  /// The same, to be read in another way than is noted.
  func wanted(as hint: PlaceHint) -> MessageStub {
    MessageStub(
      id: id,
      date: date,
      isUnread: isUnread,
      isDeleted: isDeleted,
      isFlagged: isFlagged,
      hasAttachments: hasAttachments,
      senders: senders,
      subject: subject,
      snippet: snippet,
      places: places.map { place in
        var place = place
        place.message.hint = hint
        return place
      }
    )
  }

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
