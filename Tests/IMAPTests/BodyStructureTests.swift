import Testing

@testable import IMAP

struct BodyStructureTests {
  private static let text = #"("TEXT" "PLAIN" ("CHARSET" "utf-8") NIL NIL "7BIT" 5 1)"#

  /// A short form of the tree: `mixed(1 text/plain, 2 image/png attachment)`.
  private static func outline(_ structure: BodyStructure) -> String {
    switch structure {
    case .part(let part): outline(part)
    case .multipart(let subtype, let parts):
      "\(subtype)(\(parts.map(outline).joined(separator: " ")))"
    case .message(let part, let nested): "\(outline(part))[\(outline(nested))]"
    }
  }

  private static func outline(_ part: BodyPart) -> String {
    "\(part.type)/\(part.subtype)" + (part.disposition.map { ":\($0.kind)" } ?? "")
  }

  @Test(arguments: [
    (text, "text/plain"),
    (#"("text" "plain" NIL NIL NIL "8bit" 5 1 NIL ("inline" NIL) NIL NIL)"#, "text/plain:inline"),
    ("(\(text)\(text) \"MIXED\")", "mixed(text/plain text/plain)"),
    ("(\(text) \"MIXED\" (\"BOUNDARY\" \"x\") (\"attachment\" NIL) NIL)", "mixed(text/plain)"),
    ("((\(text) \"ALTERNATIVE\") \(text) \"MIXED\")", "mixed(alternative(text/plain) text/plain)"),
    (
      "(\"MESSAGE\" \"RFC822\" NIL NIL NIL \"7BIT\" 9 (NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL)"
        + " \(text) 4 NIL (\"attachment\" (\"filename\" \"a\")))",
      "message/rfc822:attachment[text/plain]"
    ),
    // Without an envelope.
    (
      "(\"MESSAGE\" \"RFC822\" NIL NIL NIL \"7BIT\" 9 NIL (\"attachment\" NIL) NIL)",
      "message/rfc822:attachment"
    ),
    ("(\"MESSAGE\" \"DELIVERY-STATUS\" NIL NIL NIL \"7BIT\" 9)", "message/delivery-status"),
    // A disposition that is not a list.
    (#"("TEXT" "HTML" NIL NIL NIL "7BIT" 5 1 NIL "inline" NIL NIL)"#, "text/html:inline"),
    (#"("IMAGE" "PNG" NIL NIL NIL "BASE64" 5 NIL "attachment")"#, "image/png:attachment"),
    // Multiparts without parts.
    (#"("ALTERNATIVE" ("BOUNDARY" "x") NIL NIL)"#, "alternative()"),
    (
      #"(("ALTERNATIVE" ("BOUNDARY" "x") NIL NIL)"# + text + " \"MIXED\")",
      "mixed(alternative() text/plain)"
    ),
    (#"("ALTERNATIVE")"#, "alternative()"),
    (#"("ALTERNATIVE" NIL NIL)"#, "alternative()"),
    (#"("MULTIPART" "MIXED" ("BOUNDARY" "x"))"#, "mixed()"),
    (#"(NIL "ALTERNATIVE" ("BOUNDARY" "x") NIL NIL NIL)"#, "alternative()"),
    ("(NIL \(text) \"MIXED\")", "mixed(() text/plain)"),
    ("(\(text) NIL \"MIXED\")", "mixed(text/plain ())"),
    ("(\(text) NIL \(text) \"MIXED\")", "mixed(text/plain () text/plain)"),
    // NIL and atoms instead of strings.
    ("(\(text) NIL NIL NIL NIL)", "(text/plain)"),
    ("(\(text) NIL (\"BOUNDARY\" \"x\") NIL)", "(text/plain)"),
    ("(NIL \"PLAIN\" NIL NIL NIL \"7BIT\" 5 1)", "/plain"),
    ("(\"TEXT\" NIL NIL NIL NIL NIL NIL NIL)", "text/"),
    ("(TEXT PLAIN NIL NIL NIL 7BIT 5 1)", "text/plain"),
    ("(\"TEXT\" \"PLAIN\")", "text/plain"),
    ("(\"TEXT\" (\"CHARSET\" \"x\") NIL NIL \"7BIT\" 5 1)", "text/"),
  ])
  func isRead(text: String, outline: String) throws {
    let message = try fetched("BODYSTRUCTURE \(text) UID 3")
    let structure = try #require(message.structure)
    #expect(Self.outline(structure) == outline)
    #expect(message.uid == 3)
  }

  @Test(arguments: ["NIL", "()", "((()))", "atom", "\"text\"", "5", "(())", "((\"a\" \"b\") ())"])
  func whatMakesNoSenseTakesNothingElseWithIt(text: String) throws {
    let message = try fetched("FLAGS (a) BODYSTRUCTURE \(text) UID 3 BODY[] {1}\nx")
    #expect(message.structure == nil || text.contains("\"b\""))
    #expect(message.flags == ["a"])
    #expect(message.uid == 3)
    #expect(message.bytes(of: Section(.whole)) == Array("x".utf8))
  }

  @Test func aStructureWithoutItsEndIsNone() throws {
    #expect(try fetched("UID 3 BODYSTRUCTURE ((\(Self.text) \"MIXED\"").structure == nil)
  }

  @Test func aPartHasItsFields() throws {
    let message = try fetched(
      #"BODYSTRUCTURE ("IMAGE" "PNG" ("NAME" "a\"b.png" "X" NIL "NAME" "c") "<i@x>" "d" "BASE64" "#
        + #"9.37e+06 "md5" ("ATTACHMENT" ("FILENAME" {3}"#
        + "\nx y) NIL) (\"de\") \"here\" (1 (2)))"
    )
    let part = BodyPart(
      type: "image",
      subtype: "png",
      parameters: ["name": "a\"b.png", "x": ""],
      contentID: "<i@x>",
      encoding: "base64",
      size: 9_370_000,
      disposition: BodyDisposition(kind: "attachment", parameters: ["filename": "x y"])
    )
    #expect(message.structure == .part(part))
  }

  @Test(arguments: ["0", "99999999999", "-5", "NIL", "\"7\"", "x"])
  func aWrongSizeDoesNotShiftWhatFollows(size: String) throws {
    let items = "BODYSTRUCTURE (\"A\" \"B\" NIL NIL NIL \"7BIT\" \(size) NIL (\"inline\" NIL))"
    guard case .part(let part)? = try fetched(items).structure else {
      Issue.record("no part")
      return
    }
    #expect(part.disposition?.kind == "inline")
  }

  @Test func partsAreNumberedAsSectionsAre() throws {
    func numbers(_ text: String) throws -> [[Int]] {
      try #require(fetched("BODYSTRUCTURE \(text)").structure).numberedParts.map(\.number)
    }
    let text = Self.text
    let envelope = "(NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL)"
    func message(_ body: String) -> String {
      "(\"MESSAGE\" \"RFC822\" NIL NIL NIL \"7BIT\" 9 \(envelope) \(body) 4)"
    }
    #expect(try numbers(text) == [[1]])
    #expect(try numbers("(\(text)\(text) \"MIXED\")") == [[1], [2]])
    #expect(try numbers("((\(text)\(text) \"X\")\(text) \"MIXED\")") == [[1, 1], [1, 2], [2]])
    #expect(try numbers(message(text)) == [[1], [1, 1]])
    #expect(try numbers("(\(text)\(message(text)) \"X\")") == [[1], [2], [2, 1]])
    let mixed = "(\(text)\(text) \"MIXED\")"
    #expect(try numbers("(\(text)\(message(mixed)) \"X\")") == [[1], [2], [2, 1], [2, 2]])
    #expect(try numbers("(NIL \(text) \"MIXED\")") == [[2]])
  }
}
