import Mail
import PullToRefresh
import TidelineGtk

/// Refreshes the window's list: runs the fetch command, then reads the mailbox. The header shows
/// the progress of both.
///
/// The mailbox is read even if the command has failed, since new mail may have come in another way.
/// After the reading, the refresh fails with the command's error.
final class MailRefresh {
  private let preferences: Preferences
  private let messages: PaneMessages
  private let application: Application

  init(_ preferences: Preferences, _ messages: PaneMessages, _ application: Application) {
    (self.preferences, self.messages, self.application) = (preferences, messages, application)
  }

  /// - Parameters:
  ///   - reading: the mailbox's first reading, if in progress: this refresh only waits for its end.
  ///   - shown: called when the list may show more rows.
  /// - Returns: the header's text, such as "3 new"; nil if nothing is new.
  /// - Throws: ``ErrorText``, or `CancellationError`.
  func run(
    _ feed: MailboxFeed,
    _ controller: RefreshController,
    joining reading: FirstReading?,
    shown: @escaping () -> Void
  ) async throws -> String? {
    // The fetch command may deliver mail that is shown before the reading begins.
    let before = feed.arrivals
    do {
      if let reading { return try await reading.result() }
      let failure = try await fetch(controller)
      try Task.checkCancellation()
      if let failure {
        messages.fetch.show(failure)
      } else {
        messages.fetch.withdraw()
      }
      let result = try await feed.refresh(controller, since: before) {
        controller.show($0)
        shown()
      }
      if let failure { throw failure }
      return result
    } catch let error as MailError {
      throw ErrorText(error, isBrief: true)
    }
  }

  private func fetch(_ controller: RefreshController) async throws -> MailError? {
    guard let command = preferences.fetchCommand else { return nil }
    // The program keeps running even without a window, until the command and its child processes
    // have ended.
    application.hold()
    defer { application.release() }
    controller.refresh.progress = .fetching("")
    // A cancelled refresh leaves the header alone: the next refresh may already use the header.
    defer { if !Task.isCancelled { controller.refresh.progress = nil } }
    return try await following { line in
      try await command.failure(output: line)
    } each: { line in
      controller.refresh.progress = .fetching(line)
    }
  }
}
