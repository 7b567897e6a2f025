import Foundation
import MailTesting
import MailTextTesting

@testable import Mail

/// Mail for imaginary servers, and the expected list.
enum ScheduledMail {
  /// The present, in seconds since 1970.
  static let now: Int64 = 1_800_000_000
  private static let day: Int64 = 86_400
  private static let names = ["Ann", "Bea", "Cem", "Dora", "Émile", "Finn"]

  /// A random message with this time of arrival.
  ///
  /// - Parameter others: the messages to which it may refer.
  static func message(
    _ random: inout SplitMix64,
    arrived: Int64,
    answering others: [ServerMail.Message]
  ) -> ServerMail.Message {
    let id = "\(String(random.next(), radix: 36))@example.org"
    // Imported mail has old dates; clocks are wrong by days in both directions.
    let written: Int64? =
      switch random.number(0...11) {
      case 0: arrived - Int64(random.number(0...400)) * day - Int64(random.number(0...86_399))
      case 1: arrived + Int64(random.number(0...86_400 * 5))
      case 2: arrived - Int64(random.number(0...86_400 * 5))
      case 3: nil
      default: arrived - Int64(random.number(0...100))
      }
    var header = ["Received: from nowhere", "Message-ID: <\(id)>"]
    if let written { header.append("Date: \(ServerDate.header(written))") }
    header.append("X-Written: \(written.map { "\($0)" } ?? "")")
    let name = random.pick(names, or: "")
    header.append("From: \(name) <\(name.utf8.count)@example.org>")
    // References the first message, too, so that no removal splits the conversation.
    if random.oneIn(3), let other = others.randomElement(using: &random).map(Facts.init) {
      let names = other.references.prefix(1) + [other.id]
      header.append("References: " + names.map { "<\($0)>" }.joined(separator: " "))
    }
    header.append("Subject: \(random.oneIn(4) ? "Re: " : "")About \(id.prefix(6))")
    header.append("Content-Type: text/plain; charset=utf-8")
    var flags: Set<String> = random.oneIn(3) ? [] : ["\\Seen"]
    if random.oneIn(9) { flags.insert("\\Flagged") }
    let text = String(repeating: "Text of \(id), über alles.\r\n", count: random.number(0...3))
    return ServerMail.Message(
      header: header.joined(separator: "\n"),
      text: text,
      arrived: arrived,
      flags: flags
    )
  }

  /// The messages of a folder, in the order of their UIDs.
  static func fill(
    _ folder: inout ServerMail.Folder,
    _ random: inout SplitMix64,
    count: Int,
    days: Int
  ) {
    var messages: [ServerMail.Message] = []
    let arrivals = (0..<count).map { _ in now - Int64(random.number(60...(days * 86_400))) }
    for arrived in arrivals.sorted() {
      messages.append(message(&random, arrived: arrived, answering: messages.suffix(40)))
    }
    switch random.number(0...5) {
    case 0: messages.reverse()
    case 1: messages.shuffle(using: &random)
    case 2:
      // Some messages were moved here from another folder.
      let moved = messages.enumerated().filter { _ in random.oneIn(8) }.map(\.offset)
      for position in moved.reversed() { messages.append(messages.remove(at: position)) }
    default: break
    }
    let gaps = random.oneIn(2)
    folder.fill(messages) { _ in gaps && random.oneIn(5) ? UInt32(random.number(1...30)) : 0 }
  }

  /// The content of a message's header.
  struct Facts {
    let id: String
    let references: [String]
    let date: Int64
    let sender: String
    let subject: String

    init(_ message: ServerMail.Message) {
      var fields: [String: String] = [:]
      let header = String(decoding: message.header, as: UTF8.self)
      for line in header.split(separator: "\r\n") {
        guard let colon = line.firstIndex(of: ":") else { continue }
        fields[String(line[..<colon])] = line[colon...].dropFirst(2).description
      }
      func bare(_ text: String?) -> String { (text ?? "").filter { $0 != "<" && $0 != ">" } }
      id = bare(fields["Message-ID"])
      references = bare(fields["References"]).split(separator: " ").map(String.init)
      sender = fields["From"]?.split(separator: " ").first.map(String.init) ?? ""
      subject = fields["Subject"] ?? ""
      // A date in the future does not count.
      let written = fields["X-Written"].flatMap { Int64($0) }.flatMap { $0 > now + day ? nil : $0 }
      date = min(written ?? message.internalDate, message.internalDate + day)
    }
  }

  /// A row, without the parts that depend on the order in which messages were fetched.
  struct Row: Hashable, CustomStringConvertible {
    var date: Int64
    var subject: String
    var senders: [String]
    var messages: Int
    var unread: Int
    var isFlagged: Bool

    var description: String {
      let counts = "\(messages)/\(unread)\(isFlagged ? "!" : "")"
      return "\(date) \(subject) \(senders.joined(separator: ",")) \(counts)"
    }
  }

  static func rows(_ conversations: [Conversation]) -> [Row] {
    sorted(
      conversations.map {
        Row(
          date: $0.place.seconds,
          subject: $0.subject,
          senders: $0.participants,
          messages: $0.messageCount,
          unread: $0.unread,
          isFlagged: $0.flagged
        )
      }
    )
  }

  /// The expected rows of these folders, computed from all messages that the server has.
  static func expected(_ mail: ServerMail, in wanted: Set<String>) -> [Row] {
    var messages: [(folder: String, facts: Facts, flags: Set<String>)] = []
    for folder in mail.folders {
      for message in folder.messages where !message.isBroken && !message.isWithheld {
        messages.append((folder.name, Facts(message), message.flags))
      }
    }
    let groups = Partition(messages.indices.map { [$0] })
      .joined(bySharing: messages.map { [$0.facts.id] + $0.facts.references }).groups
    return sorted(
      groups.filter { group in
        group.contains { wanted.contains(messages[$0].folder) }
      }.map { group in
        let group = group.map { messages[$0] }.sorted { $0.facts.date < $1.facts.date }
        var senders: [String] = []
        for message in group where !senders.contains(message.facts.sender) {
          senders.append(message.facts.sender)
        }
        return Row(
          date: group.last?.facts.date ?? 0,
          subject: SubjectLine.withoutReplyMarks(group.first?.facts.subject ?? ""),
          senders: senders,
          messages: group.count,
          unread: group.count { !$0.flags.contains("\\Seen") },
          isFlagged: group.contains { $0.flags.contains("\\Flagged") }
        )
      }
    )
  }

  private static func sorted(_ rows: [Row]) -> [Row] {
    rows.sorted { ($0.date, $0.subject) > ($1.date, $1.subject) }
  }
}
