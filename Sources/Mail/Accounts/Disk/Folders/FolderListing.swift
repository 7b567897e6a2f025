import Glibc
import SystemPackage

/// Identifies a file or folder, regardless of the path to it.
struct FileIdentity: Sendable, Hashable {
  let device: UInt64
  let inode: UInt64

  init(_ status: Stat) {
    self.init(device: UInt64(status.deviceID.rawValue), inode: UInt64(status.inode.rawValue))
  }

  init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }
}

/// The entries of a folder, with the folder open to examine them.
final class FolderListing {
  enum Kind {
    case file
    case folder
    /// A pipe, socket or device.
    case other
    /// A symbolic link, whose target `status(of:)` finds.
    case link
    case unknown
  }

  struct Entry {
    var name: [UInt8]
    var kind: Kind
    /// The identity of the entry itself: that of a link, not of its target.
    var identity: FileIdentity

    var isHidden: Bool { name.first == UInt8(ascii: ".") }
  }

  let identity: FileIdentity
  /// The entries by name, links last: a folder that a link also leads to is found by its own name.
  let entries: [Entry]
  /// Whether there are more entries than the limit.
  let isCut: Bool

  /// The open folder, for opening its entries.
  let descriptor: FileDescriptor
  private let names: Set<[UInt8]>

  /// Opens and reads a folder.
  ///
  /// - Parameter limit: the highest number of entries to read.
  /// - Throws: ``Refusal``, with the system's reason.
  init(_ name: FilePath, in parent: FileDescriptor = .workingFolder, limit: Int) throws(Refusal) {
    do throws(Errno) {
      descriptor = try parent.open(name, isFolder: true)
    } catch {
      throw Refusal(error)
    }
    do throws(Errno) {
      let identity = FileIdentity(try descriptor.stat())
      var (entries, isCut) = ([Entry](), false)
      try descriptor.list { name, item in
        let entry = Entry(name, item, device: identity.device)
        if entry.name == [0x2E] || entry.name == [0x2E, 0x2E] { return true }
        isCut = entries.count == limit
        if !isCut { entries.append(entry) }
        return !isCut
      }
      (self.identity, self.isCut) = (identity, isCut)
      names = Set(entries.map(\.name))
      self.entries = entries.sorted {
        ($0.kind == .link) != ($1.kind == .link)
          ? $1.kind == .link : $0.name.lexicographicallyPrecedes($1.name)
      }
    } catch {
      try? descriptor.close()
      // Also thrown if the folder was deleted after it was opened.
      throw Refusal(error)
    }
  }

  deinit { try? descriptor.close() }

  func contains(_ name: String) -> Bool { names.contains(Array(name.utf8)) }

  func contains(_ name: [UInt8]) -> Bool { names.contains(name) }

  /// Whether there is a folder, or a link to one, at a relative path.
  func holdsFolder(_ path: FilePath) -> Bool { (try? status(of: path))?.kind == .folder }

  /// Whether an entry is a Maildir, or a link to one.
  func holdsMaildir(_ name: FilePath) -> Bool {
    func holds(_ part: String) -> Bool { holdsFolder(name.appending(part)) }
    return holds("cur") && (holds("new") || holds("tmp"))
  }

  /// Whether the file that a name leads to is on this folder's file system; also true if that file
  /// cannot be examined.
  func isOnSameDisk(_ name: FilePath) -> Bool {
    (try? status(of: name)).map { $0.identity.device == identity.device } ?? true
  }

  /// The kind and identity of the file that a name leads to, following links.
  func status(of path: FilePath) throws(Errno) -> (kind: Kind, identity: FileIdentity) {
    let status = try path.stat(relativeTo: descriptor, flags: [])
    let kind: Kind =
      switch status.type {
      case .regular: .file
      case .directory: .folder
      default: .other
      }
    return (kind, FileIdentity(status))
  }
}

extension FolderListing.Entry {
  /// The path relative to its folder.
  var path: FilePath { FilePath(bytes: name) }

  fileprivate init(_ name: UnsafePointer<CChar>, _ item: UnsafePointer<dirent>, device: UInt64) {
    self.name = Array(Bytes(name))
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
