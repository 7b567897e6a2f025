import Glibc

/// A file or folder, by what stays the same however it is reached.
struct FileIdentity: Sendable, Hashable {
  let device: UInt64
  let inode: UInt64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }
}

/// What lies in a folder, and the folder open for looking closer.
final class FolderListing {
  enum Kind {
    case file
    case folder
    /// A pipe, socket or device.
    case other
    /// Must be asked for.
    case link
    case unknown
  }

  struct Entry {
    var name: [UInt8]
    var kind: Kind
    /// Of the entry itself: a link's own.
    var identity: FileIdentity

    var isHidden: Bool { name.first == UInt8(ascii: ".") }
  }

  let identity: FileIdentity
  /// By name, links last: so what is reached twice is known by its own name.
  private(set) var entries: [Entry] = []
  /// Whether there are more than were asked for.
  private(set) var isCut = false

  private let stream: OpaquePointer
  private let names: Set<[UInt8]>

  /// Opens and reads a folder.
  ///
  /// - Parameters:
  ///   - parent: the open folder that it lies in, or `AT_FDCWD`.
  ///   - limit: how many entries to read at most.
  /// - Throws: ``Refusal``, with the system's reason.
  init(_ name: UnsafePointer<CChar>, in parent: Int32, limit: Int) throws(Refusal) {
    let folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK)
    guard folder >= 0 else { throw Refusal(reason: systemReason(), isGone: errno == ENOENT) }
    var status = stat()
    guard fstat(folder, &status) == 0, let stream = fdopendir(folder) else {
      let reason = systemReason()
      close(folder)
      throw Refusal(reason: reason)
    }
    self.stream = stream
    identity = FileIdentity(status)
    var entries: [Entry] = []
    errno = 0
    while let item = readdir(stream) {
      let entry = Entry(item, device: identity.device)
      if entry.name != [0x2E], entry.name != [0x2E, 0x2E] {
        isCut = entries.count == limit
        if isCut { break }
        entries.append(entry)
      }
      errno = 0
    }
    guard isCut || errno == 0 else {
      // Of a folder that was deleted since it was opened there is nothing to read.
      let refusal = Refusal(reason: systemReason(), isGone: errno == ENOENT)
      closedir(stream)
      throw refusal
    }
    self.entries = entries.sorted {
      ($0.kind == .link) != ($1.kind == .link)
        ? $1.kind == .link : $0.name.lexicographicallyPrecedes($1.name)
    }
    names = Set(entries.map(\.name))
  }

  deinit { closedir(stream) }

  /// For opening what lies in the folder.
  var descriptor: Int32 { dirfd(stream) }

  func contains(_ name: String) -> Bool { names.contains(Array(name.utf8)) }

  func contains(_ name: [UInt8]) -> Bool { names.contains(name) }

  /// Whether there is a folder, or a link to one, at a path below this one.
  func holdsFolder(_ path: [UInt8]) -> Bool { status(of: path)?.kind == .folder }

  /// Whether a folder in this one is a Maildir, or a link to one.
  func holdsMaildir(_ name: [UInt8]) -> Bool {
    func holds(_ part: String) -> Bool { holdsFolder(name + Array("/\(part)".utf8)) }
    return holds("cur") && (holds("new") || holds("tmp"))
  }

  /// Whether what a name stands for lies on this folder's file system, or nowhere.
  func isOnSameDisk(_ name: [UInt8]) -> Bool {
    status(of: name).map { $0.identity.device == identity.device } ?? true
  }

  /// What a name stands for when links are followed; nil, and `errno` set, when for nothing.
  func status(of path: [UInt8]) -> (kind: Kind, identity: FileIdentity)? {
    var status = stat()
    let result = DiskPath(bytes: path).withCString { fstatat(descriptor, $0, &status, 0) }
    guard result == 0 else { return nil }
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    return (kind, FileIdentity(status))
  }
}

extension FolderListing.Entry {
  fileprivate init(_ item: UnsafeMutablePointer<dirent>, device: UInt64) {
    name = withUnsafePointer(to: &item.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { start in
        UnsafeBufferPointer(start: start, count: strnlen(start, 256)).map {
          UInt8(bitPattern: $0)
        }
      }
    }
    kind =
      switch Int(item.pointee.d_type) {
      case Int(DT_REG): .file
      case Int(DT_DIR): .folder
      case Int(DT_LNK): .link
      case Int(DT_UNKNOWN): .unknown
      default: .other
      }
    identity = FileIdentity(device: device, inode: UInt64(item.pointee.d_ino))
  }
}
