import Testing

@testable import Tideline

/// The user is asked about any file that can run code, if its name, type or content shows it.
struct AttachmentRiskTests {
  private nonisolated static let elf: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0]
  private nonisolated static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
  private nonisolated static let text = Array("Plain words.\n".utf8)

  /// The entry of a workbook for a sheet of macros.
  private nonisolated static let macroSheet: [UInt8] =
    [0x85, 0, 14, 0, 1, 2, 0, 0, 0, 1, 6, 0] + Array("Macro1".utf8)

  /// A document whose parts have harmless names, with the declaration of its types compressed.
  private nonisolated static func document(declaring type: String) -> [UInt8] {
    let part = "<Override PartName='/word/a.xml' ContentType='application/vnd.\(type)'/>"
    return document(named: "[Content_Types].xml", part)
  }

  /// An archive of one compressed file.
  private nonisolated static func document(named name: String, _ content: String) -> [UInt8] {
    let types = Array(content.utf8)
    // A stored block, which is not compressed (RFC 1951, section 3.2.4).
    let length = [UInt8(types.count), 0]
    let packed = [1] + length + length.map { ~$0 } + types
    let name = Array(name.utf8)
    let sizes = [UInt8](repeating: 0, count: 16)
    return Array("PK".utf8) + [3, 4, 20, 0, 0, 0, 8, 0] + sizes + [UInt8(name.count), 0, 0, 0]
      + name + packed
  }

  private func risk(_ name: String, _ type: String, _ content: [UInt8]) -> AttachmentRisk? {
    AttachmentRisk(name: name, type: type, content: content)
  }

  @Test(arguments: [
    ("a.exe", AttachmentRisk.program), ("a.EXE", .program), ("a.pdf.exe", .program),
    ("a.jar", .program), ("a.deb", .program), ("a.AppImage", .program), ("a.flatpakref", .program),
    ("a.sh", .script), ("a.py", .script), ("a.js", .script), ("a.bat", .script),
    ("a.desktop", .launcher), ("a.lnk", .launcher), ("a.url", .launcher), ("a.docm", .macros),
    ("a.xlsm", .macros), ("a.html", .page), ("a.htm", .page), ("a.exe ", .program),
    ("a.oxt", .program), ("a.xpi", .program), ("a.crx", .program), ("a.kwinscript", .program),
    ("a.plasmoid", .program), ("a.theme", .program), ("a.flatpakrepo", .program),
    ("a.fish", .script), ("a.reg", .script), ("a.rdp", .launcher),
    ("a.accdb", .macros), ("a.svgz", .page), ("a.xslt", .page), ("a.odb", .macros),
    ("a.pkg.tar.zst", .program), ("a.ymp", .program), ("a.msixbundle", .program),
    ("a.FCMacro", .script), ("a.ovpn", .program),
  ])
  func aNameTells(name: String, expected: AttachmentRisk) {
    #expect(risk(name, "application/octet-stream", Self.text) == expected)
  }

  @Test(arguments: [
    ("application/x-desktop", AttachmentRisk.launcher), ("application/x-shellscript", .script),
    ("text/html", .page), ("TEXT/HTML", .page), ("application/x-executable", .program),
    ("application/java-archive", .program),
    ("application/vnd.ms-word.document.macroEnabled.12", .macros),
    ("application/vnd.openofficeorg.extension", .program), ("application/x-xpinstall", .program),
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
      ([0xD0, 0xCF, 0x11, 0xE0] + "PowerPoint Document".utf8.flatMap { [$0, 0] }, .macros),
      ([0xD0, 0xCF, 0x11, 0xE0] + Self.macroSheet, .macros),
      (Self.document(declaring: "ms-word.document.macroEnabled.main+xml"), .macros),
      (Array("<?xml-stylesheet type='text/xsl' href='#a'?><x/>".utf8), .page),
      (Array("<x xmlns='http://www.w3.org/1999/xhtm&#108;'/>".utf8), .page),
      (Array("<svg><a href='java&#x73;cript:x()'/></svg>".utf8), .page),
      (Array("<svg><a href='java&Tab;\nscript:x()'/></svg>".utf8), .page),
      (Array("<svg><set attributeName = 'onmouseover' to='x()'/></svg>".utf8), .page),
      (Self.document(named: "content.xml", "<a href='vnd.sun.star.script:x'/>"), .macros),
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

  /// An archive: a header before each file, and all headers again at the end; if not `plain`, only
  /// at the end.
  private nonisolated static func archive(_ names: String..., plain: Bool = true) -> [UInt8] {
    func header(_ mark: [UInt8], before: Int, behind: Int, _ name: String) -> [UInt8] {
      let length = [UInt8(name.utf8.count), 0]
      return mark + [UInt8](repeating: 0, count: before - 4) + length
        + [UInt8](repeating: 0, count: behind) + name.utf8
    }
    let local = (plain ? names : ["a"]).flatMap {
      header([0x50, 0x4B, 3, 4], before: 26, behind: 2, $0) + "packed".utf8
    }
    let central = names.flatMap { header([0x50, 0x4B, 1, 2], before: 28, behind: 16, $0) }
    return local + central + [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)
  }

  private nonisolated static let document =
    "<office:document xmlns:office="
    + "\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\">"
  private nonisolated static let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\">"

  @Test(arguments: [
    (archive("mimetype", "content.xml", "Basic/Standard/Module1.xml"), AttachmentRisk.macros),
    (archive("mimetype", "content.xml", "Scripts/python/a.py"), .macros),
    (archive("content.xml", "SCRIPTS\\python\\a.py", plain: false), .macros),
    (archive("[Content_Types].xml", "word/VBAPROJECT.BIN"), .macros),
    (archive("[Content_Types].xml", "xl/macrosheets/sheet1.xml", plain: false), .macros),
    (archive("description.xml", "META-INF/manifest.xml"), .program),
    (archive("install.rdf"), .program), (archive("manifest.json", "background.js"), .program),
    (archive("./META-INF/MANIFEST.MF", "a/B.class"), .program),
    (archive("metadata.json", "contents/code/main.js"), .program),
    (archive("metadata.json", "extension.js"), .program),
    (archive("AndroidManifest.xml", "classes.dex"), .program),
  ])
  func theNamesInAnArchiveTell(content: [UInt8], expected: AttachmentRisk) {
    for (name, type) in [("a.zip", "application/zip"), ("a.odt", "application/x"), ("a", "")] {
      #expect(risk(name, type, content) == expected)
    }
  }

  @Test(arguments: [
    ("<?xml version=\"1.0\"?>\(document)<office:scripts><office:script/>", AttachmentRisk.macros),
    ("\(document.replacing("office:", with: "o:"))<o:scripts/>", .macros),
    ("\(document)<script:event-listener/>", .macros),
    (
      "<w:wordDocument xmlns:w=\"http://schemas.microsoft.com/office/word/2003/wordml\" "
        + "w:macrosPresent=\"yes\">", .macros
    ),
    ("\(picture)<script>alert(1)</script>", .page), ("\(picture)<g onload='x()'/>", .page),
    ("\(picture)<g a=\"b\"onclick\n=\"x()\"/>", .page), ("\(picture)<foreignObject/>", .page),
    ("<s:svg xmlns:s=\"http://www.w3.org/2000/svg\"><s:script/>", .page),
    ("\(picture)<a href=\"javascript:x()\"/>", .page),
    ("<x xmlns=\"http://www.w3.org/1999/xhtml\"><script/></x>", .page),
    ("# A remark\n\n[Desktop Entry]\nExec=sh\n", .launcher),
    ("[InternetShortcut]\nURL=a", .launcher),
    ("[Flatpak Ref]\nName=a", .program), ("<?php exit();", .script),
  ])
  func whatATextSaysTells(text: String, expected: AttachmentRisk) {
    let bytes = Array(text.utf8)
    let units: [[UInt8]] = text.utf16.map { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let wide = [0xFF, 0xFE] + units.joined()
    for (name, type) in [
      ("a.fodt", "application/x"), ("a.svg", "image/svg+xml"), ("a.xml", "text/xml"),
    ] {
      #expect(risk(name, type, bytes) == expected)
      #expect(risk(name, type, Array("\u{FEFF} \n".utf8) + bytes) == expected)
      if expected == .macros || expected == .page { #expect(risk(name, type, wide) == expected) }
    }
  }

  @Test func lookingForNamesTakesTimeInProportionToTheContent() {
    let marks = (0..<1 << 16).flatMap { _ in [0x50, 0x4B, 3, 4] as [UInt8] }
    #expect(risk("a.zip", "application/zip", marks) == nil)
  }

  @Test(arguments: [
    (
      "a.odt", "application/vnd.oasis.opendocument.text",
      archive("mimetype", "content.xml", "Pictures/a.png")
    ),
    ("a.zip", "application/zip", archive("scripts/run.txt", "notes/manifest.json")),
    ("a.epub", "application/epub+zip", archive("mimetype", "META-INF/container.xml")),
    (
      "a.fodt", "application/vnd.oasis.opendocument.text-flat-xml",
      Array("\(document)<office:body/>".utf8)
    ),
    (
      "a.svg", "image/svg+xml",
      Array("\(picture)<text>based on a = b</text><g fill=\"none\"/></svg>".utf8)
    ),
    ("a.xml", "text/xml", Array("<a><b/></a>".utf8)),
  ])
  func aPlainDocumentIsOnlyLookedAt(name: String, type: String, content: [UInt8]) {
    #expect(risk(name, type, content) == nil)
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
