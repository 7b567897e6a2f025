import FoundationEssentials

/// A message of a conversation as the store knows it: enough to show a line, and to find the
/// message again.
public struct MessageStub: Sendable, Hashable, Identifiable, Encodable {
  /// Identifies a message even after it was moved to another folder.
  public struct ID: Sendable, Hashable, Encodable {
    /// The Message-ID, without angle brackets; derived from the message if it has no such header.
    public let messageID: String
    /// As ``MessageHead/fingerprint``: tells apart messages with the same Message-ID.
    public let fingerprint: Int64

    init(messageID: String, fingerprint: Int64 = 0) {
      (self.messageID, self.fingerprint) = (messageID, fingerprint)
    }
  }

  /// The message's id, unique within its conversation.
  public let id: ID
  /// The folder from which the message is read: the first folder in the folder list that has a copy
  /// of it.
  public var folder: FolderName { places[0].folder }
  /// The message's date, chosen as ``Conversation/date`` is.
  public let date: Date
  /// Whether the message has copies that are not marked for deletion, and none of these is read.
  public let isUnread: Bool
  /// Whether all copies are marked for deletion.
  public let isDeleted: Bool
  /// Whether any copy is flagged.
  public let isFlagged: Bool
  public let hasAttachments: Bool
  /// The senders' display names, or the addresses of senders without a name.
  public let senders: [String]
  /// The decoded subject, on one line. May be empty.
  public let subject: String
  /// The beginning of the text, on one line. May be empty.
  public let snippet: String
  /// The places of the message's copies, in the order of the folder list; at least one.
  private(set) var places: [MessagePlace]

  /// The places to search for the message, at most ten per folder: each search may take long, and
  /// thousands of copies in one folder may be gone.
  var likelyPlaces: [MessagePlace] {
    var counts: [FolderID: Int] = [:]
    return places.filter { place in
      let count = counts[place.source, default: 0]
      counts[place.source] = count + 1
      return count < Self.likelyCopies
    }
  }

  /// The limit of copies to try in each folder.
  private static let likelyCopies = 10

  /// The same message with another hint for reading it.
  func wanted(as hint: PlaceHint) -> MessageStub {
    var stub = self
    for index in places.indices { stub.places[index].message.hint = hint }
    return stub
  }

  private enum CodingKeys: CodingKey {
    case id, date, isUnread, isDeleted, isFlagged, hasAttachments, senders, subject, snippet
  }
}

struct MessagePlace: Sendable, Hashable {
  var source: FolderID
  var folder: FolderName
  var position: Int
  var message: KnownMessage
}

extension MessageHead {
  var id: MessageStub.ID { MessageStub.ID(messageID: messageID, fingerprint: fingerprint) }
}

extension MessageStub.ID {
  /// The message's Message-ID header; nil if it has none.
  public var ownMessageID: String? {
    messageID.hasSuffix(MessageHead.derivedSuffix) ? nil : messageID
  }
}
