import Foundation
import MailTextTesting
import Testing

@testable import Mail

/// An attached mail is opened and saved as it was sent, and its text is still shown.
struct AttachedMailTests {
  private static let mail = "From: Carl <carl@dahl.example>\nSubject: Offer\n\nTwo sails for one.\n"

  private static func multipart(_ type: String, _ parts: String..., boundary: String = "b")
    -> String
  {
    "Content-Type: multipart/\(type); boundary=\(boundary)\n\n"
      + parts.map { "--\(boundary)\n\($0)\n" }.joined() + "--\(boundary)--\n"
  }

  private static func attached(_ mail: String, _ fields: String = "") -> String {
    "Content-Type: message/rfc822\n\(fields)\n\(mail)"
  }

  @Test func itIsWhatWasSentByteByByte() throws {
    let mail = Array(Self.mail.replacing("\n", with: "\r\n").utf8) + [0, 0xFF, 0x80, 13, 10]
    let start = "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHi\r\n--b\r\n"
    let fields = "Content-Type: message/rfc822\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
    let bytes = Array((start + fields).utf8) + mail + Array("\r\n--b--\r\n".utf8)
    #expect(try partContents(bytes) == ["2 Offer.eml": mail])
    let attachment = try #require(readMessage(bytes).attachments.first)
    #expect(attachment.type == "message/rfc822")
  }

  @Test func itHasItsOwnAttachments() throws {
    let deep = Self.multipart(
      "mixed",
      "\nDeep words.",
      "Content-Type: application/x; name=sails\n\nx and y",
      boundary: "d"
    )
    let offer = "Subject: Offer\n" + deep
    let outer = "Subject: Outer\n" + Self.multipart("mixed", Self.attached(offer), boundary: "c")
    let message = Self.multipart("mixed", "\nHi", Self.attached(outer))
    #expect(
      try partTexts(message) == [
        "2 Outer.eml": outer, "2.1 Offer.eml": offer, "2.1.2 sails": "x and y",
      ]
    )
  }

  @Test(arguments: ["base64", "quoted-printable"])
  func oneThatIsPackedIsUnpacked(encoding: String) throws {
    let mail = "Subject: Offer\nContent-Type: application/x; name=sails\n\nx=y"
    let packed =
      encoding == "base64"
      ? Data(mail.utf8).base64EncodedString() : mail.replacing("=", with: "=3D")
    let part = Self.attached(packed, "Content-Transfer-Encoding: \(encoding)\n")
    let message = Self.multipart("mixed", "\nHi", part)
    #expect(try partTexts(message) == ["2 Offer.eml": mail, "2.1 sails": "x=y"])
  }

  @Test func aMessageMayBeNothingElse() throws {
    let header = "Content-Type: message/rfc822\nContent-Disposition: attachment\n\n"
    #expect(try partTexts(header + Self.mail) == ["1 Offer.eml": Self.mail])
  }

  @Test func oneThatIsCutIsNotGivenOut() throws {
    let inner =
      "Subject: Offer\n"
      + Self.multipart(
        "mixed",
        "Content-Type: application/x; name=a\n\none",
        "Content-Type: application/x; name=b\n\ntwo and more",
        boundary: "c"
      )
    let message = Self.multipart("mixed", Self.attached(Self.mail), Self.attached(inner))
    let end = try #require(message.range(of: " and more")).lowerBound
    let bytes = Array(message[..<end].utf8)
    let read = readMessage(bytes, isCut: true)
    #expect(read.attachments.map(\.name) == ["Offer.eml", "Offer.eml", "a", "b"])
    #expect(read.attachments.map(\.isCut) == [false, true, false, true])
    for attachment in read.attachments {
      let part = try #require(attachment.part)
      if attachment.isCut {
        #expect(throws: PartIsCut.self) { try foundMessage(bytes, isCut: true).content(of: part) }
      } else {
        #expect(try foundMessage(bytes, isCut: true).content(of: part) != nil)
      }
    }
  }

  @Test func aMailThatEndsInAnAttachedOneIsReadAtEachByte() throws {
    let mails = [
      Self.multipart(
        "mixed",
        "\nHi",
        Self.attached(Self.mail, "Content-Disposition: attachment\n")
      ),
      Self.multipart(
        "report; report-type=delivery-status",
        "Content-Type: message/delivery-status\n\nNo box.\n\nAction: failed\nStatus: 5.1.1\n"
          + "Diagnostic-Code: smtp; 550 no\n box",
        Self.attached(Self.mail)
      ),
      Self.multipart(
        "encrypted",
        "Content-Type: application/pgp-encrypted\n\nVersion: 1",
        "Content-Type: application/octet-stream; name=e.asc\n\n-----BEGIN PGP MESSAGE-----"
      ),
      Self.multipart(
        "related",
        "Content-Type: text/html\n\n<img src=\"cid:a\">",
        "Content-Type: image/png; name=a.png\nContent-ID: <a>\n\nx"
      ),
      "Content-Type: application/pkcs7-mime; smime-type=enveloped-data\n\nQUJD",
      "Content-Type: text/plain\n\n-----BEGIN PGP MESSAGE-----\n\nhQ\n-----END PGP MESSAGE-----\n",
    ]
    for mail in mails {
      let bytes = Array("Subject: x\n\(mail)".utf8)
      for end in bytes.indices {
        bytes[..<end].withUnsafeBytes { FuzzTarget.message.run($0) }
        let cut = Array(bytes[..<end])
        for attachment in readMessage(cut, isCut: true).attachments where !attachment.isCut {
          guard let part = attachment.part else { continue }
          #expect(try foundMessage(cut, isCut: true).content(of: part) != nil)
        }
      }
    }
  }

  @Test func aMailboxReadsIt() async throws {
    let fixture = try MaildirFixture()
    let message = Self.multipart("mixed", "\nTheir offer.", Self.attached(Self.mail))
    try fixture.add("Subject: x\nMessage-ID: <a@x>\n\(message)", as: "cur/1:2,S")
    let mailbox = try await fixture.open().refreshed()
    let rows = try await mailbox.page(limit: 1).conversations
    let row = try #require(rows.first)
    #expect(row.attachments && row.snippet == "Their offer.")
    let stub = try #require(try await mailbox.messages(in: row.id).first)
    let attachment = try #require(try await mailbox.message(stub).attachments.first)
    #expect(attachment.name == "Offer.eml")
    #expect(try await mailbox.content(of: attachment, in: stub) == Array(Self.mail.utf8))
  }
}

func foundMessage(_ bytes: [UInt8], isCut: Bool = false) -> FoundMessage {
  FoundMessage(bytes: bytes, isCut: isCut, path: "/x", received: 0)
}

/// The contents of all attachments, by number and name.
func partContents(_ bytes: [UInt8]) throws -> [String: [UInt8]] {
  var contents: [String: [UInt8]] = [:]
  for attachment in readMessage(bytes).attachments {
    let part = try #require(attachment.part)
    let number = part.number.map(String.init).joined(separator: ".")
    let content = try #require(try foundMessage(bytes).content(of: part))
    contents["\(number) \(attachment.name)"] = content
    #expect(attachment.size == Int64(content.count), "\(attachment.name)")
  }
  return contents
}

func partTexts(_ message: String) throws -> [String: String] {
  try partContents(Array(message.utf8)).mapValues { String(decoding: $0, as: UTF8.self) }
}
