import Foundation
import Testing

@testable import Mail
@testable import MailSample

struct SampleTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("Sample") }
  private let now = Date(timeIntervalSince1970: 1_790_000_000)
  private let stories: SampleStories

  init() throws {
    folder = try TemporaryFolder()
    stories = try .ours()
  }

  @Test func theDefaultIsAboutTwoThousandMessages() {
    let sample = SampleMailbox(stories, now: now)
    #expect(sample.messages.count == SampleMailbox.defaultCount)
    #expect(sample.conversations.count >= 600)
    let longest = sample.conversations.map(\.count).max() ?? 0
    #expect(longest >= 100)
    let oldest = sample.messages.map(\.received).min() ?? 0
    #expect(oldest < 1_790_000_000 - 650 * 86_400)
  }

  @Test func theSameSeedGivesTheSameBytes() {
    let one = SampleMailbox(stories, count: 700, now: now)
    let two = SampleMailbox(stories, count: 700, now: now)
    let other = SampleMailbox(stories, count: 700, seed: 7, now: now)
    #expect(one.messages.map(\.bytes) == two.messages.map(\.bytes))
    #expect(one.messages.map(\.bytes) != other.messages.map(\.bytes))
  }

  /// A French apostrophe is not in ISO-8859-15.
  @Test func noCharacterIsLostToItsCharset() {
    #expect(Charset("iso-8859-15").holds("J'ai trouvé"))
    #expect(!Charset("iso-8859-15").holds("J’ai trouvé"))
    let language = SampleLanguage(charsets: ["iso-8859-15"])
    let draft = SampleDraft(
      from: SamplePerson(name: "Zoé", address: "zoe@a.example"),
      subject: "J’ai trouvé",
      received: 0,
      text: "Bonjour",
      language: language,
      charset: "iso-8859-15"
    )
    #expect(draft.charset == .utf8)
  }

  @Test func storiesThatAreMissingOrDamagedAreNamed() throws {
    let missing = folder.file("sample.json")
    #expect(throws: MailError.sampleUnreadable(path: missing, reason: "No such file or directory"))
    {
      try SampleStories(contentsOf: missing)
    }
    try folder.write("{}", to: "damaged.json")
    let damaged = folder.file("damaged.json")
    let error = #expect(throws: MailError.self) { try SampleStories(contentsOf: damaged) }
    #expect(error?.description.contains(damaged) == true)
  }

  /// Dates in the form of RFC 5322.
  @Test func datesAreWrittenInTheSendersZone() {
    #expect(SampleHeader.date(951_782_399, zone: 0) == "Mon, 28 Feb 2000 23:59:59 +0000")
    #expect(SampleHeader.date(951_782_399, zone: 330) == "Tue, 29 Feb 2000 05:29:59 +0530")
    #expect(SampleHeader.date(0, zone: -90) == "Wed, 31 Dec 1969 22:30:00 -0130")
  }

  @Test(arguments: [1, 5, 120, 499, 500, 777])
  func theNumberOfMessagesIsExact(count: Int) {
    #expect(SampleMailbox(stories, count: count, now: now).messages.count == count)
  }

  @Test func readingFindsTheConversationsThatWereWritten() async throws {
    let sample = SampleMailbox(stories, now: now)
    try sample.write(to: path)
    let mailbox = try await Mailbox.open(path, store: folder.file("store.sqlite"))
    let summary = try await mailbox.refresh()
    #expect(summary.skippedCount == 0)
    #expect(try await mailbox.groups() == normalised(sample.conversations))
  }

  @Test func theTopOfTheListIsThePlannedInbox() async throws {
    try SampleMailbox(stories, now: now).write(to: path)
    let mailbox = try await Mailbox.open(path, store: folder.file("store.sqlite")).refreshed()
    let count = stories.inbox.count
    let page = try await mailbox.page(limit: count)
    #expect(page.conversations.map(\.subject) == stories.inbox.map(\.subject))
    let empty = page.conversations.filter { $0.snippet.isEmpty || $0.participants.isEmpty }
    #expect(empty.isEmpty)
    #expect(page.conversations[0].unread > 0)
  }

  @Test func anOlderSampleIsReplacedAndNothingElseIs() throws {
    try SampleMailbox(stories, count: 30, now: now).write(to: path)
    try SampleMailbox(stories, count: 10, now: now).write(to: path)
    let files = FileManager.default
    let names =
      try files.contentsOfDirectory(atPath: path + "/cur")
      + files.contentsOfDirectory(atPath: path + "/new")
    #expect(names.count == 10)
    let mine = folder.path
    #expect(throws: MailError.sampleFolderInUse(path: mine, name: "Sample")) {
      try SampleMailbox(stories, count: 10, now: now).write(to: mine)
    }
  }

  @Test func deliveredMailStandsOnTop() async throws {
    try SampleMailbox(stories, count: 50).write(to: path)
    let mailbox = try await Mailbox.open(path, store: folder.file("store.sqlite")).refreshed()
    let subjects = try SampleDelivery.deliver(stories, to: path, count: 3)
    #expect(Set(subjects).count == 3)
    let summary = try await mailbox.refresh()
    #expect(summary.newMessages == 3)
    #expect(summary.inserted == 3)
    let top = try await mailbox.page(limit: 3).conversations
    #expect(top.map(\.subject) == subjects.reversed())
    #expect(try FileManager.default.contentsOfDirectory(atPath: path + "/tmp").isEmpty)
  }

  @Test func aDeliveredAnswerJoinsItsConversation() async throws {
    try SampleMailbox(stories, count: 50).write(to: path)
    let mailbox = try await Mailbox.open(path, store: folder.file("store.sqlite")).refreshed()
    try SampleDelivery.deliver(stories, to: path, count: 1, answering: true)
    let summary = try await mailbox.refresh()
    #expect(summary.inserted == 0)
    #expect(summary.updated == 1)
  }

  @Test func onlyAMaildirIsDeliveredTo() throws {
    try folder.write("", to: "mbox")
    let path = folder.file("mbox")
    for path in [path, folder.path, "."] {
      let error = #expect(throws: MailError.self) {
        try SampleDelivery.deliver(stories, to: path, count: 1)
      }
      #expect("\(try #require(error))".contains("“\(path)” cannot be written (it is no Maildir"))
    }
    let missing = folder.file("missing")
    #expect(throws: MailError.mailboxMissing(path: missing)) {
      try SampleDelivery.deliver(stories, to: missing, count: 1)
    }
  }
}
