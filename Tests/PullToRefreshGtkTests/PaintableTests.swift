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
    let turning = TurningPaintable()
    let ring = RingPaintable()
    ring.fraction = 1
    turning.child = ring.asPaintable
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
    let ring = RingPaintable()
    ring.fraction = 0.5
    let half = try Drawing(ring.asPaintable, size: 24, color: Self.red)
    let (left, right) = ((4, 12), (19, 12))
    XCTAssertGreaterThan(half[right.0, right.1].alpha, 200)
    XCTAssertTrue((20...80).contains(half[left.0, left.1].alpha), "the track is faint")
    XCTAssertEqual(half[12, 12], .nothing)
    ring.angle = 180
    let turned = try Drawing(ring.asPaintable, size: 24, color: Self.red)
    XCTAssertGreaterThan(turned[left.0, left.1].alpha, 200)
    XCTAssertTrue((20...80).contains(turned[right.0, right.1].alpha))
  }

  @MainActor func testAbsurdNumbersDrawAnEmptyOrAFullRing() throws {
    let ring = RingPaintable()
    @MainActor func drawing(_ fraction: Double, _ angle: Double = 0) throws -> Drawing {
      ring.fraction = fraction
      ring.angle = angle
      return try Drawing(ring.asPaintable, size: 24, color: Self.red)
    }
    for fraction in [-1, -Double.infinity, .nan] {
      XCTAssertLessThan(try drawing(fraction)[19, 12].alpha, 80, "\(fraction)")
    }
    for fraction in [2, Double.infinity] {
      XCTAssertGreaterThan(try drawing(fraction)[4, 12].alpha, 200, "\(fraction)")
    }
    XCTAssertGreaterThan(try drawing(0.5, .nan)[19, 12].alpha, 200)
    XCTAssertGreaterThan(try drawing(0.5, 360e6)[19, 12].alpha, 200)
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
    let turning = TurningPaintable()
    let ring = RingPaintable()
    var changes = 0
    turning.asPaintable.connect("invalidate-contents") { changes += 1 }
    turning.child = ring.asPaintable
    XCTAssertEqual(changes, 1)
    turning.angle = 10
    XCTAssertEqual(changes, 2)
    turning.angle = 370
    XCTAssertEqual(changes, 2, "the same angle")
    ring.fraction = 0.3
    XCTAssertEqual(changes, 3)
    turning.child = nil
    XCTAssertEqual(changes, 4)
    ring.fraction = 0.4
    XCTAssertEqual(changes, 4, "no longer the child")
  }

  @MainActor func testACurrentImageStays() throws {
    let turning = TurningPaintable()
    let ring = RingPaintable()
    ring.fraction = 0.5
    turning.child = ring.asPaintable
    let image = try XCTUnwrap(gdk_paintable_get_current_image(turning.asPaintable))
    ring.fraction = 0
    let drawing = try Drawing(image, size: 24, color: Self.red)
    XCTAssertGreaterThan(drawing[19, 12].alpha, 200)
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
    let ring = RingPaintable()
    XCTAssertNotNil(Paintable.at(ring.asPaintable.pointer))
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
