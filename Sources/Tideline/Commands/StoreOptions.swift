import ArgumentParser
import Foundation
import Mail

/// Where a mailbox's conversations are remembered.
struct StoreOptions: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp(
      "The store: a file that is made when missing. The default is one for each mailbox below "
        + "$XDG_CACHE_HOME/tideline.",
      valueName: "file"
    )
  )
  var store: String?
}

/// The mailbox that a command is about.
struct MailboxOptions: ParsableArguments, Sendable {
  @Argument(help: "A Maildir folder or an mbox file.")
  var mailbox: String

  @OptionGroup var store: StoreOptions

  @Flag(help: "Write JSON.")
  var json = false

  /// Opens the mailbox.
  func open() async throws -> Mailbox {
    try await Mailbox.open(mailbox, store: store.store)
  }

  /// Opens the mailbox and brings its store up to date.
  func openRefreshed() async throws -> Mailbox {
    let mailbox = try await open()
    Self.warn(of: try await mailbox.refresh())
    return mailbox
  }

  /// Names the messages that could not be read.
  static func warn(of summary: RefreshSummary) {
    for message in summary.skipped {
      StandardError.write("tideline: skipped “\(message.path)” (\(message.reason))")
    }
    let unnamed = summary.skippedCount - summary.skipped.count
    if unnamed > 0 { StandardError.write("tideline: skipped \(unnamed) more messages") }
  }
}
