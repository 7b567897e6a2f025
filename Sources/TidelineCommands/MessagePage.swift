import FoundationEssentials
import Mail
import TidelineLocalization
import TidelineProgram

/// A message for a terminal: its header, remarks, text and attachments.
enum MessagePage {
  static func text(of shown: ShownMessage) -> TerminalText {
    guard let message = shown.message else {
      let subject = shown.stub.subject.isEmpty ? "(no subject)" : shown.stub.subject
      return "Subject: \(subject)\n\n[\(shown.error ?? "")]\n"
    }
    var lines: [TerminalText] = []
    for (name, value) in header(of: message) where !value.isEmpty {
      lines.append("\(name): \(value)")
    }
    if let invitation = message.invitation {
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
      ("Event", "\(invitation.title) (\(invitation.method))"),
      ("Time", invitation.writtenTimes),
      ("Repeated", invitation.recurrence?.sentence.english ?? ""),
      ("Place", invitation.place),
      ("Organizer", invitation.organizer?.fullName ?? ""),
      ("Invited", names.joined(separator: ", ")),
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
