import Glibc
import SystemPackage

/// Creates a file completely or not at all, even if the process is killed.
public enum NewFile {
  /// Writes a file that gets its name only when its content is complete. Waits for the disk.
  ///
  /// Some file systems (NFS, FAT, FUSE) have no files without a name. There, a process that is
  /// killed leaves an incomplete file.
  ///
  /// - Parameters:
  ///   - path: a free path. A symbolic link is not followed.
  ///   - permissions: the permissions before the user's `umask` is applied.
  /// - Throws: `Errno.fileExists` if the path is taken, or another error of the system's. Then no
  ///   file was created.
  public static func write(
    _ content: some Sequence<UInt8>,
    to path: String,
    permissions: FilePermissions = [.ownerReadWrite, .groupReadWrite, .otherReadWrite]
  ) throws(Errno) {
    do {
      if let file = unnamed(beside: path, permissions) {
        try file.closeAfter {
          _ = try file.writeAll(content)
          let opened = "\(openFiles)/\(file.rawValue)"
          guard linkat(AT_FDCWD, opened, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 else {
            throw Errno(rawValue: errno)
          }
        }
      } else {
        try writeNamed(content, to: path, permissions)
      }
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  /// A folder of links to the process's open files. Linking the target of such a link to a path
  /// gives an unnamed file its name.
  private static let openFiles = "/proc/self/fd"

  /// An unnamed file in the path's folder; the file disappears with the process unless it gets a
  /// name. Nil if the file system does not support unnamed files.
  private static func unnamed(
    beside path: String,
    _ permissions: FilePermissions
  ) -> FileDescriptor? {
    guard access(openFiles, X_OK) == 0 else { return nil }
    // Cuts the string: `FilePath` would check each component, and double the time for a small file.
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? "."
    let options = FileDescriptor.OpenOptions(rawValue: __O_TMPFILE | O_DIRECTORY)
    return try? FileDescriptor.open(
      FilePath(String(folder)),
      .writeOnly,
      options: [options, .closeOnExec],
      permissions: permissions
    )
  }

  private static func writeNamed(
    _ content: some Sequence<UInt8>,
    to path: String,
    _ permissions: FilePermissions
  ) throws {
    let file = try FileDescriptor.open(
      path,
      .writeOnly,
      options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
      permissions: permissions
    )
    do {
      try file.closeAfter { _ = try file.writeAll(content) }
    } catch {
      unlink(path)
      throw error
    }
  }
}
