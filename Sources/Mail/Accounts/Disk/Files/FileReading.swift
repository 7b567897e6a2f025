import Glibc
import SystemPackage

/// Reads files and folders, safely even if a path leads to another kind of file, such as a pipe.
extension FileDescriptor {
  /// The current working folder, where relative paths start.
  static let workingFolder = FileDescriptor(rawValue: AT_FDCWD)

  /// Opens an entry of this folder. Does not wait for a writer if the entry is a pipe.
  func open(_ name: UnsafePointer<CChar>, isFolder: Bool = false) throws(Errno) -> FileDescriptor {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (isFolder ? O_DIRECTORY : 0)
    let file = openat(rawValue, name, flags)
    guard file >= 0 else { throw Errno(rawValue: errno) }
    return FileDescriptor(rawValue: file)
  }

  func open(_ path: FilePath, isFolder: Bool = false) throws(Errno) -> FileDescriptor {
    try path.withName { name throws(Errno) in try open(name, isFolder: isFolder) }
  }

  /// Opens a regular file, and nothing else.
  func openFile(
    _ name: UnsafePointer<CChar>
  ) throws(Refusal) -> (file: FileDescriptor, status: Stat) {
    let file: FileDescriptor
    do throws(Errno) { file = try open(name) } catch { throw Refusal(error) }
    do throws(Errno) {
      let status = try file.stat()
      if status.type == .regular { return (file, status) }
    } catch {
      try? file.close()
      throw Refusal(error)
    }
    try? file.close()
    throw Refusal(reason: "not a regular file", isLasting: true)
  }

  /// Reads until the buffer is full, or up to `end` or the file's end. Returns the number of bytes.
  func read(
    at offset: Int64,
    into buffer: UnsafeMutableRawBufferPointer,
    upTo end: Int64
  ) throws(Refusal) -> Int {
    let wanted = Int(max(0, min(Int64(buffer.count), end - offset)))
    var position = 0
    while position < wanted {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[position..<wanted])
      do {
        let count = try read(fromAbsoluteOffset: offset + Int64(position), into: rest)
        guard count > 0 else { break }
        position += count
      } catch {
        throw Refusal(error as? Errno ?? .ioError)
      }
    }
    return position
  }

  /// The bytes of a range; fewer if the file ends within it.
  func bytes(from start: Int64, to end: Int64) throws(Refusal) -> [UInt8] {
    var refusal: Refusal?
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(max(0, end - start))) { buffer, count in
      do throws(Refusal) {
        count = try read(at: start, into: UnsafeMutableRawBufferPointer(buffer), upTo: end)
      } catch {
        refusal = error
      }
    }
    if let refusal { throw refusal }
    return bytes
  }

  /// Passes on the names in a folder, including `.` and `..`, until `consume` returns false.
  ///
  /// - Throws: also an error with ``Errno/isMissing`` if the folder was deleted after it was
  ///   opened.
  func list(
    _ consume: (_ name: UnsafePointer<CChar>, _ entry: UnsafePointer<dirent>) -> Bool
  ) throws(Errno) {
    // Opens the folder again: a duplicated descriptor would share the reading position.
    let own = try open(".", isFolder: true)
    // Closing the stream closes its descriptor.
    guard let stream = fdopendir(own.rawValue) else {
      let error = Errno(rawValue: errno)
      try? own.close()
      throw error
    }
    defer { closedir(stream) }
    errno = 0
    while let entry = readdir(stream) {
      let goesOn = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { consume($0, entry) }
      }
      guard goesOn else { return }
      errno = 0
    }
    guard errno == 0 else { throw Errno(rawValue: errno) }
    // A deleted folder reads as an empty one, without an error.
    if try stat().linkCount == 0 { throw .noSuchFileOrDirectory }
  }
}

/// A failure to read a file or folder.
struct Refusal: Error {
  var reason: String
  /// Whether the file was moved or deleted after it was found; the next refresh will notice.
  var isGone = false
  /// Whether trying again is useless, as for a pipe, or for an unsupported kind of compression.
  var isLasting = false

  /// The system's error; nil if the failure has another cause.
  var code: Errno?
}

extension Refusal {
  init(_ error: Errno) {
    self.init(reason: error.description, isGone: error.isMissing, code: error)
  }
}

extension FilePath {
  /// Calls `body` with the path as a C string.
  func withName<Result, Failure: Error>(
    _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withPlatformString { name in
      Swift.Result { () throws(Failure) in try body(name) }
    }.get()
  }
}

extension Errno {
  /// Whether the error says that there is no file of that name.
  var isMissing: Bool { self == .noSuchFileOrDirectory }
}

extension Stat {
  /// When the content was last changed, in whole seconds since 1970.
  var modified: Int64 { Int64(st_mtim.tv_sec) }
}

extension timespec {
  /// The time in nanoseconds. Any number of seconds is accepted, since a clock may be broken: after
  /// the year 2262, the value overflows and is negative, but still differs for different times.
  var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}
