import CAdwaita
import Mail
import PullToRefresh
import TidelineGtk
import TidelineProgram

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

/// Shows that the fetch command has failed: a toast that stays until the user dismisses it, the
/// command succeeds, or another mailbox is opened. The toast's button opens a dialog.
final class FetchNotice {
  private let overlay: ToastOverlay
  private var toast: ToastTurn?
  private var failure: MailError?

  /// The name of the window's action that opens the dialog.
  static let action = "fetch-details"

  init(over overlay: ToastOverlay) { self.overlay = overlay }

  func show(_ failure: MailError) {
    withdraw()
    self.failure = failure
    toast = overlay.add(tr("New mail was not fetched")) { toast in
      toast.setButton(tr("Details"), action: "win." + Self.action)
      toast.setTimeout(0)
    }
  }

  /// Removes the toast. Called after a successful fetch, and when another mailbox is opened.
  func withdraw() {
    toast?.dismiss()
    toast = nil
    failure = nil
  }

  /// Opens a dialog with the error, and below it the end of the fetch command's output, if any.
  func presentDetails(over window: Window) {
    guard let failure else { return }
    var content: ScrolledWindow?
    if case .fetchFailed(_, _, let output) = failure, !output.isEmpty {
      content = Self.view(of: output)
    }
    let reason = ErrorText(failure).text
    MessageDialog.tell(tr("New Mail Was Not Fetched"), reason, over: window, content?.asWidget)
  }

  private static func view(of output: String) -> ScrolledWindow {
    let text = TextView()
    text.text = output
    text.setReadOnly()
    text.setMonospace()
    text.wrapWords()
    text.setPadding(12)
    text.setAccessibleLabel(tr("The Command’s Last Output"))
    let scrolled = ScrolledWindow(text)
    scrolled.setPolicy(horizontal: .never, vertical: .automatic)
    scrolled.setSizeRequest(width: 480, height: 240)
    scrolled.addStyleClass("card")
    return scrolled
  }
}

/// Runs work that reports from any thread, and passes on its reports: the first one at once, then
/// only the newest, a few times a second at most.
///
/// - Parameters:
///   - interval: the time between two reports that are passed on.
///   - work: called with a function that takes each report.
///   - handle: called with one report at a time, and never after this function has returned. The
///     task that calls it is cancelled when the work ends.
func following<Report: Sendable, Result: Sendable>(
  every interval: Duration = .milliseconds(250),
  _ work: @Sendable (@escaping @Sendable (Report) -> Void) async throws -> Result,
  each handle: @escaping @MainActor (Report) async -> Void
) async throws -> Result {
  let (reports, source) = AsyncStream.makeStream(
    of: Report.self,
    bufferingPolicy: .bufferingNewest(1)
  )
  let follower = Task {
    for await report in reports where !Task.isCancelled {
      await handle(report)
      // The end of the work cancels this task, which ends the pause early.
      try? await Task.sleep(for: interval)
    }
  }
  let result: Swift.Result<Result, any Error>
  do {
    result = .success(
      try await withTaskCancellationHandler {
        try await work { source.yield($0) }
      } onCancel: {
        follower.cancel()
      }
    )
  } catch {
    result = .failure(error)
  }
  source.finish()
  follower.cancel()
  await follower.value
  return try result.get()
}
