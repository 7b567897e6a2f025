import MailTextTesting
import Testing

@testable import MailText

/// Data for programs within a plain text, and text that only looks like it.
struct TextArmourTests {
  private func read(_ text: String) -> ReadMessage {
    readMessage("Content-Type: text/plain; charset=utf-8\n\n\(text)")
  }

  private let file = "begin 644 notes.txt\n+5&AE(&9E<G)Y(0H`\n`\nend\n"

  @Test func anEncodedFileIsAnAttachment() {
    for file in [
      file, file.replacing("`\nend", with: " \nend"), file.replacing("\n", with: "\r\n"),
    ] {
      let mail = read("Above.\n\n\(file)\nBelow.\n")
      #expect(mail.attachments.map(\.name) == ["notes.txt"])
      #expect(mail.attachments.map(\.size) == [11])
      #expect(mail.passages.map(\.text) == ["Above.\n\n\nBelow."])
    }
  }

  private let yEnc =
    "=ybegin part=1 line=128 size=9 name=a b.bin\n=ypart begin=1\n\u{8}r}\n=yend size=9\n"
  /// As `binhex` writes a file of five bytes.
  private let binHex = """
    (This file must be converted with BinHex 4.0)

    :$f*TEQKPH#jcG'4b-&0*6dC"BA0*580%BA3*!!!!!!"!!!!!!J4$$!3!!N!-"!*
    !$#3m:

    """

  @Test func furtherFormsOfFilesAreAttachments() {
    for (file, name, size) in [(yEnc, "a b.bin", 9), (binHex, "", -1)] {
      let mail = read("Above.\n\n\(file)\nBelow.\n")
      #expect(mail.passages.map(\.text) == ["Above.\n\n\nBelow."])
      #expect(mail.attachments.count == 1)
      guard size >= 0 else { continue }
      #expect(
        mail.attachments.map(\.name) == [name] && mail.attachments.map(\.size) == [Int64(size)]
      )
      #expect(parse("Subject: x\n\nAbove.\n\n\(file)").snippet == "Above.")
    }
    #expect(read("=ybegin line=128 size=9 name=a\nno end\n").attachments.isEmpty)
    #expect(read("(This file must be converted with BinHex 4.0)\n\nwords:\n").attachments.isEmpty)
  }

  @Test func aFileCutAnywhereLosesNoWords() {
    for file in [file, yEnc, binHex] {
      for end in 0...file.utf8.count {
        let text = Array("Subject: x\n\nAbove.\n\n".utf8) + file.utf8.prefix(end)
        for isCut in [false, true] {
          let mail = readMessage(text, isCut: isCut)
          #expect(mail.passages.first?.text.hasPrefix("Above.") == true)
        }
        #expect(parse(text).snippet.hasPrefix("Above."))
      }
    }
  }

  @Test func dashesInSignedTextAreEscaped() {
    let head = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n"
    let end = "-----BEGIN PGP SIGNATURE-----\n\nhQEMA5==\n-----END PGP SIGNATURE-----\n"
    let mail = read("- - own\n\(head)Buy:\n- - bread\n- a\n\(end)- - own\n")
    let lines = mail.passages.map(\.text).joined(separator: "\n").split(separator: "\n")
    #expect(lines == ["- - own", "Buy:", "- bread", "- a", "- - own"])
  }

  @Test(arguments: [
    "begin 644 in prose\nand so on, until the\nend\n", "begin 644 notes.txt\n\nWords below.\n",
    "begin 644 notes.txt\n+5&AE(&9E<G)Y(0H`\nNo end follows here.\n", "begin 644 notes.txt\n",
    "begin 644 notes.txt\nend\n", "begin 755 a.sh\nM short\nend\n",
    "-----BEGIN PGP MESSAGE-----\n\nis a line of such a mail.\n",
    "-----BEGIN PGP MESSAGE-----\n",
    "-----BEGIN PGP SIGNATURE-----\n\nhQEMA5\nand more words here.\n",
    "-----BEGIN PGP SIGNED MESSAGE-----\nThe words begin at once.\n",
    "-----BEGIN PGP MESSAGE-----\nVersion: 1\n\n-----END PGP MESSAGE-----\n",
  ])
  func textThatLooksLikeDataIsShown(text: String) {
    let mail = read("Above.\n\(text)The last line.\n")
    let lines = mail.passages.map(\.text).joined(separator: "\n")
    #expect(mail.attachments.isEmpty)
    for line in text.split(separator: "\n") where !line.contains("SIGNED") && line.contains(" ") {
      #expect(lines.contains(line), "\(line)")
    }
    #expect(lines.hasSuffix("The last line."))
  }

  @Test func armourIsHidden() {
    let message =
      "-----BEGIN PGP MESSAGE-----\nVersion: 1\n\nhQEMA5/+\nabcd\n=AbCd\n-----END PGP MESSAGE-----\n"
    let mail = read("Above.\n\(message)Below.\n")
    #expect(mail.passages.map(\.text) == ["Above.\nBelow."])
    #expect(mail.remarks == [.encrypted])
  }
}
