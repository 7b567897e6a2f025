import CPullToRefreshGtk
import Foundation
import XCTest

import PullToRefreshGtk
@testable import TidelineGtk

/// Decoding of pictures from untrusted sources, including malicious ones.
nonisolated final class DecodedPictureTests: WidgetTestCase {
  /// The bytes of a picture file of one color.
  private func picture(_ type: String, width: Int32, height: Int32) throws -> [UInt8] {
    let pixels = try XCTUnwrap(gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, width, height))
    defer { g_object_unref(UnsafeMutableRawPointer(pixels)) }
    gdk_pixbuf_fill(pixels, 0x3366_CCFF)
    var buffer: UnsafeMutablePointer<CChar>?
    var count: gsize = 0
    XCTAssertNotEqual(gdk_pixbuf_save_to_bufferv(pixels, &buffer, &count, type, nil, nil, nil), 0)
    defer { g_free(buffer) }
    return Array(UnsafeRawBufferPointer(start: buffer, count: Int(count)))
  }

  private func fault(of bytes: [UInt8]) -> UnreadablePicture.Fault? {
    do throws(UnreadablePicture) {
      _ = try DecodedPicture(bytes, width: 100)
      return nil
    } catch {
      return error.fault
    }
  }

  func testAPictureKeepsItsSizeWhereThereIsRoom() throws {
    for type in ["png", "jpeg"] {
      let decoded = try DecodedPicture(picture(type, width: 40, height: 20), width: 100)
      XCTAssertEqual([decoded.width, decoded.height], [40, 20], type)
    }
  }

  func testAWideOneIsMadeSmallerAndKeepsItsShape() throws {
    for type in ["png", "jpeg"] {
      let decoded = try DecodedPicture(picture(type, width: 400, height: 200), width: 100)
      XCTAssertEqual([decoded.width, decoded.height], [100, 50], type)
    }
  }

  func testALongOneTakesNoMoreThanItsShareOfMemory() throws {
    let decoded = try DecodedPicture(picture("png", width: 1_000, height: 30_000), width: 1_000)
    XCTAssertLessThanOrEqual(decoded.width * decoded.height, 8_000_000)
    XCTAssertGreaterThan(decoded.height, 10_000)
  }

  func testOneThatIsCutIsShownAsFarAsItCameAndBelowThatNothingIs() throws {
    for type in ["png", "jpeg"] {
      let whole = try picture(type, width: 40, height: 400)
      for count in [0, 4, 8, 20] {
        XCTAssertEqual(fault(of: Array(whole.prefix(count))), .noPicture, "\(count) bytes")
      }
    }
    let whole = try picture("png", width: 400, height: 400)
    try onMainActor {
      let part = try DecodedPicture(Array(whole.prefix(whole.count * 2 / 3)), width: 400)
      XCTAssertEqual([part.width, part.height], [400, 400])
      let drawing = try Drawing(part.paintable, size: 400)
      XCTAssertEqual(drawing[0, 0].red, 0x33)
      XCTAssertEqual(drawing[399, 399].red, 0xFF)
    }
  }

  func testOneThatWouldFillTheMemoryIsRefusedBeforeItTakesAny() throws {
    // 50,000 × 50,000 pixels, in 225 bytes.
    let bomb = try XCTUnwrap(
      Data(
        base64Encoded: """
          iVBORw0KGgoAAAANSUhEUgAAw1AAAMNQCAIAAADEzaqdAAAAqElEQVR42u3BMQEAAADCoPVPbQsvoAAAAAAAAAAA
          AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
          AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
          AAAAAAC4GEoPAAFRlk4tAAAAAElFTkSuQmCC
          """,
        options: .ignoreUnknownCharacters
      )
    )
    XCTAssertEqual(fault(of: Array(bomb)), .tooLarge)
    XCTAssertEqual(fault(of: [UInt8](repeating: 0x89, count: 20_000_001)), .tooLarge)
  }

  func testWhatIsOfAnotherKindIsNotRead() throws {
    let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'></svg>"
    XCTAssertEqual(fault(of: Array(drawing.utf8)), .noPicture)
    XCTAssertEqual(fault(of: try picture("bmp", width: 4, height: 4)), .noPicture)
    XCTAssertEqual(fault(of: Array("\u{7F}ELF, called a picture".utf8)), .noPicture)
  }

  func testOfAGIFTheFirstPictureIsShown() throws {
    // Two frames of 1 × 1 pixel.
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
    let header: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    let decoded = try DecodedPicture(header + frame + frame + [0x3B], width: 100)
    XCTAssertEqual([decoded.width, decoded.height], [1, 1])
  }
}
