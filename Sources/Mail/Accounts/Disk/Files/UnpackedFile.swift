import CTidelineGLib
import Glibc
import SystemPackage

/// The decompressed content of a gzip file, or an old Mac's file with its line ends (CR) converted:
/// a temporary file without a name, which the system deletes when it is closed.
final class UnpackedFile: Sendable {
  let descriptor: FileDescriptor
  /// The size in bytes.
  let size: Int64
  /// The reason why decompression ended early; nil if it did not.
  let damage: String?
  /// Whether decompression ended early only because of too little space.
  let needsRoom: Bool

  /// The highest ratio of decompressed to packed size. Mail shrinks to about a tenth of its size. A
  /// file that grows more than a hundredfold is meant to fill the disk: gzip allows a thousandfold.
  private static let reasonableRatio: Int64 = 100
  /// The decompressed size in bytes that is allowed at any ratio, if the disk has enough space.
  private static let alwaysAllowed: Int64 = 64 << 20
  private static let block = 1 << 18

  /// Decompresses a file of `size` bytes from its start, or converts an old Mac's line ends.
  ///
  /// - Parameters:
  ///   - isPacked: whether the file is compressed with gzip.
  ///   - limit: the highest number of bytes to decompress; nil for a limit by the file's size.
  /// - Throws: ``Refusal`` when the file cannot be read, or the temporary file cannot be made or
  ///   written; or `CancellationError`.
  init(
    _ file: FileDescriptor,
    size packed: Int64,
    isPacked: Bool = true,
    limit: Int64? = nil
  ) throws {
    let reasonable = packed.multipliedReportingOverflow(by: Self.reasonableRatio).partialValue
    let limit = limit ?? max(Self.alwaysAllowed, reasonable)
    let target = try Self.temporary()
    do {
      let room = Self.room(target)
      var unpacking = try Unpacking(target, limit: min(limit, room), isPacked: isPacked)
      try unpacking.run(file, size: packed)
      size = unpacking.size
      damage = unpacking.damage
      needsRoom = room < limit && unpacking.size >= room
      descriptor = target
    } catch {
      try? target.close()
      throw error
    }
  }

  deinit { try? descriptor.close() }

  /// Half of the free space on the file's file system.
  private static func room(_ file: FileDescriptor) -> Int64 {
    var status = statvfs()
    guard fstatvfs(file.rawValue, &status) == 0 else { return .max }
    let free = Int64(clamping: status.f_bavail).multipliedReportingOverflow(
      by: Int64(clamping: status.f_frsize)
    )
    return free.overflow ? .max : free.partialValue / 2
  }

  private static func temporary() throws(Refusal) -> FileDescriptor {
    var reason = ""
    let folders = [HomeFolder.cache + "/tideline", String(cString: g_get_tmp_dir()), "/tmp"]
    for folder in folders {
      var template = Array("\(folder)/tideline-XXXXXX".utf8CString)
      let file = mkstemp(&template)
      if file >= 0 {
        unlink(template)
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        return FileDescriptor(rawValue: file)
      }
      reason = systemReason()
    }
    throw Refusal(reason: "no temporary file can be made: \(reason)")
  }

  /// One decompression or conversion, block by block.
  private struct Unpacking {
    private(set) var size: Int64 = 0
    private(set) var damage: String?
    private let target: FileDescriptor
    private let limit: Int64
    /// Nil if only line ends are converted.
    private let inflater: Inflater?
    private var hasOldLineEnds = false

    init(_ target: FileDescriptor, limit: Int64, isPacked: Bool) throws(Refusal) {
      self.target = target
      self.limit = limit
      inflater = isPacked ? try Inflater() : nil
    }

    mutating func run(_ file: FileDescriptor, size: Int64) throws {
      let input = UnsafeMutableRawBufferPointer.allocate(byteCount: block, alignment: 1)
      defer { input.deallocate() }
      let output = UnsafeMutableRawBufferPointer.allocate(byteCount: block, alignment: 1)
      defer { output.deallocate() }
      var offset: Int64 = 0
      while damage == nil, inflater?.state != .ended {
        try Task.checkCancellation()
        var count = try file.read(at: offset, into: input, upTo: size)
        if count == 0 {
          if inflater?.state == .running { damage = "the packed file ends early" }
          return
        }
        if let inflater {
          let block = UnsafeMutableRawBufferPointer(rebasing: input[..<count])
          count = try unpack(block, output, inflater)
        } else {
          try write(input, count)
        }
        offset += Int64(count)
      }
    }

    /// - Returns: the number of bytes of the block that were used.
    private mutating func unpack(
      _ block: UnsafeMutableRawBufferPointer,
      _ output: UnsafeMutableRawBufferPointer,
      _ inflater: Inflater
    ) throws -> Int {
      var position = 0
      while position < block.count, damage == nil, inflater.state != .ended {
        let rest = UnsafeMutableRawBufferPointer(rebasing: block[position...])
        let result: (taken: Int, made: Int)
        do throws(Inflater.Corruption) {
          result = try inflater.unpack(rest, into: output)
        } catch {
          damage = error.reason
          result = (rest.count, error.made)
        }
        try write(output, result.made)
        position += result.taken
        if result.taken == 0, result.made == 0 { break }
      }
      return position
    }

    private mutating func write(_ bytes: UnsafeMutableRawBufferPointer, _ count: Int) throws {
      let allowed = Int(min(Int64(count), limit - size))
      let text = UnsafeMutableBufferPointer(rebasing: bytes.bindMemory(to: UInt8.self)[..<allowed])
      if size == 0 { hasOldLineEnds = FromLine.endsAsOnOldMacs(Bytes(text)) }
      if hasOldLineEnds { text.endLinesWithFeeds() }
      do {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[..<allowed])
        size += Int64(try target.writeAll(toAbsoluteOffset: size, rest))
      } catch {
        throw Refusal(error as? Errno ?? .ioError)
      }
      if allowed < count { damage = "it unpacks to more than \(limit >> 20) MB" }
    }
  }
}
