import TidelineGtk

/// Why opening an attachment may run something, so that the user is asked first.
///
/// The name, the type that the message gives and the content each tell on their own: a program that
/// is sent as a picture is one. GIO's own answer, `g_content_type_can_be_executable`, is of no use
/// here, since any plain text can be a script.
nonisolated enum AttachmentRisk: Hashable {
  /// A program, or what installs one.
  case program
  /// Commands that an interpreter runs.
  case script
  /// A file that starts another program.
  case launcher
  /// A document with commands in it.
  case macros
  /// A page, which a browser loads from elsewhere, and whose scripts it runs.
  case page

  /// - Parameters:
  ///   - name: as the message has it.
  ///   - type: as the message has it.
  ///   - content: all of it.
  /// - Returns: nil where it is only looked at.
  init?(name: String, type: String, content: [UInt8]) {
    let types = [
      type.lowercased(), ContentType.guess(name: name, content),
      ContentType.guess(name: nil, content),
    ]
    let ending = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
      .map { $0.lowercased().filter { !$0.isWhitespace } }
    let found =
      Self.byBeginning(content) ?? ending.flatMap(Self.byEnding)
      ?? types.lazy.compactMap(Self.byType).first ?? Self.inDocument(content)
    guard let found else { return nil }
    self = found
  }

  /// Whether the message calls it something harmless that it is not.
  static func isDisguised(name: String, type: String, content: [UInt8]) -> Bool {
    AttachmentRisk(name: name, type: type, content: []) == nil
      && AttachmentRisk(name: name, type: type, content: content) != nil
  }

  private static func byBeginning(_ content: [UInt8]) -> AttachmentRisk? {
    // What Linux, Windows and Java run; Windows' links; and scripts of any language.
    if content.starts(with: [0x7F, 0x45, 0x4C, 0x46]) || content.starts(with: "MZ".utf8)
      || content.starts(with: [0xCA, 0xFE, 0xBA, 0xBE])
    {
      return .program
    }
    if content.starts(with: [0x4C, 0, 0, 0, 1, 0x14, 2, 0]) { return .launcher }
    if content.starts(with: "[Desktop Entry]".utf8) { return .launcher }
    return content.starts(with: "#!".utf8) ? .script : nil
  }

  private static func byEnding(_ ending: String) -> AttachmentRisk? {
    endings.first { $0.value.contains(ending) }?.key
  }

  private static let endings: [AttachmentRisk: Set<String>] = [
    .program: [
      "exe", "com", "scr", "pif", "msi", "cpl", "dll", "appimage", "run", "bin", "elf", "so", "out",
      "jar", "class", "jnlp", "apk", "deb", "rpm", "snap", "flatpak", "flatpakref", "flatpakrepo",
    ],
    .script: [
      "sh", "bash", "zsh", "csh", "ksh", "py", "pyw", "pl", "rb", "js", "jse", "mjs", "vbs", "vbe",
      "ps1", "wsf", "wsh", "hta", "bat", "cmd", "lua", "tcl", "php", "awk",
    ],
    .launcher: ["desktop", "lnk", "url", "webloc", "service", "timer"],
    .macros: [
      "docm", "dotm", "xlsm", "xltm", "xlam", "xlsb", "pptm", "potm", "ppam", "ppsm", "sldm",
    ],
    .page: ["html", "htm", "xhtml", "xht", "shtml", "mht", "mhtml"],
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
    ("application/vnd.android.package-archive", .program),
    ("text/html", .page), ("application/xhtml+xml", .page), ("application/x-mimearchive", .page),
  ]

  /// Office documents are archives of files, or files of Microsoft's older kind; both name their
  /// macros in plain.
  private static func inDocument(_ content: [UInt8]) -> AttachmentRisk? {
    let isArchive = content.starts(with: "PK\u{3}\u{4}".utf8)
    let isOld = content.starts(with: [0xD0, 0xCF, 0x11, 0xE0])
    let names: [[UInt8]] =
      isArchive
      ? ["vbaProject.bin", "Basic/script-lc.xml"].map { Array($0.utf8) }
      : isOld ? ["_VBA_PROJECT".utf8.flatMap { [$0, 0] }] : []
    return names.contains { content.firstRange(of: $0) != nil } ? .macros : nil
  }
}
