import MailTesting
import MailTextTesting
import Testing

@testable import Mail

/// Marks in random schedules: messages move, folders are renamed and get new UIDs, the server refuses
/// or loses marks, connections break, and the mailbox is opened again at any point.
@Suite(.timeLimit(.minutes(120)))
struct MarkScheduleTests {
  @Test func eachMarkEndsWrittenRefusedOrWaitingAndNoMailIsLost() async throws {
    for seed in seeds(20) {
      var schedule = try MarkSchedule(seed: seed)
      do {
        if let failure = try await schedule.failure() { Issue.record("seed \(seed): \(failure)") }
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
  }
}

private struct MarkSchedule {
  private let this: IMAPCase
  private let file: MarkFile
  private var random: SplitMix64
  /// The flags that the user has set or removed last, by Message-ID.
  private var wanted: [String: [String: Bool]] = [:]
  /// The Message-IDs in reports of refused marks.
  private var refused: Set<String> = []
  /// The writing of earlier mailboxes, like that of other instances of the program.
  private var others: [Task<MarkReport?, Never>] = []
  /// The log of the steps so far.
  private var steps: [String] = []

  init(seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    var traits = random.pick(IMAPCase.kinds, or: .rich)
    traits.permanentFlags = random.oneIn(8) ? ["\\Seen"] : ["\\Seen", "\\Flagged"]
    (traits.isReadOnly, traits.losesFlags) = (random.oneIn(10), random.oneIn(10))
    traits.eagerness = random.pick([0, 0.5], or: 0)
    this = try IMAPCase(traits, count: 12)
    file = MarkFile(path: this.folder.file("marks.sqlite"))
    this.addFolder("Archive", 100..<106, days: 3)
    this.addFolder("Later")
  }

  private var messages: [ServerMail.Message] { this.server.mail.folders.flatMap(\.messages) }
  /// The messages without their flags, in any order.
  private var contents: [[UInt8]] {
    messages.map { $0.header + $0.text }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// - Returns: the violated condition, or nil.
  mutating func failure() async throws -> String? {
    let before = contents
    var mailbox = try await this.open(marks: file)
    for _ in 0..<random.number(8...24) {
      switch random.number(0...12) {
      case 0...4: try await mark(mailbox)
      case 5, 6:
        steps.append("write")
        if let report = try? await mailbox.writeMarks() { note(report) }
      case 7: await refresh(mailbox)
      case 8, 9: changeMail()
      case 10: refuse()
      case 11: breakConnections()
      default:
        steps.append("restart")
        others.append(Task { [mailbox] in try? await mailbox.writeMarks() })
        this.server.cut()
        mailbox = try await this.open(marks: file)
      }
    }
    this.server.refuse(nil)
    this.server.live({ _, _ in }, fate: { _ in .lasts })
    this.server.cut()
    for other in others { if let report = await other.value { note(report) } }
    mailbox = try await this.open(marks: file)
    for name in this.server.mail.folders.compactMap({ FolderName($0.name) }) + [.inbox] {
      _ = try await mailbox.page(in: Listing(folder: name), limit: 50)
      note(try await mailbox.refresh(for: name).marks)
    }
    note(try await mailbox.writeMarks())
    if contents != before { return "mail was lost or altered; \(steps)" }
    if let violation = this.server.violations.first { return "\(violation); \(steps)" }
    return try await unsettled(mailbox).map { "\($0); \(steps)" }
  }

  private mutating func mark(_ mailbox: Mailbox) async throws {
    let mark = random.pick(MessageMark.allCases, or: .read)
    let message = random.pick([Int](0..<12) + [Int](100..<106), or: 0)
    let name = "\(message)@example.org"
    guard let id = try await mailbox.conversation(holding: name) else { return }
    steps.append("\(mark) \(message)")
    _ = try await mailbox.mark(mark, in: [id], writes: true)
    let flag = [.read, .unread].contains(mark) ? "\\Seen" : "\\Flagged"
    wanted[name, default: [:]][flag] = [.read, .starred].contains(mark)
  }

  private mutating func refresh(_ mailbox: Mailbox) async {
    let names = this.server.mail.folders.map(\.name)
    let name = random.pick(names, or: "INBOX")
    steps.append("refresh \(name)")
    let summary = try? await mailbox.refresh(for: name == "INBOX" ? .inbox : FolderName(name))
    if let summary { note(summary.marks) }
  }

  private mutating func note(_ report: MarkReport) {
    refused.formUnion(report.refused.keys.map(\.messageID))
  }

  private mutating func changeMail() {
    let (step, random) = this.server.change { [random] mail in
      var random = random
      let from = random.number(0...mail.folders.count - 1)
      let count = mail.folders[from].messages.count
      var step = "renumber \(mail.folders[from].name)"
      switch random.number(0...3) {
      case 0...1 where count > 0:
        let moved = mail.folders[from].expunge(at: random.number(0...count - 1))
        let target = random.number(0...mail.folders.count - 1)
        mail.folders[target].deliver(moved)
        step = "move from \(mail.folders[from].name) to \(mail.folders[target].name)"
      case 2 where from > 0:
        let old = mail.folders[from]
        var new = ServerMail.Folder(old.name + "x", uidValidity: old.uidValidity + 10)
        for message in old.messages { new.deliver(message) }
        mail.folders[from] = new
        step = "rename \(old.name)"
      default:
        let validity = UInt32(random.number(100...1_000_000))
        mail.folders[from].renumber(validity, shuffledBy: &random)
      }
      return (step, random)
    }
    self.random = random
    steps.append(step)
  }

  private mutating func refuse() {
    let commands = ["UID STORE", "SELECT", "UID FETCH", "nothing"]
    let command = random.pick(commands, or: "")
    let answers = ["NO [CANNOT] not here", "NO [UNAVAILABLE] try again later", "BAD what is that?"]
    let answer = random.pick(answers, or: "")
    steps.append("refuse \(command): \(answer)")
    this.server.refuse { $0.hasPrefix(command) ? answer : nil }
  }

  private mutating func breakConnections() {
    let limit = random.number(0...random.pick([300, 3_000, 30_000], or: 0))
    steps.append("break after \(limit)")
    this.server.cut()
    this.server.live({ _, _ in }, fate: { $0.oneIn(3) ? .lasts : .breaks(after: limit) })
  }

  /// - Returns: a mark that is not as it should be.
  private func unsettled(_ mailbox: Mailbox) async throws -> String? {
    let waiting = try file.waiting(in: mailbox.id.storeKey)
    let waitingNames = Set(waiting.keys.map(\.messageID))
    for message in messages {
      let header = String(decoding: message.header, as: UTF8.self)
      let name = String(header.dropFirst("Message-ID: <".count).prefix { $0 != ">" })
      guard message.flags.isSubset(of: Set((wanted[name] ?? [:]).keys)) else {
        return "\(name) has flags that nobody has set: \(message.flags)"
      }
      for (flag, isSet) in wanted[name] ?? [:] where message.flags.contains(flag) != isSet {
        guard waitingNames.contains(name) || refused.contains(name) else {
          return "\(name) is to have \(flag): \(isSet), and nobody says that it has not"
        }
      }
      let id = try #require(try await mailbox.conversation(holding: name))
      let row = try #require(try await mailbox.conversations([id]).first)
      for (flag, isSet) in wanted[name] ?? [:] {
        let isShown = flag == "\\Seen" ? row.unread == 0 : row.flagged
        if isShown != isSet { return "\(name) is shown with \(flag): \(isShown)" }
      }
    }
    return nil
  }
}
