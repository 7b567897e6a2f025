import ArgumentParser
import FoundationEssentials
import Mail
import TidelineLocalization
import TidelineProgram

struct ShowCommand: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows the messages of conversations as text, those of each oldest first.",
    discussion: """
      The store is brought up to date first. Nothing is marked as read, and nothing is fetched \
      that a message refers to.
      """
  )

  @OptionGroup var options: MailboxOptions

  @OptionGroup var named: NamedConversations

  func perform() async throws {
    try await options.withRefreshed { mailbox in
      var gap: TerminalText = ""
      for conversation in try await named.ids(in: mailbox) {
        try await mailbox.read(try await mailbox.messages(in: conversation)) { stub, result in
          let shown = try ShownMessage(stub, of: conversation, result)
          if options.json {
            try StandardOutput.write(json: shown)
          } else {
            try StandardOutput.write("\(gap)\(MessagePage.text(of: shown))")
            gap = "\n\n"
          }
        }
      }
    }
  }
}

/// A message, or the reason why it cannot be read.
private struct ShownMessage: Encodable {
  let conversation: Int64
  let stub: MessageStub
  let message: ReadMessage?
  let error: String?

  /// - Throws: errors that do not concern the message.
  init(
    _ stub: MessageStub,
    of conversation: Int64,
    _ result: Result<ReadMessage, any Error>
  ) throws {
    (self.conversation, self.stub) = (conversation, stub)
    do {
      message = try result.get()
      error = nil
    } catch let failure as MailError {
      message = nil
      error = failure.description
    }
  }

  private enum CodingKeys: CodingKey {
    case conversation, deleted, error, folder, message, snippet, subject, unread
  }

  /// Encodes all keys always.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(conversation, forKey: .conversation)
    try container.encode(stub.isDeleted, forKey: .deleted)
    try container.encode(error, forKey: .error)
    try container.encode(stub.folder.description, forKey: .folder)
    try container.encode(message, forKey: .message)
    try container.encode(SnippetMark.shown(stub.snippet), forKey: .snippet)
    try container.encode(stub.subject, forKey: .subject)
    try container.encode(stub.isUnread, forKey: .unread)
  }
}

/// A message for a terminal: its header, remarks, text and attachments.
private enum MessagePage {
  static func text(of shown: ShownMessage) -> TerminalText {
    guard let message = shown.message else {
      let subject = shown.stub.subject.isEmpty ? "(no subject)" : shown.stub.subject
      return "Subject: \(subject)\n\n[\(shown.error ?? "")]\n"
    }
    var lines: [TerminalText] = []
    for (name, value) in header(of: message) where !value.isEmpty {
      lines.append("\(name): \(value)")
    }
    for invitation in message.invitations {
      for (name, value) in event(invitation) where !value.isEmpty {
        lines.append("\(name): \(value)")
      }
    }
    for attachment in message.attachments { lines.append("Attachment: \(line(for: attachment))") }
    for remark in message.remarks { lines += ["", "[\(remark.sentence.english)]"] }
    for passage in message.passages {
      lines.append("")
      if passage.kind == .signature { lines.append("-- ") }
      lines.append("\(lines: passage.text)")
    }
    let links = message.links
    if !links.isEmpty { lines.append("") }
    for link in links { lines.append("Link: \(link.text) <\(link.target)>") }
    return "\(lines.joined(separator: "\n"))\n"
  }

  private static func header(of message: ReadMessage) -> [(String, String)] {
    [
      ("From", message.from.text), ("To", message.to.text), ("Cc", message.cc.text),
      ("Date", date(message.date)),
      ("Subject", message.subject.isEmpty ? "(no subject)" : message.subject),
      ("Message-ID", message.messageID ?? ""), ("File", message.path),
    ] + message.otherPaths.map { ("Also in File", $0) }
  }

  private static func event(_ invitation: Invitation) -> [(String, String)] {
    let names = invitation.attendees.map { $0.name.isEmpty ? $0.address : $0.name }
    return [
      ("Event", "\(invitation.title) (\(invitation.method.rawValue.lowercased()))"),
      ("Answer", invitation.answer.map { "\($0)" } ?? ""),
      ("Time", invitation.writtenTimes),
      ("Repeated", invitation.recurrence?.english ?? ""),
      ("Place", invitation.place),
      ("Organizer", invitation.organizer?.fullName ?? ""),
      (invitation.method == .reply ? "Answered by" : "Invited", names.joined(separator: ", ")),
    ]
  }

  private static func date(_ date: Date) -> String {
    let seconds = Int64(date.timeIntervalSince1970)
    return UTCTime.formatted(secondsSince1970: seconds, "%Y-%m-%d %H:%M:%SZ")
  }

  private static func line(for attachment: Attachment) -> String {
    let name = attachment.name.isEmpty ? "(no name)" : attachment.name
    let size = "\(attachment.isCut ? "over " : "")\(attachment.size) bytes"
    return "\(name) (\(attachment.type), \(size))"
  }
}
