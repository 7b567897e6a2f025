import Testing

@testable import Tideline

/// What can run is asked about, by whatever gives it away: its name, its type or its content.
struct AttachmentRiskTests {
  private nonisolated static let elf: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0]
  private nonisolated static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
  private nonisolated static let text = Array("Plain words.\n".utf8)

  private func risk(_ name: String, _ type: String, _ content: [UInt8]) -> AttachmentRisk? {
    AttachmentRisk(name: name, type: type, content: content)
  }

  @Test(arguments: [
    ("a.exe", AttachmentRisk.program), ("a.EXE", .program), ("a.pdf.exe", .program),
    ("a.jar", .program), ("a.deb", .program), ("a.AppImage", .program), ("a.flatpakref", .program),
    ("a.sh", .script), ("a.py", .script), ("a.js", .script), ("a.bat", .script),
    ("a.desktop", .launcher), ("a.lnk", .launcher), ("a.url", .launcher), ("a.docm", .macros),
    ("a.xlsm", .macros), ("a.html", .page), ("a.htm", .page), ("a.exe ", .program),
  ])
  func aNameTells(name: String, expected: AttachmentRisk) {
    #expect(risk(name, "application/octet-stream", Self.text) == expected)
  }

  @Test(arguments: [
    ("application/x-desktop", AttachmentRisk.launcher), ("application/x-shellscript", .script),
    ("text/html", .page), ("TEXT/HTML", .page), ("application/x-executable", .program),
    ("application/java-archive", .program),
    ("application/vnd.ms-word.document.macroEnabled.12", .macros),
  ])
  func aTypeTells(type: String, expected: AttachmentRisk) {
    #expect(risk("", type, Self.text) == expected)
  }

  @Test func aContentTellsWhateverItIsCalled() {
    let contents: [([UInt8], AttachmentRisk)] = [
      (Self.elf, .program), (Array("MZ\u{1}\u{2}".utf8), .program),
      (Array("#!/bin/sh\nrm -r ~\n".utf8), .script),
      (Array("[Desktop Entry]\nExec=sh\n".utf8), .launcher),
      (Array("PK\u{3}\u{4}word/vbaProject.bin".utf8), .macros),
      (Array("PK\u{3}\u{4}Basic/script-lc.xml".utf8), .macros),
      ([0xD0, 0xCF, 0x11, 0xE0] + "_VBA_PROJECT".utf8.flatMap { [$0, 0] }, .macros),
      (Array("<!DOCTYPE html><html><script>".utf8), .page),
    ]
    for (content, expected) in contents {
      for (name, type) in [("a.png", "image/png"), ("a.doc", "application/msword"), ("", "")] {
        #expect(risk(name, type, content) == expected, "\(name)")
      }
      #expect(AttachmentRisk.isDisguised(name: "a.png", type: "image/png", content: content))
    }
    #expect(!AttachmentRisk.isDisguised(name: "a.exe", type: "", content: Self.elf))
  }

  @Test(arguments: [
    ("a.png", "image/png", png), ("a.txt", "text/plain", text), ("notes", "text/plain", text),
    ("a.pdf", "application/pdf", Array("%PDF-1.4\n".utf8)), ("", "application/octet-stream", []),
    ("a.docx", "application/octet-stream", Array("PK\u{3}\u{4}word/document.xml".utf8)),
    ("a.zip", "application/zip", Array("PK\u{3}\u{4}".utf8)), ("exe", "text/plain", text),
    ("a.eml", "message/rfc822", Array("Subject: x\n\n".utf8)), ("a.ics", "text/calendar", text),
  ])
  func whatIsOnlyLookedAtIsNotAskedAbout(name: String, type: String, content: [UInt8]) {
    #expect(risk(name, type, content) == nil)
  }
}
