import CTidelineGLib

/// The names of the files in a ZIP archive. They show the archive's purpose, whatever its own name:
/// a package that installs something, or a document with commands in it.
///
/// An archive lists its names twice: in a local header before each file, and in the central
/// directory at the end. Reads both, since some programs use one list, and some use the other.
nonisolated struct ArchivedNames {
  /// The names in lower case.
  private var names: Set<String> = []
  /// Whether a document declares that one of its parts has macros, or calls a macro.
  private var declaresMacros = false

  /// The maximum number of names that are checked. An archive with more names counts as risky.
  private static let limit = 100_000
  /// Each kind of header: its signature, and the offsets of the file name's length and of the name.
  private static let headers: [(mark: [UInt8], length: Int, name: Int)] = [
    ([0x50, 0x4B, 3, 4], 26, 30), ([0x50, 0x4B, 1, 2], 28, 46),
  ]

  init(_ content: [UInt8]) {
    content.withUnsafeBufferPointer { bytes in
      var index = 0
      while index + 30 < bytes.count, names.count < Self.limit {
        defer { index += 1 }
        guard bytes[index] == 0x50, bytes[index + 1] == 0x4B else { continue }
        for header in Self.headers
        where bytes[index + 2] == header.mark[2] && bytes[index + 3] == header.mark[3] {
          let place = index + header.length
          let length = Int(bytes[place]) | Int(bytes[place + 1]) << 8
          let begin = min(index + header.name, bytes.count)
          let name = bytes[begin..<min(begin + length, bytes.count)]
          add(name)
          let isRead = Self.documents.contains { name.elementsEqual($0) }
          if header.mark[2] == 3, !declaresMacros, isRead {
            declaresMacros = Self.declaresMacros(bytes, header: index, content: name.endIndex)
          }
        }
      }
    }
  }

  // MARK: The types of a document's parts

  /// The files that are searched for macros: in Microsoft's documents, and in OpenDocument files.
  private static let documents = ["[Content_Types].xml", "content.xml", "styles.xml"].map {
    Array($0.utf8)
  }
  private static let macroTypes = [
    "macroenabled", "vbaproject", "macrosheet", "vnd.sun.star.script:",
  ]
  /// The number of bytes that are searched in each of the ``documents``, counted after unpacking.
  private static let declarationLimit = 1 << 20

  /// - Parameters:
  ///   - header: the offset of the local header of a file in ``documents``.
  ///   - content: the offset after the file's name.
  private static func declaresMacros(
    _ bytes: UnsafeBufferPointer<UInt8>,
    header: Int,
    content: Int
  ) -> Bool {
    let extra = Int(bytes[header + 28]) | Int(bytes[header + 29]) << 8
    let packed = UnsafeBufferPointer(rebasing: bytes[min(content + extra, bytes.count)...])
    let isPacked = bytes[header + 8] == 8
    let text = isPacked ? inflated(packed) : Array(packed.prefix(declarationLimit))
    let lower = text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return macroTypes.contains { lower.firstRange(of: Array($0.utf8)) != nil }
  }

  /// Unpacks “deflate” data, up to its end or to ``declarationLimit``.
  private static func inflated(_ packed: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let converter = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_RAW)
    defer { g_object_unref(converter.map { UnsafeMutableRawPointer($0) }) }
    return [UInt8](unsafeUninitializedCapacity: declarationLimit) { output, count in
      var (taken, state) = (0, G_CONVERTER_CONVERTED)
      while state == G_CONVERTER_CONVERTED, count < output.count, taken < packed.count {
        var (read, written) = (gsize(0), gsize(0))
        state = g_converter_convert(
          converter,
          packed.baseAddress.map { $0 + taken },
          gsize(packed.count - taken),
          output.baseAddress.map { $0 + count },
          gsize(output.count - count),
          G_CONVERTER_NO_FLAGS,
          &read,
          &written,
          nil
        )
        taken += Int(read)
        count += Int(written)
      }
    }
  }

  private mutating func add(_ name: Slice<UnsafeBufferPointer<UInt8>>) {
    let parts = String(decoding: name, as: UTF8.self).lowercased().split { $0 == "/" || $0 == "\\" }
    names.insert(parts.filter { $0 != "." }.joined(separator: "/"))
  }

  /// The risk of opening the archive; nil if opening it runs nothing.
  var risk: AttachmentRisk? {
    let hasMacros = has {
      Self.macroFiles.contains($0.last) || Self.macroFolders.contains($0.dropLast().last)
    }
    let hasScripts = has { $0.dropLast().contains { ["basic", "scripts"].contains($0) } }
    if hasMacros || declaresMacros || isOpenDocument && hasScripts { return .macros }
    if names.count >= Self.limit { return .program }
    if !names.isDisjoint(with: Self.packageFiles) { return .program }
    if has({ $0.last?.hasSuffix(".class") == true || $0.last?.hasSuffix(".dex") == true }) {
      return .program
    }
    // Packages of KDE, such as a script for its window manager.
    let isDescribed = has { ["metadata.json", "metadata.desktop"].contains($0.last) }
    return isDescribed && has({ $0.dropLast().contains("contents") }) ? .program : nil
  }

  private var isOpenDocument: Bool {
    names.contains("content.xml") || names.contains("meta-inf/manifest.xml")
  }

  private func has(_ matches: ([Substring]) -> Bool) -> Bool {
    names.contains { matches($0.split(separator: "/")) }
  }

  private static let macroFiles: Set<Substring?> = ["vbaproject.bin", "vbadata.xml"]
  private static let macroFolders: Set<Substring?> = ["macrosheets", "activex"]
  /// Files in packages of office programs, browsers, mail programs, Java, Android, editors, GNOME.
  private static let packageFiles: Set<String> = [
    "description.xml", "install.rdf", "manifest.json", "chrome.manifest", "meta-inf/manifest.mf",
    "androidmanifest.xml", "extension.vsixmanifest", "extension.js", "appxmanifest.xml",
  ]
}
