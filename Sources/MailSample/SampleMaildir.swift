import FoundationEssentials
import Glibc
import Mail

/// The Maildir that a sample is written into.
struct SampleMaildir {
  private let path: String

  /// Tells our samples from everything else. Maildir readers skip names with a dot.
  private static let mark = ".tideline-sample"

  /// Makes the folder, or empties an older sample.
  init(_ path: String) throws(MailError) {
    self.path = path
    let files = FileManager.default
    let content = try? files.contentsOfDirectory(atPath: path)
    if let content, !content.isEmpty {
      guard content.contains(Self.mark) else { throw .sampleFolderInUse(path: path) }
    } else if content == nil, access(path, F_OK) == 0 {
      throw .sampleFolderInUse(path: path)
    }
    do {
      for folder in ["tmp", "new", "cur"] {
        let folder = "\(path)/\(folder)"
        if access(folder, F_OK) == 0 { try files.removeItem(atPath: folder) }
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
      }
      try Data().write(to: URL(fileURLWithPath: "\(path)/\(Self.mark)"))
    } catch {
      throw .notWritable(path: path, reason: FileReason.of(error))
    }
  }

  /// Writes a new file with the time of its delivery, in seconds since 1970.
  func write(_ bytes: [UInt8], to name: String, at seconds: Int64) throws(MailError) {
    let path = "\(path)/\(name)"
    try NewFile.write(bytes, to: path)
    let time = timespec(tv_sec: Int(seconds), tv_nsec: 0)
    utimensat(AT_FDCWD, path, [time, time], 0)
  }
}

/// A message's file.
enum NewFile {
  /// Makes a file that must not be there yet.
  static func write(_ bytes: [UInt8], to path: String) throws(MailError) {
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
    } catch {
      throw .notWritable(path: path, reason: FileReason.of(error))
    }
  }
}

/// The system's words for why a file could not be read or written.
enum FileReason {
  /// The reason of the last system call.
  static var last: String { String(cString: strerror(errno)) }

  /// The reason that Foundation wraps.
  static func of(_ error: any Error) -> String {
    let inner = (error as? CocoaError)?.underlying as? POSIXError
    return inner.map { String(cString: strerror($0.code.rawValue)) } ?? "\(error)"
  }
}
