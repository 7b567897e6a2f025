import CPullToRefreshGtk
import XCTest

@testable import PullToRefreshGtk

/// The drawings of the indicator's paintables.
final class PaintableTests: WidgetTestCase {
  private static let red = Color(red: 1, green: 0, blue: 0)

  @MainActor func testThePictureTurnsAboutItsCentre() throws {
    let turning = TurningPaintable()
    turning.child = try Drawing.marked(width: 10, height: 10)
    for (angle, x, y) in [(0.0, 0, 0), (90, 9, 0), (180, 9, 9), (270, 0, 9), (-90, 0, 9)] {
      turning.angle = angle
      let drawing = try Drawing(turning.asPaintable, size: 10)
      let corners = [(0, 0), (9, 0), (0, 9), (9, 9)]
      let marked = corners.filter { drawing[$0.0, $0.1].red > 200 }
      XCTAssertEqual(marked.map(\.0), [x], "at \(angle)°")
      XCTAssertEqual(marked.map(\.1), [y], "at \(angle)°")
    }
  }

  @MainActor func testAPictureKeepsItsShapeAndGrowsNoLargerThanItIs() throws {
    let turning = TurningPaintable()
    turning.child = try Drawing.marked(width: 40, height: 20)
    let wide = try Drawing(turning.asPaintable, size: 20)
    XCTAssertEqual(wide[10, 10], .blue)
    XCTAssertEqual(wide[10, 2], .nothing)
    XCTAssertEqual(wide[10, 17], .nothing)
    turning.child = try Drawing.marked(width: 4, height: 4)
    let small = try Drawing(turning.asPaintable, size: 20)
    XCTAssertEqual(small[8, 8], .red)
    XCTAssertEqual(small[11, 11], .blue)
    XCTAssertEqual(small[12, 12], .nothing)
    XCTAssertEqual(small[7, 7], .nothing)
  }

  @MainActor func testASymbolicChildIsDrawnInTheColourGiven() throws {
    let (turning, child) = (TurningPaintable(), TurningPaintable())
    child.child = Paintable.ring(fraction: 1, size: 24)
    child.isTinted = true
    turning.child = child.asPaintable
    turning.angle = 45
    let drawing = try Drawing(turning.asPaintable, size: 24, color: Self.red)
    let top = drawing[12, 4]
    XCTAssertGreaterThan(top.red, 200)
    XCTAssertEqual(top.green, 0)
  }

  @MainActor func testANonsymbolicChildKeepsItsOwnColours() throws {
    let turning = TurningPaintable()
    turning.child = try Drawing.marked(width: 10, height: 10)
    let drawing = try Drawing(turning.asPaintable, size: 10, color: Self.red)
    XCTAssertEqual(drawing[5, 5], .blue)
  }

  @MainActor func testTheRingFillsClockwiseFromTwelve() throws {
    let half = try Drawing(XCTUnwrap(Paintable.ring(fraction: 0.5, size: 24)), size: 24)
    XCTAssertGreaterThan(half[19, 12].alpha, 200)
    XCTAssertTrue((20...80).contains(half[4, 12].alpha), "the track is faint")
    XCTAssertEqual(half[12, 12], .nothing)
  }

  @MainActor func testAbsurdNumbersDrawAnEmptyOrAFullRing() throws {
    for (fraction, isFull) in [(-1, false), (.nan, false), (2, true), (Double.infinity, true)] {
      let ring = try Drawing(XCTUnwrap(Paintable.ring(fraction: fraction, size: 24)), size: 24)
      XCTAssertEqual(ring[19, 12].alpha > 200, isFull, "\(fraction)")
      XCTAssertEqual(ring[4, 12].alpha > 200, isFull, "\(fraction)")
    }
    let turning = TurningPaintable()
    turning.child = try Drawing.marked(width: 10, height: 10)
    turning.angle = .infinity
    XCTAssertEqual(try Drawing(turning.asPaintable, size: 10)[0, 0], .red)
  }

  @MainActor func testNothingIsDrawnWithoutAChildOrRoom() throws {
    let turning = TurningPaintable()
    XCTAssertTrue(try Drawing(turning.asPaintable, size: 10).isEmpty)
    turning.child = gdk_paintable_new_empty(0, 0)
    turning.angle = 30
    XCTAssertTrue(try Drawing(turning.asPaintable, size: 10).isEmpty)
    turning.child = turning.asPaintable
    XCTAssertTrue(try Drawing(turning.asPaintable, size: 10).isEmpty, "not within itself")
  }

  @MainActor func testChangesAreToldAndSoAreThoseOfTheChild() {
    let (turning, child) = (TurningPaintable(), TurningPaintable())
    var (changes, sizes) = (0, 0)
    turning.asPaintable.connect("invalidate-contents") { changes += 1 }
    turning.asPaintable.connect("invalidate-size") { sizes += 1 }
    turning.child = child.asPaintable
    XCTAssertEqual(changes, 1)
    turning.angle = 10
    XCTAssertEqual(changes, 2)
    turning.angle = 370
    XCTAssertEqual(changes, 2, "the same angle")
    child.angle = 30
    XCTAssertEqual(changes, 3)
    turning.child = nil
    XCTAssertEqual(changes, 4)
    child.angle = 40
    XCTAssertEqual(changes, 4, "no longer the child")
    turning.child = Paintable.ring(fraction: 0, size: 24)
    turning.child = Paintable.ring(fraction: 1, size: 24)
    XCTAssertEqual(sizes, 1, "the same size")
  }

  @MainActor func testACurrentImageStays() throws {
    let turning = TurningPaintable()
    turning.child = try Drawing.marked(width: 10, height: 10)
    let image = try XCTUnwrap(gdk_paintable_get_current_image(turning.asPaintable))
    turning.angle = 180
    XCTAssertEqual(try Drawing(image, size: 10)[0, 0], .red)
  }

  @MainActor func testAChildIsKeptForAsLongAsItIsShown() throws {
    let boxes = Signal.liveBoxes
    do {
      let turning = TurningPaintable()
      do {
        let child = try Drawing.marked(width: 2, height: 2)
        child.connect("invalidate-contents") {}
        turning.child = child
      }
      XCTAssertEqual(Signal.liveBoxes, boxes + 1)
      XCTAssertFalse(try Drawing(turning.asPaintable, size: 2).isEmpty)
    }
    XCTAssertEqual(Signal.liveBoxes, boxes)
  }

  @MainActor func testOnlyPaintablesAreTakenForPaintables() {
    let label = Label("text")
    XCTAssertNil(Paintable.at(label.pointer))
    let turning = TurningPaintable()
    XCTAssertNotNil(Paintable.at(turning.asPaintable.pointer))
  }

  /// A pointer from another binding may point to anything.
  @MainActor func testNothingIsReadOfWhatIsNoObject() throws {
    XCTAssertNil(Paintable.at(try XCTUnwrap(OpaquePointer(bitPattern: 8))))
    var words: [UInt] = [8, 1, 2, 3]
    words.withUnsafeMutableBytes { bytes in
      XCTAssertNil(bytes.baseAddress.flatMap { Paintable.at(OpaquePointer($0)) })
    }
  }

  @MainActor func testIconsAndFilesThatAreNotThereAreNoPlaceholders() {
    let label = Label("text")
    XCTAssertNotNil(Paintable.icon("go-down-symbolic", size: 16, for: label))
    XCTAssertNil(Paintable.icon("no-such-icon-anywhere", size: 16, for: label))
    XCTAssertNil(Paintable.icon("", size: 16, for: label))
    for path in ["/nowhere/at/all.png", "/tmp", "", #filePath] {
      do throws(UnreadablePicture) {
        _ = try Paintable.file(path, size: 16, for: label)
        XCTFail("\(path) is no picture")
      } catch {
        XCTAssertFalse(error.reason.isEmpty)
      }
    }
  }
}
