import FoundationEssentials
import Glibc

/// The folder that a sample is written into.
struct SampleFolder {
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
      throw .notWritable(path: path, reason: FileWriting.reason(error))
    }
  }

  /// Writes a file with the time of its delivery.
  func write(_ bytes: [UInt8], to name: String, at seconds: Int64) throws(MailError) {
    try FileWriting.write(bytes, to: "\(path)/\(name)", at: seconds)
  }
}

/// Files of the sample.
enum FileWriting {
  /// Makes a file that must not be there yet.
  ///
  /// - Parameter seconds: its time, or nil for the present.
  static func write(_ bytes: [UInt8], to path: String, at seconds: Int64?) throws(MailError) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw .notWritable(path: path, reason: systemReason()) }
    defer { close(file) }
    var position = 0
    while position < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(file, $0.baseAddress.map { $0 + position }, bytes.count - position)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .notWritable(path: path, reason: systemReason()) }
      position += count
    }
    guard let seconds else { return }
    let time = timespec(tv_sec: Int(seconds), tv_nsec: 0)
    futimens(file, [time, time])
  }

  /// Foundation wraps the system's reason.
  static func reason(_ error: any Error) -> String {
    let inner = (error as? CocoaError)?.underlying as? POSIXError
    return inner.map { systemReason($0.code.rawValue) } ?? "\(error)"
  }
}
