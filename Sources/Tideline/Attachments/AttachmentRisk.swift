import TidelineGtk

/// The reason to ask the user before an attachment is opened: opening it may run something.
///
/// Name, declared type and content are each checked alone: a program that is sent as a picture is
/// still a program. GIO's `g_content_type_can_be_executable` is useless here: it is true for any
/// plain text, which may be a script.
nonisolated enum AttachmentRisk: Hashable {
  /// A program, or a package that installs one.
  case program
  /// Commands for an interpreter.
  case script
  /// A file that starts another program.
  case launcher
  /// A document that contains commands.
  case macros
  /// A web page: a browser loads parts of it from elsewhere, and runs its scripts.
  case page

  /// - Returns: nil if opening the attachment runs nothing.
  init?(name: String, type: String, content: [UInt8]) {
    let types = [
      type.lowercased(), ContentType.guess(name: name, content),
      ContentType.guess(name: nil, content),
    ]
    let ending = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
      .map { $0.lowercased().filter { !$0.isWhitespace } }
    // A package for Arch Linux, such as `a.pkg.tar.zst`, has the extension of a plain archive.
    let isPackage = name.lowercased().firstRange(of: ".pkg.tar.") != nil
    let found =
      (isPackage ? .program : nil) ?? Self.byBeginning(content) ?? ending.flatMap(Self.byEnding)
      ?? Self.inDocument(content) ?? types.lazy.compactMap(Self.byType).first
    guard let found else { return nil }
    self = found
  }

  /// Whether the message gives a dangerous attachment a harmless name and type.
  static func isDisguised(name: String, type: String, content: [UInt8]) -> Bool {
    AttachmentRisk(name: name, type: type, content: []) == nil
      && AttachmentRisk(name: name, type: type, content: content) != nil
  }

  private static func byBeginning(_ content: [UInt8]) -> AttachmentRisk? {
    for (risk, beginnings) in beginnings where beginnings.contains(where: content.starts) {
      return risk
    }
    return content.asLines.first { !$0.isEmpty && $0.first != UInt8(ascii: "#") }
      .flatMap { line in headings.first { line.starts(with: $0.key.utf8) }?.value }
  }

  private static let beginnings: [(AttachmentRisk, [[UInt8]])] = [
    (
      .program,
      [
        // Programs of Linux, Windows, Java and macOS; packages; WebAssembly; compiled help pages.
        [0x7F, 0x45, 0x4C, 0x46], Array("MZ".utf8), [0xCA, 0xFE, 0xBA, 0xBE],
        [0xFE, 0xED, 0xFA, 0xCE], [0xFE, 0xED, 0xFA, 0xCF], [0xCE, 0xFA, 0xED, 0xFE],
        [0xCF, 0xFA, 0xED, 0xFE], Array("!<arch>\ndebian".utf8), [0xED, 0xAB, 0xEE, 0xDB],
        Array("Cr24".utf8), Array("flatpak\0".utf8), Array("hsqs".utf8), Array("dex\n0".utf8),
        [0, 0x61, 0x73, 0x6D], Array("ITSF".utf8),
      ]
    ),
    (.launcher, [[0x4C, 0, 0, 0, 1, 0x14, 2, 0]]),
    (.script, [Array("#!".utf8)]),
  ]

  /// The risks by the beginning of the first line that is neither empty nor a comment.
  private static let headings: [String: AttachmentRisk] = [
    "[Desktop Entry]": .launcher, "[InternetShortcut]": .launcher, "[Flatpak Ref]": .program,
    "[Flatpak Repo]": .program, "<?php": .script,
  ]

  private static func byEnding(_ ending: String) -> AttachmentRisk? {
    endings.first { $0.value.contains(ending) }?.key
  }

  private static let endings: [AttachmentRisk: Set<String>] = [
    .program: [
      "exe", "com", "scr", "pif", "msi", "msp", "mst", "msix", "appx", "cpl", "dll", "ocx", "xll",
      "appimage", "run", "bin", "elf", "so", "out", "ko", "wasm", "jar", "war", "ear", "class",
      "jnlp", "apk", "xapk", "aab", "ipa", "dmg", "pkg", "deb", "udeb", "rpm", "snap", "flatpak",
      "flatpakref", "flatpakrepo", "egg", "whl", "gem", "pyc", "pyz", "oxt", "xpi", "crx",
      "vsix", "nupkg", "gadget", "swf", "chm", "hlp", "kwinscript", "kwineffect", "kwinswitcher",
      "plasmoid", "theme", "themepack", "deskthemepack", "ymp", "eopkg", "xbps", "msixbundle",
      "appxbundle", "appinstaller", "phar", "ovpn",
    ],
    .script: [
      "sh", "bash", "dash", "zsh", "csh", "tcsh", "ksh", "fish", "command", "py", "pyw", "pl", "rb",
      "js", "jse", "mjs", "vb", "vbs", "vbe", "ps1", "psm1", "psd1", "ws", "wsf", "wsh", "wsc",
      "sct", "hta", "bat", "cmd", "reg", "inf", "lua", "tcl", "php", "awk", "scpt", "applescript",
      "groovy", "ahk", "fcmacro",
    ],
    .launcher: [
      "desktop", "kdelnk", "directory", "lnk", "url", "website", "webloc", "scf", "service",
      "timer", "socket", "path", "mount", "automount", "msc", "rdp", "remmina", "ica",
      "library-ms", "search-ms", "settingcontent-ms", "appref-ms", "application",
    ],
    .macros: [
      "docm", "dotm", "xlsm", "xltm", "xlam", "xla", "xlm", "xlsb", "pptm", "potm", "ppam", "ppsm",
      "ppa", "sldm", "wbk", "odb", "mdb", "mde", "accdb", "accde", "accdr", "ade", "adp",
    ],
    .page: [
      "html", "htm", "xhtml", "xht", "shtml", "mht", "mhtml", "webarchive", "maff", "xsl", "xslt",
      // The markup of an SVGZ picture is compressed, so it cannot be checked.
      "svgz",
    ],
  ]

  private static func byType(_ type: String) -> AttachmentRisk? {
    if type.firstRange(of: "macroenabled") != nil { return .macros }
    return parents.first { parent in ContentType.isKind(type, of: parent.type) }?.risk
  }

  private static let parents: [(type: String, risk: AttachmentRisk)] = [
    ("application/x-desktop", .launcher), ("application/x-ms-shortcut", .launcher),
    ("application/x-mswinurl", .launcher), ("application/x-shellscript", .script),
    ("application/javascript", .script), ("text/javascript", .script), ("text/x-python", .script),
    ("application/x-perl", .script), ("application/x-ruby", .script),
    ("application/x-php", .script), ("application/x-executable", .program),
    ("application/x-sharedlib", .program), ("application/x-ms-dos-executable", .program),
    ("application/x-msdownload", .program), ("application/x-dosexec", .program),
    ("application/vnd.microsoft.portable-executable", .program), ("application/x-msi", .program),
    ("application/java-archive", .program), ("application/x-java-archive", .program),
    ("application/x-java-jnlp-file", .program), ("application/vnd.appimage", .program),
    ("application/vnd.debian.binary-package", .program), ("application/x-deb", .program),
    ("application/x-rpm", .program), ("application/vnd.flatpak", .program),
    ("application/vnd.flatpak.ref", .program),
    ("application/vnd.flatpak.repo", .program), ("application/vnd.snap", .program),
    ("application/vnd.android.package-archive", .program),
    ("application/vnd.openofficeorg.extension", .program), ("application/x-xpinstall", .program),
    ("application/x-chrome-extension", .program), ("application/x-theme", .program),
    ("application/x-plasma", .program), ("application/x-python-bytecode", .program),
    ("application/vnd.adobe.flash.movie", .program),
    ("application/x-shockwave-flash", .program), ("application/vnd.ms-htmlhelp", .program),
    ("application/vnd.ms-access", .macros), ("image/svg+xml-compressed", .page),
    ("text/html", .page), ("application/xhtml+xml", .page), ("application/x-mimearchive", .page),
  ]

  /// Checks the content of a document. Office documents are archives of files, or files of
  /// Microsoft's older format; both contain the names of their macros uncompressed. Most packages
  /// are archives, too. All other content is checked as markup.
  private static func inDocument(_ content: [UInt8]) -> AttachmentRisk? {
    if content.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
      // An old presentation compresses even the names of its macros, so each counts as risky.
      let names: [[UInt8]] = ["_VBA_PROJECT", "PowerPoint Document"].map { name in
        name.utf8.flatMap { [$0, 0] }
      }
      let hasMacros = names.contains { content.firstRange(of: $0) != nil }
      return hasMacros || hasMacroSheet(content) ? .macros : nil
    }
    guard content.starts(with: "PK".utf8) else { return MarkupRisk.find(in: content) }
    let names = ["vbaProject.bin", "Basic/script-lc.xml"].map { Array($0.utf8) }
    if names.contains(where: { content.firstRange(of: $0) != nil }) { return .macros }
    return ArchivedNames(content).risk
  }

  /// Whether a workbook of Microsoft's older format lists a sheet of macros: a record of type 0x85,
  /// in which the sixth byte after the length is the sheet's kind ([MS-XLS], section 2.4.28).
  private static func hasMacroSheet(_ content: [UInt8]) -> Bool {
    content.withUnsafeBufferPointer { bytes in
      guard bytes.count > 12 else { return false }
      return (0..<(bytes.count - 12)).contains { start in
        bytes[start] == 0x85 && bytes[start + 1] == 0 && (8...80).contains(bytes[start + 2])
          && bytes[start + 3] == 0 && bytes[start + 8] <= 2 && bytes[start + 9] == 1
          && (1...31).contains(bytes[start + 10]) && bytes[start + 11] <= 1
      }
    }
  }
}

extension [UInt8] {
  /// The lines in the first 4 kB of a text, in ASCII only, without indentation and byte order mark.
  nonisolated fileprivate var asLines: [ArraySlice<UInt8>] {
    let text = prefix(4_096).filter { $0 != 0 && $0 < 0x80 }
    return text.split { $0 == 10 || $0 == 13 }.map { $0.drop { $0 <= 0x20 } }
  }
}
