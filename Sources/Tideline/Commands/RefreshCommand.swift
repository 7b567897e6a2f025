import ArgumentParser
import Foundation
import Mail

/// `tideline refresh`: brings the store up to date and says what changed.
struct RefreshCommand: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh",
    abstract: "Brings the store up to date with the mailbox."
  )

  @OptionGroup var options: MailboxOptions

  func perform() async throws {
    let summary = try await options.open().refresh()
    MailboxOptions.warn(of: summary)
    if options.json {
      try StandardOutput.write(json: SummaryOutput(summary))
    } else {
      let seconds = String(format: "%.3f", summary.seconds)
      try StandardOutput.write(
        """
        \(summary.messages) messages, \(summary.newMessages) new, in \(seconds) s
        Conversations: \(summary.inserted) inserted, \(summary.updated) updated, \
        \(summary.merged) merged, \(summary.removed) removed

        """
      )
    }
  }
}

/// A summary as JSON. `messages` counts the mailbox, `new` what this refresh saw first.
private nonisolated struct SummaryOutput: Encodable {
  let messages: Int
  let new: Int
  let inserted: Int
  let updated: Int
  let merged: Int
  let removed: Int
  let skipped: Int
  let seconds: Double

  init(_ summary: RefreshSummary) {
    messages = summary.messages
    new = summary.newMessages
    inserted = summary.inserted
    updated = summary.updated
    merged = summary.merged
    removed = summary.removed
    skipped = summary.skippedCount
    seconds = summary.seconds
  }

  private enum CodingKeys: CodingKey {
    case messages, new, inserted, updated, merged, removed, skipped, seconds
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(messages, forKey: .messages)
    try container.encode(new, forKey: .new)
    try container.encode(inserted, forKey: .inserted)
    try container.encode(updated, forKey: .updated)
    try container.encode(merged, forKey: .merged)
    try container.encode(removed, forKey: .removed)
    try container.encode(skipped, forKey: .skipped)
    try container.encode(seconds, forKey: .seconds)
  }
}
