import ArgumentParser
import CTidelineGLib
import Glibc
import Mail
import Synchronization
import TidelineProgram

struct RefreshCommand: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh",
    abstract: "Brings the store up to date with the mailbox.",
    discussion: """
      The mailbox is read also where fetching failed, since new mail may have come by another way; \
      the exit status is then 1.
      """
  )

  @OptionGroup var options: MailboxOptions
  @OptionGroup var fetching: FetchOptions

  func perform() async throws {
    let mailbox = try await options.open()
    let line = ProgressLine(isQuiet: options.quiet)
    defer { line.clear() }
    let failure = try await fetching.command?.failure {
      line.show("Fetching: \($0)")
    }
    let summary: RefreshSummary
    do {
      summary = try await mailbox.refresh { line.show($0.title) }
    } catch {
      // Prints both errors. The mailbox's error is more important, so it comes last.
      line.clear()
      if let failure { _ = CommandFailure.report(failure) }
      try await options.noteLastSync(of: mailbox, error)
      throw error
    }
    line.clear()
    try write(summary)
    if let failure { throw failure }
  }

  private func write(_ summary: RefreshSummary) throws {
    options.warn(of: summary)
    if options.json {
      try StandardOutput.write(json: SummaryOutput(summary))
    } else if !options.quiet {
      let milliseconds = Int((summary.seconds * 1000).rounded())
      let seconds = "\(milliseconds / 1000).\(String(milliseconds % 1000 + 1000).dropFirst())"
      let size = g_format_size(guint64(summary.storeSize))
      defer { g_free(size) }
      try StandardOutput.write(
        """
        \(summary.messages) messages, \(summary.newMessages) new, in \(seconds) s
        Conversations: \(summary.inserted) inserted, \(summary.updated) updated, \
        \(summary.merged) merged, \(summary.removed) removed
        Store: \(size.map { String(cString: $0) } ?? "")

        """
      )
    }
  }
}

/// A summary as JSON. `messages` counts all messages of the mailbox, `new` those that this refresh
/// has found.
private struct SummaryOutput: Encodable {
  let messages: Int
  let new: Int
  let inserted: Int
  let updated: Int
  let merged: Int
  let removed: Int
  let skipped: Int
  let storeSize: Int
  let seconds: Double

  init(_ summary: RefreshSummary) {
    messages = summary.messages
    new = summary.newMessages
    inserted = summary.inserted
    updated = summary.updated
    merged = summary.merged
    removed = summary.removed
    skipped = summary.skippedCount
    storeSize = summary.storeSize
    seconds = summary.seconds
  }
}

/// A progress line on the terminal, which is redrawn, and erased at the end. Nothing is written if
/// standard error is not a terminal, or progress is switched off.
final class ProgressLine: Sendable {
  private let isShown: Bool
  private let lastDrawn = Mutex<ContinuousClock.Instant?>(nil)

  /// The shortest time between two redraws. The user would not see more of them, and the terminal's
  /// connection may be slow.
  private static let interval = Duration.milliseconds(100)

  init(isQuiet: Bool) {
    isShown = !isQuiet && isatty(STDERR_FILENO) != 0
  }

  /// Draws the text, unless the line was drawn a moment ago. May be called from any thread.
  func show(_ text: String) {
    guard isShown else { return }
    lastDrawn.withLock { last in
      let now = ContinuousClock.now
      if let last, now - last < Self.interval { return }
      last = now
      // Switches wrapping off for this text: a wrapped second line could not be erased.
      StandardError.draw("\u{1B}[?7l\r\(text)\u{1B}[K\u{1B}[?7h")
    }
  }

  /// Erases the line before other output.
  func clear() {
    lastDrawn.withLock { last in
      if last != nil { StandardError.draw("\r\u{1B}[K") }
      last = nil
    }
  }
}
