import ArgumentParser
import CTidelineGLib
import Mail
import TidelineProgram

/// `tideline refresh`: updates the store, and prints the changes.
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
