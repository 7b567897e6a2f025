import Foundation
import MailTesting
import Testing

@testable import Mail

/// Random searches with operators find the same as a plain scan of all messages.
struct SearchScanTests {
  @Test(arguments: seeds(1))
  func theyFindWhatAScanFinds(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let mail = MadeMail(&random)
    let maildir = try MaildirFixture()
    try mail.write(to: maildir)
    let mailbox = try await maildir.open().refreshed()
    defer { withExtendedLifetime(maildir) {} }
    for _ in 0..<200 {
      let search = MadeSearch(&random)
      let folder: FolderName? = random.oneIn(2) ? .inbox : nil
      let found = try await mailbox.everything(
        in: Listing(folder: folder, search: search.typed),
        pageSize: 40
      )
      #expect(
        found.map(\.subject) == mail.subjects(for: search, in: folder),
        "\(search.typed), seed \(seed)"
      )
    }
  }
}

/// Words as written, and as a search may type them.
private let vocabulary = [
  ("harbor", "harbor"), ("harbour", "harbour"), ("hard", "hard"), ("Ärger", "arger"),
  ("tide", "tide"), ("Tidelands", "tidelands"), ("tid", "tid"), ("école", "ecole"),
  ("lantern", "lantern"), ("lan", "lan"), ("gull", "gull"), ("from", "from"), ("near", "near"),
  ("unread", "unread"), ("is", "is"), ("and", "and"), ("2023", "2023"), ("x", "x"),
]

private let people: [(name: String, address: String)] = [
  ("Ann Harbor", "ann@tide.example"), ("Bo École", "bo@b.example"),
  ("Cem", "cem.lantern@c.example"), ("Ann Gull", "gull@b.example"),
]

private struct MadeMessage {
  let thread: Int
  let isReply: Bool
  let folder: FolderName
  let day: Int
  let isRead: Bool
  let isStarred: Bool
  let from: Int
  let to: [Int]
  let subject: String
  let text: [Int]
  let file: Int?

  /// The typed forms of the words in each field.
  var words: [String: [String]] {
    func words(of indices: [Int]) -> [String] {
      indices.flatMap { plain("\(people[$0].name) \(people[$0].address)") }
    }
    var fields = ["from": words(of: [from]), "to": words(of: to), "subject": plain(subject)]
    fields["text"] = text.map { vocabulary[$0].1 }
    fields["file"] = file.map { [vocabulary[$0].1, "pdf"] }
    return fields
  }

  private func plain(_ text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber }
      .map { $0.lowercased() }
      .map { word in vocabulary.first { $0.0.lowercased() == word }?.1 ?? word }
  }
}

private struct MadeMail {
  private static let firstDay = 19_300
  static let days = 40
  private var messages: [MadeMessage] = []

  init(_ random: inout SplitMix64) {
    for thread in 0..<120 {
      let subject = "\(word(&random)) \(word(&random)) t\(thread)"
      for position in 0..<random.number(1...4) {
        messages.append(
          MadeMessage(
            thread: thread,
            isReply: position > 0,
            folder: random.oneIn(2) ? .inbox : FolderName("Work") ?? .inbox,
            day: random.number(0...Self.days - 1),
            isRead: !random.oneIn(5),
            isStarred: random.oneIn(8),
            from: random.number(0...people.count - 1),
            to: (0..<random.number(0...2)).map { _ in random.number(0...people.count - 1) },
            subject: subject,
            text: (0..<random.number(0...90)).map { _ in
              // Rare words are at the end of the vocabulary, and rarely in long texts.
              random.number(0...vocabulary.count - 1) * random.number(0...1)
            },
            file: random.oneIn(4) ? random.number(0...7) : nil
          )
        )
      }
    }
  }

  private func word(_ random: inout SplitMix64) -> String {
    random.pick(vocabulary, or: ("", "")).0
  }

  /// Noon of a day, so that the date is the same in most time zones, and a second of its own.
  private func seconds(_ index: Int) -> Int {
    (Self.firstDay + messages[index].day) * 86_400 + 43_200 + index
  }

  /// The date of a day, as an operator takes it.
  static func date(ofDay day: Int) -> String {
    String(
      Date(timeIntervalSince1970: TimeInterval((firstDay + day) * 86_400 + 43_200))
        .ISO8601Format().prefix(10)
    )
  }

  func write(to maildir: MaildirFixture) throws {
    try maildir.addFolder(".Work")
    for (index, message) in messages.enumerated() {
      let first = messages.firstIndex { $0.thread == message.thread } ?? index
      func address(_ person: Int) -> String { "\(people[person].name) <\(people[person].address)>" }
      var text = "From: \(address(message.from))\nMessage-ID: <\(index)@made>\n"
      text += "Date: \(ServerDate.header(Int64(seconds(index))))\n"
      if !message.to.isEmpty { text += "To: \(message.to.map(address).joined(separator: ", "))\n" }
      text += "Subject: \(message.isReply ? "Re: " : "")\(message.subject)\n"
      if message.isReply { text += "References: <\(first)@made>\n" }
      text += "MIME-Version: 1.0\n"
      let words = message.text.map { vocabulary[$0].0 }.joined(separator: " ")
      let plain = "Content-Type: text/plain; charset=utf-8\n\n\(words)\n"
      if let file = message.file {
        text += "Content-Type: multipart/mixed; boundary=part\n\n--part\n\(plain)--part\n"
        text += "Content-Type: application/pdf\n"
        text += "Content-Disposition: attachment; filename*=utf-8''\(vocabulary[file].0).pdf\n\n"
        text += String(repeating: "data\n", count: index % 3 * 2000) + "--part--\n"
      } else {
        text += plain
      }
      let flags = (message.isStarred ? "F" : "") + (message.isRead ? "S" : "")
      let folder = message.folder == .inbox ? "" : ".Work/"
      try maildir.add(text, as: "\(folder)cur/\(index):2,\(flags)")
    }
  }

  /// The subjects that a search finds, newest first.
  func subjects(for search: MadeSearch, in folder: FolderName?) -> [String] {
    let threads = Dictionary(grouping: messages.indices) { messages[$0].thread }
    let found = threads.values.filter { indices in
      let thread = indices.map { messages[$0] }
      if let folder, search.folders.isEmpty, !thread.contains(where: { $0.folder == folder }) {
        return false
      }
      return search.finds(thread)
    }
    let sorted = found.sorted { left, right in
      (left.map(seconds).max() ?? 0) > (right.map(seconds).max() ?? 0)
    }
    return sorted.compactMap { $0.first.map { messages[$0].subject } }
  }
}

/// A typed text, and what it asks for.
private struct MadeSearch {
  private(set) var typed = ""
  private(set) var folders: [FolderName?] = []
  private var terms: [(field: String?, words: [String], isPhrase: Bool)] = []
  private var days = 0..<MadeMail.days
  private var marks: Set<String> = []

  init(_ random: inout SplitMix64) {
    for _ in 0..<random.number(1...3) {
      typed += typed.isEmpty ? "" : random.pick([" ", "  "], or: " ")
      add(&random)
      // A further quote would close an open one.
      if !typed.count(where: { $0 == "\"" }).isMultiple(of: 2) { break }
    }
  }

  private mutating func add(_ random: inout SplitMix64) {
    let whole = random.pick(vocabulary, or: ("", "")).1
    let word = String(whole.prefix(random.number(1...whole.count)))
    switch random.number(0...9) {
    case 0, 1:
      typed += word
      terms.append((nil, [word], false))
    case 8:
      let words = (0..<random.number(1...2)).map { _ in random.pick(vocabulary, or: ("", "")).1 }
      let field = random.pick(["from", "to", "subject", nil], or: nil)
      typed += "\(field.map { "\($0):" } ?? "")\"\(words.joined(separator: " "))\""
      terms.append((field, words, true))
    case 2, 3:
      let field = random.pick(["from", "to"], or: "")
      let names = ["ann harbor", "bo", "ecole bo", "ann@tide", "cem.lan", "example", "gull ann"]
      let name = random.pick(names, or: "")
      typed += name.contains(" ") ? "\(field):\"\(name)\"" : "\(field):\(name)"
      terms.append((field, name.split { " @.".contains($0) }.map(String.init), name.contains(" ")))
    case 4:
      typed += "subject:\(word)"
      terms.append(("subject", [word], false))
    case 5:
      let mark = random.pick(["has:attachment", "is:unread", "is:read", "is:starred"], or: "")
      typed += mark
      marks.insert(mark)
    case 6:
      let day = random.number(0...MadeMail.days - 1)
      let isBefore = random.oneIn(2)
      typed += "\(isBefore ? "before" : "after"):\(MadeMail.date(ofDay: day))"
      days = days.clamped(to: isBefore ? 0..<day : day..<MadeMail.days)
      marks.insert("day")
    case 7:
      let named: [(String, FolderName?)] = [
        ("in:work", FolderName("Work")), ("in:INBOX", .inbox), ("in:none", nil),
      ]
      let folder = random.pick(named, or: ("", nil))
      typed += folder.0
      folders.append(folder.1)
    default:
      // No operators, and the words in them.
      let texts = [
        ("foo:tide", ["foo", "tide"]), ("from:", ["from"]), ("\"", []),
        ("NEAR(gull", ["near", "gull"]),
        ("is:tide", ["is", "tide"]), ("AND", ["and"]), ("x:", ["x"]), ("\"har *", ["har"]),
      ]
      let text = random.pick(texts, or: ("", []))
      typed += text.0
      terms += text.1.map { (nil, [$0], false) }
    }
  }

  func finds(_ thread: [MadeMessage]) -> Bool {
    let isRead = thread.allSatisfy(\.isRead)
    return marks.allSatisfy { mark in
      switch mark {
      case "has:attachment": thread.contains { $0.file != nil }
      case "is:unread": !isRead
      case "is:read": isRead
      case "is:starred": thread.contains(where: \.isStarred)
      default: thread.contains { days.contains($0.day) }
      }
    } && folders.allSatisfy { folder in thread.contains { $0.folder == folder } }
      && terms.allSatisfy { term in
        thread.contains { message in
          let fields = message.words.filter { term.field ?? $0.key == $0.key }
          guard term.isPhrase else {
            let words = fields.flatMap(\.value)
            return term.words.allSatisfy { word in words.contains { $0.hasPrefix(word) } }
          }
          return fields.values.contains { words in
            words.indices.contains { words[$0...].starts(with: term.words) }
          }
        }
      }
  }
}
