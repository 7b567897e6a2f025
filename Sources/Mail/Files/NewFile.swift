import Glibc
import SystemPackage

/// A file that is not there yet: written whole or not at all, also by a process that is killed.
public enum NewFile {
  /// Writes a file that has no name until its content is complete. Waits for the disk.
  ///
  /// Some file systems (NFS, FAT, FUSE) have no files without a name. There, a process that is killed
  /// leaves a part of the file.
  ///
  /// - Parameters:
  ///   - path: where nothing may be. A symbolic link is not followed.
  ///   - permissions: those that the user's `umask` takes away are not given.
  /// - Throws: `Errno.fileExists` where something is there, or another reason of the system's. Then
  ///   no file was made.
  public static func write(
    _ content: some Sequence<UInt8>,
    to path: String,
    permissions: FilePermissions = [.ownerReadWrite, .groupReadWrite, .otherReadWrite]
  ) throws(Errno) {
    do {
      if let file = unnamed(beside: FilePath(path), permissions) {
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

  /// Where the system shows the process its open files, which can be given a name there.
  private static let openFiles = "/proc/self/fd"

  /// A file in a path's folder that goes with the process unless it is given a name; nil where the
  /// file system has none.
  private static func unnamed(
    beside path: FilePath,
    _ permissions: FilePermissions
  ) -> FileDescriptor? {
    guard access(openFiles, X_OK) == 0 else { return nil }
    let folder = path.removingLastComponent()
    let options = FileDescriptor.OpenOptions(rawValue: __O_TMPFILE | O_DIRECTORY)
    return try? FileDescriptor.open(
      folder.isEmpty ? "." : folder,
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
