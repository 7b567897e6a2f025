import CPullToRefreshGtk
import CPullToRefreshShim
import CTidelineGLib
import CTidelineShim
import PullToRefreshGtk

extension Picture: WidgetConvertible {
  /// A box that shows the picture in the size of its paintable, or scaled down to the space that
  /// there is.
  public func inItsOwnSize() -> Box {
    let box = Box(.horizontal, spacing: 0)
    box.append(self)
    tideline_lay_out_picture(box.asWidget)
    return box
  }
}

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
