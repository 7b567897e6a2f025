import Glibc
import SystemPackage

/// A file whose first line is a password.
package enum PasswordFile {
  /// Reads the password. Waits for the file, which may be a pipe.
  ///
  /// - Throws: ``Unusable``.
  package static func read(_ path: String) throws -> String {
    let bytes: [UInt8]
    do {
      let file = try FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec)
      defer { try? file.close() }
      guard try !isOpenToOthers(file) else {
        throw Unusable(
          description: "the file “\(path)” can be read by others; chmod 600 takes that from them"
        )
      }
      bytes = try firstLine(of: file)
    } catch let error as Errno {
      throw Unusable(description: "the file “\(path)” cannot be read: \(error)")
    }
    guard bytes.count <= longest, let line = String(validating: bytes, as: UTF8.self) else {
      throw Unusable(description: "the first line of the file “\(path)” is no password")
    }
    guard !line.isEmpty else {
      throw Unusable(description: "the first line of the file “\(path)” is empty")
    }
    return line
  }

  /// The reason why the file cannot be used, and the remedy; a part of a sentence.
  package struct Unusable: Error, CustomStringConvertible {
    package let description: String
  }

  private static let longest = 4096

  /// Whether other users may read the file. An unnamed pipe is never open to others, whatever its
  /// permissions say.
  private static func isOpenToOthers(_ file: FileDescriptor) throws(Errno) -> Bool {
    var status = stat()
    guard fstat(file.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
    return status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o077 != 0
  }

  private static func firstLine(of file: FileDescriptor) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1024)
    while bytes.count <= longest {
      let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
      bytes += buffer[..<count]
      if count == 0 || buffer[..<count].contains(10) { break }
    }
    let line = bytes.prefix { $0 != 10 }
    return Array(line.last == 13 ? line.dropLast() : line)
  }
}
