import Mail
import PullToRefresh
import TidelineGtk

/// One refresh of the window's list: the fetch command, then the mailbox. The header shows the
/// progress of both.
///
/// The mailbox is read whether fetching went well or not, since new mail may have come by another
/// way; only then the refresh fails as the command did.
final class MailRefresh {
  private let preferences: Preferences
  private let messages: PaneMessages
  private let application: Application

  init(_ preferences: Preferences, _ messages: PaneMessages, _ application: Application) {
    (self.preferences, self.messages, self.application) = (preferences, messages, application)
  }

  /// - Parameters:
  ///   - reading: is under way, and all that there is to wait for.
  ///   - isQuiet: whether nobody has asked for it: nothing is fetched by a command, and the header
  ///     says nothing.
  ///   - shown: called when there may be more rows to look at.
  /// - Returns: what the header shows, such as "3 new"; nil where nothing is new.
  /// - Throws: ``ErrorText``, or `CancellationError`.
  func run(
    _ feed: MailboxFeed,
    _ controller: RefreshController,
    joining reading: FirstReading?,
    isQuiet: Bool,
    shown: @escaping () -> Void
  ) async throws -> String? {
    do {
      if let reading { return try await noticing(feed) { try await reading.result() } }
      let failure = isQuiet ? nil : try await fetch(controller)
      try Task.checkCancellation()
      if let failure {
        messages.fetch.show(failure)
      } else if !isQuiet {
        messages.fetch.withdraw()
      }
      let result = try await noticing(feed) {
        try await feed.refresh(controller) {
          if !isQuiet { controller.show($0) }
          shown()
        }
      }
      if let failure { throw failure }
      return result
    } catch let error as MailError {
      throw ErrorText(error, isBrief: true)
    }
  }

  /// What could not be read is said above the list until the next refresh.
  private func noticing(
    _ feed: MailboxFeed,
    _ read: () async throws -> String?
  ) async throws -> String? {
    // After a refresh that was given up, another mailbox may be open.
    defer { if !Task.isCancelled { messages.show(skipped: feed.omission) } }
    return try await read()
  }

  private func fetch(_ controller: RefreshController) async throws -> MailError? {
    guard let command = preferences.fetchCommand else { return nil }
    // Without a window too it is seen to that the command ends, and all that it has started.
    application.hold()
    defer { application.release() }
    controller.progress = .fetching("")
    // A run that was cancelled has no header any more; the next one may have begun.
    defer { if !Task.isCancelled { controller.progress = nil } }
    return try await following { line in
      try await command.failure(output: line)
    } each: { line in
      controller.progress = .fetching(line)
    }
  }
}
