import CAdwaita
import Foundation
import Testing
import TidelineGtk
import XCTest

@testable import Mail
@testable import MailText
@testable import Tideline

/// The work of an attachment's row.
nonisolated final class AttachmentRowTests: AdwaitaTestCase {
  @MainActor func testWhatIsBeingSavedIsSavedWhenItsMessageLeavesTheWindow() throws {
    let folder = try TestFolder()
    var reading: CheckedContinuation<Void, Never>?
    let attachment = Attachment(name: "tides.txt", type: "text/plain", size: 2)
    var row: AttachmentRow? = AttachmentRow(attachment) { _, _ in
      await withCheckedContinuation { reading = $0 }
      return [104, 105]
    }
    row?.save(in: folder.path)
    XCTAssertTrue(MainLoop.run { reading != nil })
    let life = Weak(object: row)
    row = nil
    reading?.resume()
    let path = folder.path + "/tides.txt"
    XCTAssertTrue(MainLoop.run { FileManager.default.fileExists(atPath: path) })
    XCTAssertEqual(FileManager.default.contents(atPath: path), Data([104, 105]))
    XCTAssertTrue(MainLoop.run { life.object == nil }, "the row is not kept")
  }

  @MainActor func testSaveAllSaysHowManyItHasSavedAndWhere() throws {
    let folder = try TestFolder()
    let list = AttachmentList(
      ["a.txt", "a.txt", "b.txt"].map { name in
        let part = MessagePart(number: [1], encoding: TransferEncoding("7bit".utf8))
        return Attachment(name: name, type: "text/plain", size: 2, part: part)
      }
    ) { _, _ in [104, 105] }
    list.saveAll(in: folder.path)
    let name = LabelText.make(folder.path.split(separator: "/").last.map(String.init) ?? "")
    XCTAssertTrue(
      MainLoop.run { list.widget.asWidget.shows("3 attachments saved in “\(name)”") }
    )
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path).count, 3)
  }

  private struct Weak { weak var object: AttachmentRow? }
}

/// An attachment's file name is only a name, without folders, whatever the message calls it.
struct AttachmentNameTests {
  private func name(_ name: String, type: String = "application/pdf") -> String {
    AttachmentName.make(name, type: type, fallback: "attachment")
  }

  @Test(arguments: [
    ("report.pdf", "report.pdf"), ("a b (1).tar.gz", "a b (1).tar.gz"), ("夏休み.jpg", "夏休み.jpg"),
    ("../../x", "x"), ("/etc/passwd", "passwd"), ("..\\..\\boot.ini", "boot.ini"),
    ("C:\\Users\\a.doc", "a.doc"), (".bashrc", "bashrc"), ("...hidden.pdf", "hidden.pdf"),
    ("name. . ", "name"), ("a\nb\tc.pdf", "a b c.pdf"), ("a\u{0}\u{7}\u{1B}b", "ab"),
    ("gpj.\u{202E}fdp.exe", "gpj.fdp.exe"), ("\u{2067}a\u{2069}.pdf", "a.pdf"),
    ("a\u{200B}\u{FEFF}.pdf", "a.pdf"), ("a\u{2028}b", "a b"),
    ("photo.jpg                              .exe", "photo.jpg .exe"),
    ("👩\u{200D}🚀\u{FE0F}.png", "👩\u{200D}🚀\u{FE0F}.png"),
    ("a\u{E000}.pdf", "a.pdf"), (".\u{FE0F}bashrc", "\u{FE0F}bashrc"),
    // In Swift, a slash with a combining mark is one character, which differs from a slash.
    ("/\u{E0100}../\u{E0100}.config/\u{E0100}autostart/\u{E0100}a.desktop", "a.desktop"),
    ("a/\u{0301}b", "a-\u{0301}b"), ("..\\\u{200D}a.pdf", "\u{200D}a.pdf"), ("a/\u{E0041}", "a-"),
    ("Invoice 11/2026.pdf", "Invoice 11-2026.pdf"), ("a\\b.txt", "a-b.txt"),
  ])
  func isOneVisibleWordOrMore(hostile: String, expected: String) {
    #expect(name(hostile) == expected)
  }

  @Test(arguments: ["", ".", "..", "/", "../", "\u{202E}", " . ", "\n", "\\"])
  func ofNothingTheTypeIsLeft(nothing: String) {
    #expect(name(nothing) == "attachment.pdf")
    #expect(name(nothing, type: "IMAGE/PNG") == "attachment.png")
    #expect(name(nothing, type: "application/x-unknown") == "attachment")
  }

  @Test(arguments: [
    ("Tide tables", "Tide tables.eml"), ("", "message.eml"), (" . ", "message.eml"),
    ("Offer 3/4", "Offer 3-4.eml"), ("Lunch w/ Bob", "Lunch w- Bob.eml"), ("Foo/", "Foo-.eml"),
    ("C:\\a", "C:-a.eml"), ("../x", "-x.eml"),
  ])
  func aMessageIsSavedByItsSubject(subject: String, expected: String) {
    #expect(AttachmentName.make(ofMessage: subject, fallback: "message") == expected)
  }

  @Test(arguments: ["a", "ä", "漢", "👩‍🚀"])
  func aLongOneIsCutAndKeepsItsEnding(letter: String) {
    let cut = name(String(repeating: letter, count: 300) + ".pdf")
    #expect(cut.utf8.count <= AttachmentName.limit && cut.utf8.count > AttachmentName.limit - 8)
    #expect(cut.hasSuffix(".pdf") && cut.hasPrefix(letter))
    let noEnding = name("a." + String(repeating: letter, count: 300))
    #expect(noEnding.utf8.count <= AttachmentName.limit)
  }

  @Test func aCopyHasANumberBeforeItsEnding() {
    #expect(AttachmentName.numbered("a.pdf", 2) == "a (2).pdf")
    #expect(AttachmentName.numbered("Makefile", 3) == "Makefile (3)")
  }
}
