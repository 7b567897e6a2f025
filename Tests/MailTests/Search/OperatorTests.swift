import Foundation
import MailTextTesting
import Testing

@testable import Mail
@testable import MailText

/// Searches in all parts of a message, and their operators.
struct OperatorTests {
  private static let mail = [
    message(
      "1@x",
      "Boat",
      from: "Ann Lee <ann@a.example>",
      date: "Mon, 02 Jan 2023 12:00:00 +0000",
      extra: "Cc: \"Cem Öz\" <cem@c.example>\n",
      body: String(repeating: "The rope is wet.\n", count: 2000) + "Bring the anchor.\n"
    ),
    message(
      "2@x",
      "Car",
      from: "Bob <bob@b.example>",
      date: "Tue, 03 Jan 2023 12:00:00 +0000",
      extra: "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n",
      body: """
        --b
        Content-Type: text/html

        <p>\(String(repeating: "A wheel. ", count: 60))</p><p>Two pedals, Ann.</p>
        --b
        Content-Type: application/pdf; name="first.pdf"
        Content-Transfer-Encoding: base64

        \(String(repeating: "\(String(repeating: "QUJD", count: 18))\n", count: 2000))
        --b
        Content-Type: application/pdf
        Content-Disposition: attachment; filename="Garage bill.pdf"

        x
        --b--

        """
    ),
  ]

  private let maildir: MaildirFixture

  init() throws {
    maildir = try MaildirFixture()
    try maildir.add(Self.mail[0], as: "cur/0:2,S")
    try maildir.add(Self.mail[1], as: "cur/1:2,F")
  }

  private func subjects(_ mailbox: Mailbox, _ search: String) async throws -> [String] {
    try await mailbox.everything(in: Listing(search: search)).map(\.subject)
  }

  @Test(arguments: [
    // Recipients, the end of a long text, a page, and file names.
    ("cem oz", ["Boat"]), ("cem@c.example", ["Boat"]), ("anchor", ["Boat"]), ("pedals", ["Car"]),
    ("first", ["Car"]), ("garage bill", ["Car"]), ("ann", ["Car", "Boat"]),
    // Fields.
    ("from:ann", ["Boat"]), ("from:bob", ["Car"]), ("from:cem", []), ("from:a.example", ["Boat"]),
    ("to:cem", ["Boat"]), ("to:bob", ["Car", "Boat"]), ("to:ann", []),
    ("subject:bo", ["Boat"]), ("subject:rope", []), ("FROM:Ann", ["Boat"]),
    // Quoted values: whole words in their order, in one field.
    ("from:\"lee a\"", []), ("from:\"ann bob\"", []), ("from:\"ann lee\" anchor", ["Boat"]),
    ("from:\"ann le\"", []), ("to:\"cem oz\"", ["Boat"]), ("to:\"oz cem@c\"", ["Boat"]),
    ("to:\"cem c\"", ["Boat"]), ("to:\"cem exa\"", []), ("to:“cem öz”", ["Boat"]),
    ("\"ann lee\"", ["Boat"]), ("\"bob ann\"", []),
    ("„Cem Öz“ anchor", ["Boat"]), ("«lee cem»", []), ("\"ann lee", ["Boat"]),
    ("\"lee ann", ["Boat"]),
    ("\"ann le", ["Boat"]), ("\"ancho\"", []), ("\"garage bill\"", ["Car"]),
    ("\"\" anchor", ["Boat"]),
    ("subject:\"boat\"", ["Boat"]), ("subject:\"boa\"", []), ("subject:\"boa", ["Boat"]),
    // The order in a text.
    ("\"bring the anchor\"", ["Boat"]), ("\"anchor the bring\"", []), ("\"anchor wheel\"", []),
    ("\"wet the rope\" anchor", ["Boat"]), ("\"two pedals ann\"", ["Car"]), ("\"pedals two\"", []),
    ("\"bill pdf\"", ["Car"]), ("\"rope wet\"", []), ("\"two pedals\" has:attachment", ["Car"]),
    ("from:\"ann", ["Boat"]), ("from:\"ann lee\"rope", ["Boat"]), ("to:\"\"", []),
    // Properties of the row.
    ("has:attachment", ["Car"]), ("is:unread", ["Car"]), ("is:read", ["Boat"]),
    ("is:starred", ["Car"]), ("is:starred is:read", []), ("Is:Unread pedals", ["Car"]),
    // Dates.
    ("before:2023-01-03", ["Boat"]), ("after:2023-01-03", ["Car"]), ("before:2023-01-02", []),
    ("after:2023-01-02 before:2023-01-04", ["Car", "Boat"]), ("after:2023/1/3", ["Car"]),
    ("before:2023", []), ("after:2023-01", ["Car", "Boat"]), ("after:2024 before:2022", []),
    // Folders.
    ("in:inbox", ["Car", "Boat"]), ("in:inb boat", ["Boat"]), ("in:work", []),
    ("in:\"in box\"", []),
    // Plain words: unknown operators, missing and wrong values.
    ("wheel:pedals", ["Car"]), ("from:", []), ("ann:", ["Car", "Boat"]), ("is:wet", ["Boat"]),
    ("has:rope", []), ("after:2023-13-01", []), ("before:yesterday", []), ("from: ann", []),
    // Signs of FTS5.
    ("anchor AND NOT", []), ("\"anchor\" *", ["Boat"]), ("{text}: an*", []),
    ("from:ann\" OR \"bob", []), ("-anchor +rope ^the", ["Boat"]), ("anchor NEAR(", []),
  ])
  func theyFind(search: String, found: [String]) async throws {
    let mailbox = try await maildir.open().refreshed()
    #expect(try await subjects(mailbox, search) == found)
  }

  @Test func mistypedOnesAreNamed() {
    let mistyped = { Listing(folder: nil, search: $0).mistypedOperators }
    #expect(mistyped("from:ann 9:30 https://a.example is:unread before:2023-01-03 Re: boat") == [])
    #expect(
      mistyped("form:ann before:2023-13-01 is:wet from: tide")
        == ["form:ann", "before:2023-13-01", "is:wet", "from:"]
    )
  }

  @Test(arguments: [
    ("ᾠδή", "ωδη"), ("كـتـاب", "كتاب"), ("ΩΙΔΗ", "ωιδη"),
  ])
  func lettersAreFoldedAlike(written: String, typed: String) {
    #expect(FoldedText(written).bytes == FoldedText(typed).bytes)
  }

  @Test func aTextOfOneLineKeepsToTheLimitAndNamesAreAddedStill() {
    var words = DistinctWords()
    let line = Array((0..<100_000).map { "w\($0)" }.joined(separator: " ").utf8)
    line.withUnsafeBufferPointer { words.add($0) }
    #expect(DistinctWords.limit..<DistinctWords.limit + 8 ~= words.bytes.count)
    let before = words.bytes.count
    words.add("Garage bill.pdf")
    #expect(words.bytes.count > before)
  }

  /// Marks change an entry of the index without its words; a message's words go with it.
  @Test func theyFollowChanges() async throws {
    let mailbox = try await maildir.open().refreshed()
    let reply = message(
      "3@x",
      "Re: Boat",
      references: ["1@x"],
      date: "Sun, 01 Jan 2023 12:00:00 +0000",
      body: "A captain.\n"
    )
    try maildir.add(reply, as: "cur/2:2,S")
    _ = try await mailbox.refresh()
    #expect(try await subjects(mailbox, "captain anchor is:read") == ["Boat"])
    try maildir.move("cur/0:2,S", to: "cur/0:2,F")
    _ = try await mailbox.refresh()
    #expect(try await subjects(mailbox, "captain anchor is:read").isEmpty)
    #expect(try await subjects(mailbox, "captain anchor is:unread is:starred") == ["Boat"])
    #expect(try await subjects(mailbox, "before:2023-01-02") == ["Boat"])
    try maildir.delete("cur/2:2,S")
    _ = try await mailbox.refresh()
    for search in ["captain", "before:2023-01-02"] {
      #expect(try await subjects(mailbox, search).isEmpty)
    }
    #expect(try await subjects(mailbox, "anchor is:unread") == ["Boat"])
    try maildir.delete("cur/0:2,F")
    _ = try await mailbox.refresh()
    #expect(try await subjects(mailbox, "anchor").isEmpty)
    #expect(try await subjects(mailbox, "is:unread") == ["Car"])
  }
}
