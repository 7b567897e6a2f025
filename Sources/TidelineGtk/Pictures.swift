import CPullToRefreshGtk
import CPullToRefreshShim
import CTidelineGLib
import CTidelineShim
import Glibc
import PullToRefreshGtk

extension Picture: WidgetConvertible {}

extension DrawingArea: WidgetConvertible {}

/// A picture from outside, ready to be shown. Its paintable never changes, so it may be made on any
/// thread.
public nonisolated struct DecodedPicture: @unchecked Sendable {
  public let paintable: Paintable
  /// The shown size, in pixels.
  public let width: Int
  public let height: Int

  /// The largest size in bytes; a larger picture is not decoded.
  public static let byteLimit = Int64(TIDELINE_PICTURE_BYTES)
  /// The largest number of pixels of a decoded picture: 32 MB of memory.
  private static let pixelLimit: Int = 8_000_000

  /// Decodes a PNG, a JPEG, the first frame of a GIF, or a WebP if the system supports it, whatever
  /// the file's name is. Decoding may take 10 s, and the memory of 40 million pixels.
  ///
  /// - Parameters:
  ///   - bytes: the whole file, which need not be trusted.
  ///   - width: the largest width in pixels: a wider picture is scaled down.
  public init(_ bytes: [UInt8], width: Int) throws(UnreadablePicture) {
    var fault = TIDELINE_PICTURE_NO_PICTURE
    let made = bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.flatMap {
        let width = Int32(clamping: max(1, width))
        return tideline_paintable_from_bytes($0, gsize(bytes.count), width, Self.pixelLimit, &fault)
      }
    }
    guard let made else {
      throw UnreadablePicture(
        fault: fault == TIDELINE_PICTURE_TOO_LARGE ? .tooLarge : .noPicture,
        reason: ""
      )
    }
    paintable = made
    self.width = Int(gdk_paintable_get_intrinsic_width(made))
    height = Int(gdk_paintable_get_intrinsic_height(made))
  }
}

/// Checks the files of indicators. Each file is read once, and again after it has changed.
public enum PictureProblem {
  private static var known: [String: (file: [Int], problem: UnreadablePicture?)] = [:]

  /// The reason why a file cannot be shown as an indicator; nil if it can.
  public static func of(_ path: String) -> UnreadablePicture? {
    let file = fingerprint(path)
    if let known = known[path], known.file == file { return known.problem }
    let problem = problem(inFile: path)
    known[path] = (file, problem)
    return problem
  }

  private static func problem(inFile path: String) -> UnreadablePicture? {
    do throws(UnreadablePicture) {
      _ = try Paintable.file(path, limit: 1)
      return nil
    } catch {
      return error
    }
  }

  /// Numbers that differ once the file was changed or replaced; none without a file.
  private static func fingerprint(_ path: String) -> [Int] {
    var file = stat()
    guard stat(path, &file) == 0 else { return [] }
    let number = Int(truncatingIfNeeded: file.st_ino)
    return [number, file.st_size, file.st_mtim.tv_sec, file.st_mtim.tv_nsec]
  }
}
