import Testing

@testable import IMAP

/// The secret is removed from every server text that echoes a log-in, in any spelling.
struct SecretFilterTests {
  private static let secret = "tan\"staaf-é"
  private static let bytes = Array(secret.utf8)
  private static let token = "ya29.a0AfB_byC-" + String(repeating: "xY7k", count: 40)

  private static func base64(_ text: String) -> String {
    String(decoding: Base64.encode(Array(text.utf8)), as: UTF8.self)
  }

  private static func hexadecimal(_ separator: String = "") -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: separator)
  }

  private static func inPieces(_ text: String, of length: Int, _ separator: String) -> String {
    var pieces: [Substring] = []
    var rest = text[...]
    while !rest.isEmpty {
      pieces.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return pieces.joined(separator: separator)
  }

  private static let plain = base64("\0tim\0\(secret)")

  private static let forms: [String] = [
    secret, "TAN\"STAAF-é", #"tan\"staaf-é"#, #"tan\"staaf-\303\251"#, #"tan\"staaf-\xc3\xa9"#,
    #"tan\"staaf-\u00e9"#, "tan&quot;staaf-&#233;", "tan&#x22;staaf-&#xE9;", "tan%22staaf-%C3%A9",
    "t%61n%22staaf-%c3%a9", "tan\"staaf-=C3=A9", plain, plain.lowercased(), plain.uppercased(),
    base64(secret), base64("tim"), base64("x\(secret)"), base64("xy\(secret)z"),
    base64("T2 LOGIN tim \"\(secret)\""), base64("user=tim\u{1}auth=Bearer \(secret)\u{1}\u{1}"),
    plain.replacing("=", with: "%3D").replacing("+", with: "%2B").replacing("/", with: "%2F"),
    plain.replacing("+", with: "-").replacing("/", with: "_"),
    hexadecimal(), hexadecimal().uppercased(), hexadecimal(" "), hexadecimal(":"),
    bytes.map { "\\x" + String($0, radix: 16) }.joined(),
    bytes.map { "%" + String($0, radix: 16) }.joined(),
    bytes.map { "0x" + String($0, radix: 16) }.joined(separator: ", "),
    inPieces(secret, of: 3, " "), inPieces(plain, of: 4, " "), inPieces(plain, of: 5, "\n "),
    inPieces(plain.replacing("=", with: ""), of: 1, " "), inPieces(plain, of: 6, "\" \""),
    inPieces(hexadecimal(), of: 7, "\t"), "TAN\"STAAF-É", "tan\u{200B}staaf\u{2013}é",
    "tan\u{A0}“staaf”\u{202F}é", String(secret.reversed()), #"ta%6E\"staaf-é"#,
    "ta%256E%2522staaf-é", #"tan\"\nstaaf-\r\né"#, #"ta\u{6E}\"staaf-\u{e9}"#,
  ]

  @Test(arguments: forms)
  func isFoundInEachForm(_ form: String) {
    let filter = SecretFilter(user: "tim", secret: Self.secret)
    #expect(filter.clean("not now: \(form) was sent") == "not now: … was sent")
    #expect(filter.clean("(\(form))").allSatisfy { "(…)".contains($0) })
    #expect(filter.clean("\(form) and \(form)") == "… and …")
  }

  @Test(arguments: ["correct-hors", "orrect-horse", "correct-hor", "Correct Hors"])
  func isFoundWhereItsEndIsCut(_ piece: String) {
    let filter = SecretFilter(user: "tim", secret: "correct-horse")
    #expect(!filter.clean("bad command: LOGIN tim \(piece)").lowercased().contains("orrect"))
  }

  @Test(arguments: ["!@#$%", "%21%40%23%24%25", "!@#&#36;%", "&#33;@#$%"])
  func aSecretOfMarksIsFound(_ form: String) {
    let filter = SecretFilter(user: "tim", secret: "!@#$%")
    #expect(filter.clean("not now: \(form)") == "not now: …")
  }

  @Test(arguments: [
    token, base64(token), base64("user=tim\u{1}auth=Bearer \(token)\u{1}\u{1}"),
    base64("n,a=tim,\u{1}host=h\u{1}port=993\u{1}auth=Bearer \(token)\u{1}\u{1}"),
    inPieces(base64("user=tim\u{1}auth=Bearer \(token)\u{1}\u{1}"), of: 76, "\n"),
  ])
  func aTokenIsFoundAlsoWhereItIsCut(_ form: String) {
    let filter = SecretFilter(user: "tim", secret: Self.token)
    for text in [form, String(form.prefix(form.count / 2))] {
      let clean = filter.clean("not now: \(text)")
      #expect(clean.hasPrefix("not now: "))
      #expect(!clean.contains("xY7k"))
      for length in [16, 20] {
        for piece in stride(from: 40, to: text.count - length, by: 8) {
          let start = text.index(text.startIndex, offsetBy: piece)
          #expect(!clean.contains(text[start...].prefix(length)))
        }
      }
    }
  }

  @Test(arguments: ["no", "a1!", "1234", "login", "!?&§", "é"])
  func aShortOneIsFoundOnlyAsAWord(_ secret: String) {
    let filter = SecretFilter(user: "tim", secret: secret)
    #expect(filter.clean("sent \(secret) now") == "sent … now")
    #expect(filter.clean("sent (\"\(secret)\") then").contains(secret) == false)
    #expect(filter.clean("T2 \(Self.base64("\0tim\0\(secret)"))") == "T2 …")
    #expect(filter.clean("T2 \(Self.base64(secret)) x") == "T2 … x")
    let sentence = "I cannot do such a thing, 12345 loginshells are known, none of them yours."
    #expect(filter.clean(sentence) == sentence)
  }

  @Test func anInnocentSentenceStaysAsItIs() {
    let sentence = "[LIMIT] Too many connections (10 of 10) for tim=user: 100% & \"more\" \\o/ é"
    for filter in [SecretFilter(), SecretFilter(user: "tim", secret: Self.secret)] {
      #expect(filter.clean(sentence) == sentence)
      #expect(filter.clean("") == "")
    }
  }

  @Test func aSentenceIsCutOnce() {
    let filter = SecretFilter(user: "tim", secret: Self.secret)
    let long = String(repeating: "é", count: 501)
    #expect(filter.clean(String(long.dropLast())) == String(long.dropLast()))
    #expect(filter.clean(long) == long.dropLast() + "…")
    #expect(filter.clean(filter.clean(long)) == filter.clean(long))
    #expect(filter.clean(String(repeating: "x", count: 1 << 20)).count == 501)
    // One character of very many scalars.
    let heap = "x" + String(repeating: "\u{301}", count: 1 << 20)
    #expect(filter.clean(heap).unicodeScalars.count <= 501)
  }

  @Test func aSecretAtTheLimitIsNotCutIntoAPartOfIt() {
    let filter = SecretFilter(user: "tim", secret: Self.secret)
    for count in 480...520 {
      let filled = String(repeating: "x ", count: count / 2) + Self.secret
      #expect(!filter.clean(filled).contains("ta"))
    }
    for count in 1...40 {
      let secrets = String(repeating: " \(Self.secret)", count: 4000)
      let many = String(repeating: "x", count: count) + secrets
      #expect(!filter.clean(many).contains("ta"))
    }
  }
}
