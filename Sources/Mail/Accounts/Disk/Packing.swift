import SystemPackage

/// The compression of a message's file, found by its first bytes: some servers compress each
/// message by itself.
struct Packing {
  /// Why it cannot be decompressed; nil where it can be.
  let obstacle: String?

  /// The longest mark in bytes.
  static let markLength = 16

  /// - Returns: nil where the file is not compressed.
  init?(_ beginning: UnsafeRawBufferPointer) {
    // Mail begins with a letter, almost always with one that is not among these.
    guard let first = beginning.first, Self.initials.contains(first),
      let known = Self.marks.first(where: { beginning.starts(with: $0.bytes) })
    else { return nil }
    obstacle = known.obstacle
  }

  /// Dovecot has formats of its own for LZ4 and for encryption.
  private static let marks: [(bytes: [UInt8], obstacle: String?)] =
    [
      (Inflater.mark, nil),
      ([0x28, 0xB5, 0x2F, 0xFD], packed("zstd")),
      ([0x04, 0x22, 0x4D, 0x18], packed("LZ4")),
      ([0x02, 0x21, 0x4C, 0x18], packed("LZ4")),
      (Array("Dovecot-LZ4\r".utf8), packed("LZ4")),
      ([0x1F, 0x9D], packed("compress")),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], packed("xz")),
      ([0x5D, 0x00, 0x00], packed("LZMA")),
      (Array("CRYPTED".utf8) + [0x03, 0x07], "it is encrypted, and only its server can read it"),
    ] + (0...15).map { ([0x50 + $0, 0x2A, 0x4D, 0x18], packed("zstd")) }
    + (1...9).map { (Array("BZh\($0)1AY&SY".utf8), packed("bzip2")) }

  private static let initials = Set(marks.map(\.bytes[0]))

  private static func packed(_ name: String) -> String {
    "it is packed with \(name), which Tideline cannot unpack"
  }

  /// Decompresses a file.
  ///
  /// - Throws: ``Refusal``, or `CancellationError`.
  func unpacked(_ file: FileDescriptor, size: Int64) throws -> UnpackedFile {
    if let obstacle { throw Refusal(reason: obstacle, isLasting: true) }
    let unpacked = try UnpackedFile(file, size: size)
    if unpacked.size == 0, let damage = unpacked.damage {
      throw Refusal(reason: damage, isLasting: !unpacked.needsRoom)
    }
    return unpacked
  }
}
