import CAdwaita
import Mail
import TidelineGtk
import TidelineProgram

/// Saves all messages of conversations as files, and says how many were saved.
final class MessageExport {
  private let messages: PaneMessages
  private let application: Application
  private let window: Unowned<Window>

  /// - Parameter application: keeps running until all is saved, also when the window is closed.
  init(_ messages: PaneMessages, _ application: Application, over window: Window) {
    (self.messages, self.application) = (messages, application)
    self.window = Unowned(window)
  }

  /// - Parameters:
  ///   - withoutDeleted: whether the list hides messages marked for deletion.
  ///   - folder: the path of an existing folder. Files that are there stay as they are.
  func save(
    _ conversations: [ConversationOrigin],
    withoutDeleted: Bool,
    in folder: String
  ) {
    application.hold()
    Task { [messages, application, window] in
      let (saved, failures) = await Self.save(
        conversations,
        withoutDeleted: withoutDeleted,
        in: folder
      )
      if failures.isEmpty {
        messages.toasts.add(tr("%d message saved", "%d messages saved", saved))
      } else if window.isAlive {
        Self.show(failures, saved, over: window.object)
      }
      application.release()
    }
  }

  /// The mailbox in which saving has failed, and the reason.
  struct Failure {
    let mailbox: Mailbox
    let reason: any Error
  }

  private static func show(_ failures: [Failure], _ saved: Int, over window: Window) {
    let count = tr("%d message was saved.", "%d messages were saved.", saved)
    let reasons = failures.map { failure in
      let reason = ErrorText(failure.reason).text
      return PaneMessages.Trouble.named(failure.mailbox.title, reason)
    }
    let body = JoinedText.sentences([count] + reasons)
    MessageDialog.tell(tr("Not All Messages Were Saved"), body, over: window)
  }

  /// Continues with the other mailboxes if one fails.
  ///
  /// - Returns: the number of saved messages, and the first failure of each mailbox.
  @concurrent
  nonisolated static func save(
    _ conversations: [ConversationOrigin],
    withoutDeleted: Bool,
    in folder: String
  ) async -> (saved: Int, failures: [Failure]) {
    var saved = 0
    var failures: [Failure] = []
    // Counts the files of each name: many messages may have the same subject, and trying each
    // number from 1 on would be slow.
    var numbers: [String: Int] = [:]
    for origin in conversations where !failures.contains(where: { $0.mailbox === origin.mailbox }) {
      do {
        for stub in try await origin.messages(withoutDeleted: withoutDeleted) {
          let name = AttachmentName.make(ofMessage: stub.subject, fallback: tr("message"))
          let content = try await origin.mailbox.original(of: stub)
          let number = numbers[name, default: 0] + 1
          numbers[name] = number
          _ = try AttachmentFile.create(content, name, in: folder, from: number)
          saved += 1
        }
      } catch {
        failures.append(Failure(mailbox: origin.mailbox, reason: error))
      }
    }
    return (saved, failures)
  }
}
