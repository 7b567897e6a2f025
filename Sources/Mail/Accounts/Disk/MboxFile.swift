import SystemPackage

/// An mbox open for reading, as it was at that moment.
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

  /// Whether what was read is still there: the same file, and not shorter or rewritten. Growth
  /// does no harm.
  func isIntact(_ path: FilePath) throws(MailError) -> Bool {
    guard let status = try? path.stat() else {
      throw .mailboxVanished(path: path.description)
    }
    let now = FileStamp(status)
    return now.inode == stamp.inode && (now.size > stamp.size || now == stamp)
  }
}

/// What changes when a file does.
struct FileStamp: Sendable, Hashable, Codable {
  /// In bytes.
  var size: Int64
  /// In nanoseconds since 1970, as both that follow. Mail programs set it back after they have
  /// changed flags, so that the shell reports no new mail.
  var modified: Int64
  /// When anything about the file last changed. Nothing sets this back.
  var changed: Int64
  var inode: UInt64

  init(_ status: Stat) {
    size = status.size
    modified = status.st_mtim.nanoseconds
    changed = status.st_ctim.nanoseconds
    inode = UInt64(status.inode.rawValue)
  }

  /// In seconds.
  var lastChange: Int64 { max(modified, changed) / 1_000_000_000 }
}

/// The messages of an mbox: the file itself, or what it unpacks to, with lines that end in line
/// feeds.
struct MboxContent: Sendable {
  /// Held open for as long as it is read.
  private let file: MboxFile
  /// Nil for what is read as it lies there.
  let unpacked: UnpackedFile?

  /// How many messages are listed at most, the last ones.
  let messageLimit: Int

  /// - Parameter limit: how many messages are listed at most. Packed ones cost a sender nothing, so
  ///   of those there may be as many as real mail of that size has.
  /// - Throws: ``Refusal`` when there is no room for unpacking, or `CancellationError`.
  init(_ file: MboxFile, limit: Int = MboxScanner.limit) throws {
    self.file = file
    let beginning = try file.descriptor.bytes(from: 0, to: Int64(FromLine.limit))
    let isPacked = beginning.starts(with: Inflater.mark)
    unpacked =
      try isPacked || beginning.withUnsafeBufferPointer(LineEnds.areOfOldMac)
      ? UnpackedFile(file.descriptor, size: file.size, isPacked: isPacked) : nil
    let plausible = max(Self.fewMessages, Int(clamping: file.size / Self.packedMessage))
    messageLimit = isPacked ? min(plausible, limit) : limit
  }

  var descriptor: FileDescriptor { unpacked?.descriptor ?? file.descriptor }
  /// In bytes.
  var size: Int64 { unpacked?.size ?? file.size }
  var stamp: FileStamp { file.stamp }
  /// Why not all of a packed file could be unpacked.
  var damage: String? { unpacked?.damage }
  /// Whether there was too little room to unpack it all.
  var needsRoom: Bool { unpacked?.needsRoom ?? false }

  /// Even a short message packs to more bytes: its date and Message-ID are its own.
  private static let packedMessage: Int64 = 32
  /// Not counted so closely.
  private static let fewMessages = 50_000

  /// Where a message can be found again without unpacking; nil where there is no other way.
  func hint(_ place: MboxScanner.Place) -> PlaceHint? {
    unpacked == nil ? PlaceHint.offset(place.mark) : nil
  }

  /// Finds its messages from a place on where a From line begins.
  func scan(from start: Int64) throws -> MboxScanner {
    try MboxScanner(descriptor, from: start, to: size, limit: messageLimit)
  }
}
