import Foundation
import MailTextTesting
import Testing

@testable import Mail

/// Searches find stored conversations.
struct SearchTests {
  private let maildir: MaildirFixture

  init() throws { maildir = try MaildirFixture() }

  private func mailbox(_ texts: [String]) async throws -> Mailbox {
    for (index, text) in texts.enumerated() { try maildir.add(text, as: "cur/\(index):2,S") }
    return try await maildir.open().refreshed()
  }

  private func subjects(_ mailbox: Mailbox, _ search: String) async throws -> [String] {
    try await mailbox.page(in: Listing(search: search), limit: 50).conversations.map(\.subject)
  }

  @Test(arguments: [
    // Sender, subject and snippet, also of a message that the row does not show.
    ("ann", ["Boat"]), ("Boat", ["Boat"]), ("rope", ["Boat"]),
    ("anchor", ["Boat"]),
    // Beginnings of words, several words in any order and in several messages; all must be there.
    ("bo", ["Boat", "Car"]), ("boa", ["Boat"]), ("anch ro", ["Boat"]),
    ("bob rope", ["Boat"]), ("rope car", []),
    // No match begins within a word.
    ("oat", []), ("nchor", []),
    ("wheel", ["Car"]), ("cem wheel", ["Car"]),
    // Addresses, where the list shows names.
    ("cem@c.example", ["Car"]), ("b.example wet", ["Boat"]), ("anchor@c.example", []),
    // Reply prefixes such as “Re:” do not belong to the subject.
    ("re", []),
  ])
  func wordsAreFoundByTheirBeginnings(search: String, found: [String]) async throws {
    let mailbox = try await mailbox([
      message("1@x", "Boat", body: "The rope is wet.\n"),
      message(
        "2@x",
        "Re: Boat",
        from: "Bob <bob@b.example>",
        references: ["1@x"],
        date: "Tue, 03 Jan 2023 15:04:05 +0000",
        body: "Anchor it.\n"
      ),
      message("3@x", "Car", from: "Cem <cem@c.example>", body: "A new wheel.\n"),
    ])
    #expect(try await subjects(mailbox, search) == found)
  }

  @Test(arguments: [
    ("ÄRGER in ZÜRICH", "arger zurich"), ("arger", "ärger"), ("Crème brûlée", "creme BRULEE"),
    ("Straße", "strasse"), ("ŁÓDŹ", "łódź"), ("Łódź", "lodz"), ("Smørrebrød", "smorrebrod"),
    ("Đà Nẵng", "da nang"),
    ("Ħamrun", "hamrun"), ("Ísafjörður", "isafjordur"), ("Þór", "thor"), ("Ærø", "aero"),
    ("ÆRØ", "ærø"),
    ("Œuvre", "oeuvre"), ("Isparta", "ısparta"), ("ISPARTA", "ısparta"), ("Iğdır", "igdir"),
    ("Əli", "eli"),
    ("Ŋgara", "ngara"), ("Қазақ", "казак"), ("strasse", "STRAẞE"),
    ("Ǿrsted", "orsted"), ("Ǽ", "ae"),
    ("İstanbul", "istanbul"), ("ΟΔΟΣ", "οδος"),
    ("Ёлка", "елка"), ("שָׁלוֹם", "שלום"), ("ｆｕｌｌ", "full"), ("ﬁne", "fine"), ("naïve", "nai"),
    ("①", "1"), ("don't", "don't"), ("C++", "c++"),
  ])
  func caseAndAccentsMakeNoDifference(subject: String, search: String) async throws {
    let mailbox = try await mailbox([message("1@x", subject), message("2@x", "Other")])
    #expect(try await subjects(mailbox, search).count == 1)
  }

  @Test(arguments: [
    ("明天的会议改到下午三点", ["明", "会议", "议改", "下午三点", "点", "会议 下午", "会议，三点"], ["会天", "三点下", "后"]),
    ("カレンダーを更新しました", ["レンダ", "更新", "を", "カ"], ["新更", "レダ"]),
    ("회의가 내일 있습니다", ["의가", "내일", "회의 내일", "니다"], ["가회", "일내"]),
    ("ประชุมพรุ่งนี้", ["พรุ่ง", "ชุม"], ["นี้ประ"]),
    ("iPhone手机到了", ["手机", "iph 机到", "iphone手机"], ["phone"]),
    ("🎉 Release 2.0 👩‍🚀", ["🎉", "👩", "release 🎉"], ["🎈"]),
  ])
  func writingWithoutSpacesIsFoundByAnyRun(
    subject: String,
    hits: [String],
    misses: [String]
  ) async throws {
    let mailbox = try await mailbox([message("1@x", subject), message("2@x", "Other")])
    for search in hits { #expect(try await subjects(mailbox, search).count == 1, "\(search)") }
    for search in misses { #expect(try await subjects(mailbox, search).isEmpty, "\(search)") }
  }

  /// Every typed text is a list of words; a text without words is no search.
  @Test func whatIsTypedIsNoLanguage() async throws {
    let mailbox = try await mailbox([
      message("1@x", "Robert'); DROP TABLE words;--"), message("2@x", "NEAR OR NOT AND"),
    ])
    let found = { try await subjects(mailbox, $0) }
    #expect(try await found("'); drop TABLE words;--") == ["Robert'); DROP TABLE words;--"])
    #expect(try await found("NOT") == ["NEAR OR NOT AND"])
    #expect(try await found("NOT \"or") == ["NEAR OR NOT AND"])
    for search in [
      "near(x", "subject:hello", "^hello", "{x} : y", "\"", "y\"*z", "tokens:§1",
    ] {
      #expect(try await found(search).isEmpty || SearchQuery(search) == nil, "\(search)")
    }
    for search in ["", "  ", "\"*()'", "\0", "...", "\u{200D}\u{FE0F}", "\n\t"] {
      #expect(try await found(search).count == 2, "\(search.debugDescription)")
    }
    #expect(try await found("near\0not") == ["NEAR OR NOT AND"])
  }

  @Test func veryLongTextIsCutToItsBeginning() async throws {
    let long = String(repeating: "x", count: 10_000)
    let mailbox = try await mailbox([
      message("1@x", "tide " + long.prefix(80)), message("2@x", "tide"),
    ])
    #expect(try await subjects(mailbox, long).count == 1)
    #expect(
      try await subjects(mailbox, "tide " + String(repeating: "? ", count: 10_000)).count == 2
    )
    #expect(try await subjects(mailbox, String(repeating: "tide ", count: 10_000)).count == 2)
    let many = (0..<3000).map { "w\($0)" }.joined(separator: " ")
    #expect(try await subjects(mailbox, many).isEmpty)
    #expect(SearchQuery(many)?.terms.count == SearchQuery.partLimit)
    #expect(try await subjects(mailbox, String(repeating: "👩‍🚀", count: 10_000)).isEmpty)
    #expect(try await subjects(mailbox, String(repeating: "e\u{301}\u{302}", count: 5000)).isEmpty)
  }
}
