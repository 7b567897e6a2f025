import SystemPackage

/// An mbox open for reading, with its state at the time of opening.
final class MboxFile: Sendable {
  let descriptor: FileDescriptor
  let stamp: FileStamp

  convenience init(path: String) throws(MailError) { try self.init(path: FilePath(path)) }

  init(path: FilePath) throws(MailError) {
    do throws(Refusal) {
      let (file, status) = try path.withName { name throws(Refusal) in
        try FileDescriptor.workingFolder.openFile(name)
      }
      (descriptor, stamp) = (file, FileStamp(status))
    } catch {
      if error.isLasting { throw .notAFileOrFolder(path: path.description) }
      throw error.isGone || error.code == .notDirectory
        ? .mailboxVanished(path: path.description)
        : .mailboxUnreadable(path: path.description, reason: error.reason)
    }
  }

  deinit { try? descriptor.close() }

  var size: Int64 { stamp.size }

  /// Whether the data that was read is unchanged: the file is the same, not shorter and not
  /// rewritten. It may have grown.
  func isIntact(_ path: FilePath) throws(MailError) -> Bool {
    guard let status = try? path.stat() else {
      throw .mailboxVanished(path: path.description)
    }
    let now = FileStamp(status)
    return now.inode == stamp.inode && (now.size > stamp.size || now == stamp)
  }
}

/// The properties of a file that change with its content.
struct FileStamp: Sendable, Hashable, Codable {
  /// The size in bytes.
  var size: Int64
  /// The modification time, in nanoseconds since 1970. Mail programs set it back after they have
  /// changed flags, so that the shell reports no new mail.
  var modified: Int64
  /// The time of the last change of any kind, in nanoseconds since 1970. Nothing sets it back.
  var changed: Int64
  var inode: UInt64

  init(_ status: Stat) {
    size = status.size
    modified = status.st_mtim.nanoseconds
    changed = status.st_ctim.nanoseconds
    inode = UInt64(status.inode.rawValue)
  }

  /// The later of the two times, in seconds.
  var lastChange: Int64 { max(modified, changed) / 1_000_000_000 }
}

/// The messages of an mbox: the file itself, or a converted copy of a file that is compressed or
/// has an old Mac's line ends.
struct MboxContent: Sendable {
  /// Keeps the file open while it is read.
  private let file: MboxFile
  /// The converted copy of the file; nil if the file itself is read.
  let unpacked: UnpackedFile?

  /// The highest number of messages listed; if there are more, the last ones are listed.
  let messageLimit: Int

  /// - Parameter limit: the highest number of messages listed. A small compressed file may have
  ///   millions of messages, so the limit for a compressed file also depends on its size.
  /// - Throws: ``Refusal`` when the file cannot be read or converted, or `CancellationError`.
  init(_ file: MboxFile, limit: Int = MboxScanner.limit) throws {
    self.file = file
    let beginning = try file.descriptor.bytes(from: 0, to: Int64(FromLine.limit))
    let isPacked = beginning.starts(with: Inflater.mark)
    unpacked =
      try isPacked || beginning.withUnsafeBufferPointer(FromLine.endsAsOnOldMacs)
      ? UnpackedFile(file.descriptor, size: file.size, isPacked: isPacked) : nil
    let plausible = max(Self.fewMessages, Int(clamping: file.size / Self.packedMessage))
    messageLimit = isPacked ? min(plausible, limit) : limit
  }

  var descriptor: FileDescriptor { unpacked?.descriptor ?? file.descriptor }
  var size: Int64 { unpacked?.size ?? file.size }
  var stamp: FileStamp { file.stamp }
  /// The reason why the file could not be converted completely; nil if it could.
  var damage: String? { unpacked?.damage }
  /// Whether there was too little space to decompress everything.
  var needsRoom: Bool { unpacked?.needsRoom ?? false }

  /// The least size in bytes to which a short message can be compressed: its date and Message-ID
  /// are unique, so they take some bytes.
  private static let packedMessage: Int64 = 32
  /// The number of messages that is allowed in a compressed file of any size.
  private static let fewMessages = 50_000

  /// The hint for reading a message again; nil if the file must be converted first.
  func hint(_ place: MboxScanner.Place) -> PlaceHint? {
    unpacked == nil ? PlaceHint.offset(place.mark) : nil
  }

  /// Finds the messages from the start of a From line on.
  func scan(from start: Int64) throws -> MboxScanner {
    try MboxScanner(descriptor, from: start, to: size, limit: messageLimit)
  }
}
