import ArgumentParser
import Mail
import TidelineLocalization
import TidelineProgram

struct MarkCommand: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "mark",
    abstract: "Marks conversations as read, unread or starred.",
    discussion: """
      The mailbox stays as it is, unless --in-mailbox is given, and what another program changes in it \
      later counts more. All \
      messages are marked as read or lose their star; the newest one is marked as unread or gets it. \
      New mail is not read first. With --in-mailbox, the exit status is 1 unless all of them have the \
      mark in the mailbox.
      """
  )

  @OptionGroup var options: MailboxOptions

  @OptionGroup var named: NamedConversations

  @Flag(
    help: ArgumentHelp(
      "Mark them in the mailbox, too: in a Maildir or on a server. What it does not take is marked in "
        + "Tideline only, and named. If the mailbox is not reached, the next refresh marks them there."
    )
  )
  var inMailbox = false

  @Flag(help: "The mark.")
  var mark: Mark

  enum Mark: EnumerableFlag {
    case read, unread, star, unstar

    static func help(for value: Mark) -> ArgumentHelp? {
      switch value {
      case .read: "Mark all messages as read."
      case .unread: "Mark the newest message as unread."
      case .star: "Star the newest message."
      case .unstar: "Take the star from all messages."
      }
    }

    fileprivate var mark: MessageMark {
      switch self {
      case .read: .read
      case .unread: .unread
      case .star: .starred
      case .unstar: .unstarred
      }
    }
  }

  func perform() async throws {
    let mailbox = try await options.open()
    let conversations = try await named.ids(in: mailbox)
    // Reads the present flags, so that this mark counts more than earlier changes by others.
    try? await mailbox.checkFlags(of: conversations)
    // If the file of marks is damaged, no marks wait; the new mark puts that file aside.
    let before = inMailbox ? try? await mailbox.waitingMarks() : nil
    let marked = try await mailbox.markConversations(
      mark.mark,
      conversations,
      writes: inMailbox,
      insists: inMailbox
    )
    guard inMailbox else { return try write(marked) }
    // The user has stopped the command, so marks that are not in the mailbox yet stay out of it.
    if Task.isCancelled {
      try await mailbox.keepMarksHere(marked.named, except: before ?? [:])
      let count = messages(marked.changed.count)
      StandardError.write("tideline: stopped; \(count) marked in Tideline only")
      throw CancellationError()
    }
    do {
      try write(try await mailbox.writeMarks(of: marked.named), marked)
    } catch let error as MailError {
      let waiting = try await mailbox.waiting(of: marked.named)
      if options.json {
        let written = marked.changed.subtracting(waiting).count
        try StandardOutput.write(json: MarkOutput(marked: written, waiting: waiting.count))
      }
      writeWaiting(waiting.count, "The next refresh marks them there.")
      throw error
    }
  }

  private func write(_ marked: MarkedMessages) throws {
    let count = marked.changed.count
    if options.json {
      try StandardOutput.write(json: ["marked": count])
    } else {
      try write(count, before: marked.named.count - count)
    }
  }

  private func write(_ count: Int, before: Int) throws {
    guard !options.quiet else { return }
    let rest = before == 0 ? "" : "; \(before) \(before == 1 ? "was" : "were") marked before"
    try StandardOutput.write("marked \(messages(count))\(rest)\n")
  }

  private func write(_ report: MarkReport, _ marked: MarkedMessages) throws {
    let written = report.written.intersection(marked.changed).count
    if options.json {
      try StandardOutput.write(json: MarkOutput(report, marked: written))
    } else {
      try write(written, before: report.written.count - written)
    }
    options.warn(of: report)
    writeWaiting(
      report.waiting.count - report.delays.count,
      "A later refresh marks them there, once they are found."
    )
    if !report.refused.isEmpty || !report.waiting.isEmpty { throw ExitCode(1) }
  }

  private func writeWaiting(_ count: Int, _ end: String) {
    guard count > 0 else { return }
    let verb = count == 1 ? "waits" : "wait"
    StandardError.write(
      "tideline: \(messages(count)) \(verb) to be marked in the mailbox. \(end)"
    )
  }

  private func messages(_ count: Int) -> String { count == 1 ? "1 message" : "\(count) messages" }
}

/// The numbers of messages that were marked, wait or were refused, as JSON.
private struct MarkOutput: Encodable {
  let marked: Int
  let waiting: Int
  var refused: [Refused] = []

  struct Refused: Encodable {
    let messages: Int
    let reason: String
  }

  init(marked: Int, waiting: Int) { (self.marked, self.waiting) = (marked, waiting) }

  init(_ report: MarkReport, marked: Int) {
    self.init(marked: marked, waiting: report.waiting.count)
    refused = report.reasons.map {
      Refused(messages: $0.messages, reason: $0.refusal.sentence.english)
    }
  }
}

struct NamedConversations: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The conversations’ “id”, as “tideline list --json” gives it; or a hyphen (-), to read them from "
        + "the standard input, one on a line. Name many thousands in that way.",
      valueName: "conversation"
    )
  )
  private var named: [Name]

  /// The conversations' ids, in the given order. Reads the standard input for a hyphen.
  ///
  /// - Throws: `ValidationError` if there are none, or if the mailbox lacks one of them.
  func ids(in mailbox: Mailbox) async throws -> [Int64] {
    let ids = try named.flatMap { try $0.ids() }
    guard !ids.isEmpty else {
      throw ValidationError("The standard input names no conversation.")
    }
    let found = Set(try await mailbox.conversations(ids).map(\.id))
    if let missing = ids.first(where: { !found.contains($0) }) {
      throw ValidationError(
        "There is no conversation \(missing), so nothing is done. “tideline list --json” names them."
      )
    }
    return ids
  }

  /// A conversation on the command line, or those on the standard input.
  private enum Name: ExpressibleByArgument {
    case id(Int64)
    case standardInput

    init?(argument: String) {
      if argument == "-" {
        self = .standardInput
      } else if let id = Int64(argument) {
        self = .id(id)
      } else {
        return nil
      }
    }

    /// Empty lines of the standard input are ignored.
    func ids() throws -> [Int64] {
      if case .id(let id) = self { return [id] }
      var ids: [Int64] = []
      while let line = readLine() {
        guard !line.isEmpty else { continue }
        guard let id = Int64(line) else {
          throw ValidationError(
            "“\(line.prefix(40))” on the standard input is no conversation’s id."
          )
        }
        ids.append(id)
      }
      return ids
    }
  }
}
