import Mail
import TidelineGtk
import TidelineProgram

/// Saves all messages of conversations as files, and says how many were saved.
final class MessageExport {
  private let messages: PaneMessages
  private let application: Application

  /// - Parameters:
  ///   - messages: shows the result.
  ///   - application: keeps running until all is saved, also when the window is closed.
  init(_ messages: PaneMessages, _ application: Application) {
    (self.messages, self.application) = (messages, application)
  }

  /// - Parameter folder: the path of an existing folder. Files that are there stay as they are.
  func save(_ conversations: [ConversationOrigin], in folder: String) {
    application.hold()
    Task { [messages, application] in
      let (saved, failure) = await Self.save(conversations, in: folder)
      if let failure { messages.show(failure) }
      messages.toasts.add(tr("%d message saved", "%d messages saved", saved))
      application.release()
    }
  }

  /// - Returns: the number of saved messages, and the reason why no more were saved, if any.
  @concurrent
  nonisolated static func save(
    _ conversations: [ConversationOrigin],
    in folder: String
  ) async -> (saved: Int, failure: (any Error)?) {
    var saved = 0
    // Many messages may have the same subject: their numbers are counted, not tried.
    var numbers: [String: Int] = [:]
    do {
      for conversation in conversations {
        for stub in try await conversation.mailbox.messages(in: conversation.id) {
          let name = AttachmentName.make(ofMessage: stub.subject, fallback: tr("message"))
          let content = try await conversation.mailbox.original(of: stub)
          let number = numbers[name, default: 0] + 1
          numbers[name] = number
          _ = try AttachmentFile.create(content, name, in: folder, from: number)
          saved += 1
        }
      }
    } catch {
      return (saved, error)
    }
    return (saved, nil)
  }
}
