import CPullToRefreshGtk
import CPullToRefreshShim
import CTidelineGLib
import CTidelineShim
import PullToRefreshGtk

extension Picture: WidgetConvertible {
  /// A box in which the picture is as large as its paintable where there is room, and smaller where
  /// there is not, and keeps its shape.
  public func inItsOwnSize() -> Box {
    let box = Box(.horizontal, spacing: 0)
    box.append(self)
    tideline_lay_out_picture(box.asWidget)
    return box
  }
}

/// A picture from outside, ready to be shown. Its paintable never changes, so that it may be made
/// on any thread.
public nonisolated struct DecodedPicture: @unchecked Sendable {
  public let paintable: Paintable
  /// In pixels, as it is shown.
  public let width: Int
  public let height: Int

  /// In bytes: what is larger is not decoded.
  public static let byteLimit = Int64(TIDELINE_PICTURE_BYTES)
  /// Shown at once, of one picture: 32 MB of memory.
  private static let pixelLimit: Int = 8_000_000

  /// Decodes a PNG, a JPEG, the first picture of a GIF, or a WebP where the system can, whatever it
  /// is called. It may take 10 s, and as much memory as 40 million pixels need.
  ///
  /// - Parameters:
  ///   - bytes: all of it; that of a stranger.
  ///   - width: in pixels: what is wider is made smaller.
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
