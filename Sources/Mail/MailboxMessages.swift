import Foundation
import Synchronization

extension Mailbox {
  /// The messages of a conversation, oldest first, as the last refresh saw them; none when it is
  /// gone. A message that lies in several folders is one.
  ///
  /// - Parameter conversation: its id, or that of one that went into it.
  public func messages(in conversation: Int64) async throws -> [MessageStub] {
    try await stored([]) { db, _ in try MessageQuery.messages(db, in: conversation) }
  }

  /// Reads a message from where it lies now, and changes nothing there.
  ///
  /// It runs away from the main thread, and may take as long as looking through an mbox does.
  ///
  /// - Throws: ``MailError/messageGone(path:)``, ``MailError/messageUnreadable(path:reason:)`` and
  ///   others of ``MailError``, or `CancellationError`.
  public func message(_ stub: MessageStub) async throws -> ReadMessage {
    var failure: (any Error)?
    // Where one copy is gone, another may be left.
    for place in stub.places {
      do {
        guard let finder = finder(for: place.source) else {
          throw MailError.messageGone(path: place.folder.description)
        }
        let found = try await finder.find(place.key, flags: place.flags)
        try Task.checkCancellation()
        let message = MessageReader.read(found, now: Int64(time(nil)))
        try Task.checkCancellation()
        return message
      } catch let error as MailError {
        failure = failure ?? error
      }
    }
    throw failure ?? MailError.messageGone(path: title)
  }
}

/// The finders of a mailbox's folders, made when a message is asked for.
final class MessageFinders: Sendable {
  private let finders = Mutex<[String: any MessageFinder]>([:])

  /// Each may remember where the messages of a large mbox lie.
  private static let limit = 8

  func finder(
    for source: String,
    make: () -> (any MessageFinder)?
  ) -> (any MessageFinder)? {
    finders.withLock { finders in
      if let finder = finders[source] { return finder }
      guard let finder = make() else { return nil }
      if finders.count >= Self.limit { finders = [:] }
      finders[source] = finder
      return finder
    }
  }
}
