import CPullToRefreshGtk
import CPullToRefreshShim
import CTidelineGLib
import CTidelineShim
import Glibc
import PullToRefreshGtk

extension Picture: WidgetConvertible {}

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

extension DrawingArea: WidgetConvertible {
  /// Sets the handler that draws the area, called whenever its content is out of date.
  ///
  /// - Parameter handler: receives the canvas, and the area's size in application pixels.
  public func onDraw(_ handler: @escaping (_ canvas: Canvas, _ size: (Double, Double)) -> Void) {
    typealias Handler = (Canvas, (Double, Double)) -> Void
    gtk_drawing_area_set_draw_func(
      self,
      { _, cairo, width, height, context in
        guard let cairo, let context else { return }
        MainActor.assumeIsolated {
          Closure<Handler>.from(context)(Canvas(cairo: cairo), (Double(width), Double(height)))
        }
      },
      Unmanaged.passRetained(Closure<Handler>(handler)).toOpaque(),
      { if let context = $0 { Unmanaged<AnyObject>.fromOpaque(context).release() } }
    )
  }

  public func queueDraw() { gtk_widget_queue_draw(asWidget) }
}

/// The surface of a `DrawingArea`, in application pixels; valid only during the draw call.
public struct Canvas {
  fileprivate let cairo: OpaquePointer

  public func move(to x: Double, _ y: Double) { cairo_move_to(cairo, x, y) }
  public func line(to x: Double, _ y: Double) { cairo_line_to(cairo, x, y) }

  /// Fills the area that the lines enclose, and begins a new shape.
  public func fill(_ color: Color) {
    cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
    cairo_fill(cairo)
  }
}

/// Checks the files of indicators. Each file is read once, and again after it has changed.
public enum PictureProblem {
  private static var known: [String: (file: Fingerprint, problem: UnreadablePicture?)] = [:]

  private struct Fingerprint: Equatable {
    let number: UInt64
    let size: Int
    let seconds: Int
    let nanoseconds: Int
  }

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

  private static func fingerprint(_ path: String) -> Fingerprint {
    var file = stat()
    guard stat(path, &file) == 0 else {
      return Fingerprint(number: 0, size: 0, seconds: 0, nanoseconds: 0)
    }
    return Fingerprint(
      number: UInt64(file.st_ino),
      size: Int(file.st_size),
      seconds: file.st_mtim.tv_sec,
      nanoseconds: file.st_mtim.tv_nsec
    )
  }
}
