import CTidelineGLib
import Glibc
import Mail
import SystemPackage

/// Writes attachments to a disk, never with permission to execute.
nonisolated enum AttachmentFile {
  static let saved: FilePermissions = [.ownerReadWrite, .groupReadWrite, .otherReadWrite]

  /// Creates a file in a folder, with a number in its name if the name is taken.
  ///
  /// - Parameters:
  ///   - mode: the permissions, without those that the user's `umask` removes.
  ///   - first: the first number to try; 1 stands for the name itself.
  /// - Returns: the file's path.
  /// - Throws: ``MailError/notWritable(path:reason:)``; then no file was created.
  static func create(
    _ content: [UInt8],
    _ name: String,
    in folder: String,
    mode: FilePermissions = saved,
    from first: Int = 1
  ) throws -> String {
    guard !name.utf8.contains(UInt8(ascii: "/")), name != ".", name != ".." else {
      throw MailError.notWritable(path: folder, reason: "\(Errno.invalidArgument)")
    }
    for number in first..<first + 1_000 {
      let path = folder + "/" + (number == 1 ? name : AttachmentName.numbered(name, number))
      do {
        try NewFile.write(content, to: path, permissions: mode)
        return path
      } catch Errno.fileExists {
        continue
      } catch {
        throw MailError.notWritable(path: path, reason: "\(error)")
      }
    }
    throw MailError.notWritable(path: folder, reason: "\(Errno.fileExists)")
  }

  /// Writes a file that the user has named, and replaces an existing file.
  ///
  /// - Throws: ``MailError/notWritable(path:reason:)``; then an existing file is unchanged.
  static func replace(_ content: [UInt8], at path: String) throws {
    let file = g_file_new_for_path(path)
    defer { g_object_unref(file.map { UnsafeMutableRawPointer($0) }) }
    var error: UnsafeMutablePointer<GError>?
    content.withUnsafeBytes {
      _ = g_file_replace_contents(
        file,
        $0.baseAddress?.assumingMemoryBound(to: CChar.self),
        gsize($0.count),
        nil,
        0,
        // Does not keep the permissions of the replaced file, which may be executable.
        G_FILE_CREATE_REPLACE_DESTINATION,
        nil,
        nil,
        &error
      )
    }
    guard let error else { return }
    defer { g_error_free(error) }
    throw MailError.notWritable(path: path, reason: String(cString: error.pointee.message))
  }
}
