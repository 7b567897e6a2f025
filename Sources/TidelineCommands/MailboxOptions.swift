import ArgumentParser
import Mail
import TidelineLocalization
import TidelineProgram

/// The mailbox that a command works on.
struct MailboxOptions: ParsableArguments, Sendable {
  @Argument(
    help: ArgumentHelp(
      "A Maildir, an mbox file, or a folder of them; or an account on a server, by the name that it "
        + "was added with or by its URL, or an online account of GNOME by its name or address. A "
        + "path that exists comes before an account’s name."
    )
  )
  var mailbox: String

  @OptionGroup var store: StoreOptions

  @Flag(help: "Write JSON.")
  var json = false

  @Flag(help: "Write only results, failures and mail that cannot be read: no progress, no summary.")
  var quiet = false

  @Flag(help: "Write the dialogue with a mail server, without passwords and mail.")
  var verbose = false

  /// Opens the mailbox, which stays open until the process ends. Closing the store earlier would
  /// only copy the store's write-ahead log into its file, even if nothing has changed.
  func open() async throws -> Mailbox {
    let mailbox = try await Mailbox.open(
      named: mailbox,
      store: store.store,
      AccountAccess(isVerbose: verbose, ask: TerminalPrompt.password)
    )
    _ = Unmanaged.passRetained(mailbox)
    return mailbox
  }

  /// Opens the mailbox, updates its store, and writes its content. If the update fails, because the
  /// disk is full, or the mailbox or its server is missing, the stored content is still written.
  func withRefreshed(_ write: (Mailbox) async throws -> Void) async throws {
    try await withRefreshed { mailbox, _ in try await write(mailbox) }
  }

  /// As above, but passes `isReached`, too: whether the update succeeded, and more can be fetched.
  func withRefreshed(_ write: (Mailbox, _ isReached: Bool) async throws -> Void) async throws {
    let mailbox = try await open()
    var failure: (any Error)?
    do {
      warn(of: try await refresh(mailbox))
    } catch let error as MailError {
      if case .storeBusy = error {
        // Warns only: another process is updating the store at this moment.
        if !quiet { StandardError.write("tideline: \(error)") }
      } else {
        failure = error
      }
    }
    do {
      try await write(mailbox, failure == nil)
    } catch {
      throw failure ?? error
    }
    if let failure {
      try await noteLastSync(of: mailbox, failure)
      throw failure
    }
  }

  /// Reports the age of the store, if the server was not reached.
  func noteLastSync(of mailbox: Mailbox, _ failure: any Error) async throws {
    switch failure {
    case MailError.network, MailError.server: break
    default: return
    }
    guard !quiet, let seconds = try await mailbox.lastSync() else { return }
    let time = LocalTime(secondsSince1970: seconds).formatted("%Y-%m-%d %H:%M")
    let isOffline = (failure as? MailError)?.isOffline == true
    let fact = isOffline ? "offline since" : "last refreshed at"
    StandardError.write("tideline: \(fact) \(time): nothing newer is in the store")
  }

  /// Updates the store, with a progress line on a terminal.
  private func refresh(_ mailbox: Mailbox) async throws -> RefreshSummary {
    let line = ProgressLine(isQuiet: quiet)
    defer { line.clear() }
    return try await mailbox.refresh { line.show($0.title) }
  }

  /// Lists the messages that could not be read, and the marks that are not in the mailbox.
  func warn(of summary: RefreshSummary) {
    warn(of: summary.skipped)
    let unnamed = summary.skippedCount - summary.skipped.count
    if unnamed > 0 { StandardError.write("tideline: skipped \(unnamed) more messages") }
    if let failure = summary.marksFailure { StandardError.write("tideline: \(failure)") }
    if !quiet { warn(of: summary.marks) }
  }

  /// Lists the marks that the mailbox has refused, or does not take at present.
  func warn(of marks: MarkReport) {
    for (delay, count) in marks.delayReasons {
      let messages = count == 1 ? "1 message waits" : "\(count) messages wait"
      StandardError.write(
        """
        tideline: \(messages) to be marked in the mailbox. \(delay.sentence.english) A later refresh \
        tries again.
        """
      )
    }
    for (refusal, count) in marks.reasons {
      let messages = count == 1 ? "1 message is" : "\(count) messages are"
      let way = if case .server = refusal { " To try again, mark them again." } else { "" }
      StandardError.write(
        "tideline: \(messages) marked in Tideline only. \(refusal.sentence.english)\(way)"
      )
    }
  }

  /// Lists the messages that could not be read.
  func warn(of skipped: [SkippedMessage]) {
    for message in skipped {
      let verb = message.isInPart ? "lists only a part of" : "skipped"
      StandardError.write("tideline: \(verb) “\(message.path)” (\(message.reason))")
    }
  }
}

/// The command that fetches mail before the mailbox is read.
struct FetchOptions: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp(
      "First run a program that fetches new mail, such as “mbsync -a”. Without this, nothing is "
        + "fetched.",
      valueName: "command"
    )
  )
  var fetch: String?

  @Flag(help: "Let /bin/sh run the command.")
  var fetchInShell = false

  @Option(
    help: ArgumentHelp(
      "End the command after this time in seconds; 0 for never.",
      valueName: "seconds"
    )
  )
  var fetchTimeLimit = Int(FetchCommand.defaultTimeLimit.components.seconds)

  /// The command that fetches mail; nil if the option is not given.
  var command: FetchCommand? {
    fetch.flatMap {
      FetchCommand($0, usesShell: fetchInShell, timeLimit: .seconds(fetchTimeLimit))
    }
  }

  func validate() throws {
    if fetch != nil, command == nil { throw ValidationError("--fetch must name a program.") }
    guard (0...FetchCommand.longestTimeLimit).contains(fetchTimeLimit) else {
      throw ValidationError(
        "--fetch-time-limit must be within 0 and \(FetchCommand.longestTimeLimit)."
      )
    }
  }
}
