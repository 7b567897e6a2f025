import Foundation
import Testing

@testable import Mail

struct SampleTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("Sample") }
  private let now = Date(timeIntervalSince1970: 1_790_000_000)

  init() throws { folder = try TemporaryFolder() }

  @Test func theDefaultIsAboutTwoThousandMessages() {
    let sample = SampleMailbox(now: now)
    #expect(sample.messages.count == SampleMailbox.defaultCount)
    #expect(sample.conversations.count >= 600)
    let longest = sample.conversations.map(\.count).max() ?? 0
    #expect(longest >= 100)
    let oldest = sample.messages.map(\.received).min() ?? 0
    #expect(oldest < 1_790_000_000 - 650 * 86_400)
  }

  @Test func theSameSeedGivesTheSameBytes() {
    let (one, two) = (SampleMailbox(count: 700, now: now), SampleMailbox(count: 700, now: now))
    let other = SampleMailbox(count: 700, seed: 7, now: now)
    #expect(one.messages.map(\.bytes) == two.messages.map(\.bytes))
    #expect(one.messages.map(\.bytes) != other.messages.map(\.bytes))
  }

  /// A French apostrophe is not in ISO-8859-15.
  @Test func noCharacterIsLostToItsCharset() {
    #expect(Charset("iso-8859-15").holds("J'ai trouvé"))
    #expect(!Charset("iso-8859-15").holds("J’ai trouvé"))
    let language = SampleLanguage(charsets: ["iso-8859-15"])
    let draft = SampleDraft(
      from: SamplePerson("Zoé", "zoe@a.example"),
      subject: "J’ai trouvé",
      received: 0,
      text: "Bonjour",
      language: language,
      charset: "iso-8859-15"
    )
    #expect(draft.charset == .utf8)
  }

  @Test(arguments: [1, 5, 120, 499, 500, 777])
  func theNumberOfMessagesIsExact(count: Int) {
    #expect(SampleMailbox(count: count, now: now).messages.count == count)
  }

  @Test func readingFindsTheConversationsThatWereWritten() async throws {
    let sample = SampleMailbox(now: now)
    try sample.write(to: path)
    let mailbox = try await Mailbox.open(path, store: folder.file("store.sqlite"))
    let summary = try await mailbox.refresh()
    #expect(summary.skippedCount == 0)
    #expect(try await mailbox.groups() == normalised(sample.conversations))
  }

  @Test func theTopOfTheListIsThePlannedInbox() async throws {
    try SampleMailbox(now: now).write(to: path)
    let mailbox = try await Mailbox.open(path, store: folder.file("store.sqlite"))
    _ = try await mailbox.refresh()
    let count = SampleInbox.stories.count
    let page = try await mailbox.conversations(after: nil, limit: count)
    #expect(page.conversations.map(\.subject) == SampleInbox.stories.map(\.subject))
    let empty = page.conversations.filter { $0.snippet.isEmpty || $0.participants.isEmpty }
    #expect(empty.isEmpty)
    #expect(page.conversations[0].unread > 0)
  }

  @Test func anOlderSampleIsReplacedAndNothingElseIs() throws {
    try SampleMailbox(count: 30, now: now).write(to: path)
    try SampleMailbox(count: 10, now: now).write(to: path)
    let files = FileManager.default
    let names =
      try files.contentsOfDirectory(atPath: path + "/cur")
      + files.contentsOfDirectory(atPath: path + "/new")
    #expect(names.count == 10)
    let mine = folder.path
    #expect(throws: MailError.sampleFolderInUse(path: mine)) {
      try SampleMailbox(count: 10, now: now).write(to: mine)
    }
  }

  @Test func deliveredMailStandsOnTop() async throws {
    try SampleMailbox(count: 50).write(to: path)
    let mailbox = try await Mailbox.open(path, store: folder.file("store.sqlite"))
    _ = try await mailbox.refresh()
    let subjects = try SampleDelivery.deliver(to: path, count: 3)
    #expect(Set(subjects).count == 3)
    let summary = try await mailbox.refresh()
    #expect(summary.newMessages == 3)
    #expect(summary.inserted == 3)
    let top = try await mailbox.conversations(after: nil, limit: 3).conversations
    #expect(top.map(\.subject) == subjects.reversed())
    #expect(try FileManager.default.contentsOfDirectory(atPath: path + "/tmp").isEmpty)
  }

  @Test func aDeliveredAnswerJoinsItsConversation() async throws {
    try SampleMailbox(count: 50).write(to: path)
    let mailbox = try await Mailbox.open(path, store: folder.file("store.sqlite"))
    _ = try await mailbox.refresh()
    try SampleDelivery.deliver(to: path, count: 1, answering: true)
    let summary = try await mailbox.refresh()
    #expect(summary.inserted == 0)
    #expect(summary.updated == 1)
  }

  @Test func onlyAMaildirIsDeliveredTo() throws {
    try folder.write("", to: "mbox")
    let path = folder.file("mbox")
    #expect(throws: MailError.notAMaildir(path: path)) {
      try SampleDelivery.deliver(to: path, count: 1)
    }
    #expect(throws: MailError.notAMaildir(path: folder.path)) {
      try SampleDelivery.deliver(to: folder.path, count: 1)
    }
    let missing = folder.file("missing")
    #expect(throws: MailError.mailboxMissing(path: missing)) {
      try SampleDelivery.deliver(to: missing, count: 1)
    }
  }
}
