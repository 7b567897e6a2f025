import Foundation
import MailTextTesting
import SystemPackage
import Testing

@testable import Mail
@testable import MailText

/// The labels that Gmail adds to each message in an mbox of Google Takeout.
struct GmailLabelTests {
  private func flags(_ header: String) -> MessageFlags {
    let bytes = Array("\(header)\nSubject: x\n\n".utf8)
    return bytes.withUnsafeBufferPointer {
      MboxMarks(HeaderFields($0, headerLength: $0.count)).flags
    }
  }

  private func flags(labels: String) -> MessageFlags { flags("X-Gmail-Labels: \(labels)") }

  private func words(_ text: String, _ encoding: String, length: Int) -> String {
    var bytes = Array(text.utf8)[...]
    var words: [String] = []
    while !bytes.isEmpty {
      let part = Data(bytes.prefix(length))
      bytes = bytes.dropFirst(length)
      let quoted = part.map { String(format: "=%02X", $0) }.joined()
      let payload = encoding == "B" ? part.base64EncodedString() : quoted
      words.append("=?UTF-8?\(encoding)?\(payload)?=")
    }
    return words.joined(separator: "\n ")
  }

  private static let read = MessageFlags.seen
  private static let both: MessageFlags = [.seen, .flagged]
  static let labels: [(String, MessageFlags)] = [
    ("Inbox,Opened,Category Personal", read), ("Inbox,Unread", []), ("Inbox,Starred,Opened", both),
    ("Sent,Opened", read), ("Sent", read), ("Starred,Unread", .flagged), ("Archived", read),
    ("Drafts", [.seen, .draft]), ("Unread,Opened", []), ("Inbox, Unread ,Mine", []),
    ("Inbox,Mine", read), ("Mine", []), ("Spam,Unread", []), ("Chat,Opened", read),
    ("Inbox,\"Unread, Starred\",Opened", read), ("\"Inbox\",\"Starred\"", both), ("OPENED", read),
    ("", []), (",,,", []), ("Opened/Starred", []), ("Trash,Opened", [.seen, .trashed]),
  ]

  @Test(arguments: labels)
  func labelsAreFlags(labels: String, flags expected: MessageFlags) {
    #expect(flags(labels: labels) == expected)
    #expect(flags(labels: labels.replacing(",", with: ",\n ")) == expected)
  }

  static let languages: [(String, String, String, String, String)] = [
    ("Posteingang,Geöffnet", "Posteingang,Ungelesen", "Markiert", "Gesendet", "Entwürfe"),
    (
      "Boîte de réception,Ouvert", "Boîte de réception,Non lus", "Suivis", "Messages envoyés",
      "Brouillons"
    ),
    ("Messages archivés,Ouverts", "Archivés,Non lu", "Messages suivis", "Envoyé", "Brouillon"),
    ("Recibidos,Abierto", "Recibidos,No leídos", "Destacados", "Enviados", "Borradores"),
    ("Posta in arrivo,Aperto", "Posta in arrivo,Da leggere", "Speciali", "Posta inviata", "Bozze"),
    (
      "Caixa de entrada,Aberto", "Caixa de entrada,Não lidas", "Com estrela", "Enviados",
      "Rascunhos"
    ),
    ("收件箱,已打开", "收件箱,未读", "已加星标", "已发送", "草稿"),
    ("收件匣,已開啟", "收件匣,未讀", "已加星號", "寄件備份", "草稿"),
  ]

  @Test(arguments: languages)
  func labelsAreFlagsInOtherLanguages(
    read: String,
    unread: String,
    starred: String,
    sent: String,
    draft: String
  ) {
    let cases: [(String, MessageFlags)] = [
      (read, .seen), (unread, []), ("\(read),\(starred)", [.seen, .flagged]), (sent, .seen),
      ("\(draft),\(unread)", .draft), ("\(starred),\(unread)", .flagged),
    ]
    for (labels, expected) in cases {
      #expect(flags(labels: labels) == expected)
      for length in [7, 12, 60] {
        #expect(flags(labels: words(labels, "B", length: length)) == expected)
        #expect(flags(labels: words(labels, "Q", length: length)) == expected)
      }
    }
  }

  @Test func aSpaceInALabelMayBeOfAnyKind() {
    #expect(flags(labels: "=?UTF-8?Q?Bo=C3=AEte_de=C2=A0r=C3=A9ception,Non=C2=A0lus?=") == [])
    #expect(flags(labels: "=?UTF-8?Q?Ouvert,Cat=C3=A9gorie=C2=A0:_Promotions?=") == .seen)
    // An ö of two code points.
    #expect(flags(labels: "Geo\u{308}ffnet,Markiert") == [.seen, .flagged])
  }

  @Test func otherProgramsNotesAreReadBesideThem() {
    #expect(flags("X-Gmail-Labels: Mine\nStatus: RO") == .seen)
    #expect(flags("X-Gmail-Labels: Mine\nX-Status: F") == .flagged)
    #expect(flags("X-Gmail-Labels: Inbox,Starred\nStatus: O") == [.seen, .flagged])
  }

  @Test func labelsMakeNoOtherMessageOfIt() async throws {
    let layout = try Layout()
    let reader = SourceReader()
    for labels in ["Inbox,Unread", "Opened,Starred", "Trash,Opened"] {
      let takeout =
        "From 1823400000000000000@xxx Mon Jan 06 10:00:00 +0000 2025\n"
        + "X-GM-THRID: 1823400000000000000\nX-Gmail-Labels: \(labels)\n\(message("a@x"))\n"
      try layout.file("All mail.mbox", takeout)
      try await reader.read(Mbox(path: FilePath(layout.path("All mail.mbox"))))
      #expect(reader.stored.count == 1)
      #expect(reader.gone == 0)
    }
  }
}
