import CPullToRefreshGtk
import Foundation
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh
@testable import RefreshCore

/// The caller's own pictures, valid and invalid.
final class IndicatorPictureTests: WidgetTestCase {
  @MainActor func testAPictureTurnsOnceUpToTheThreshold() throws {
    let folder = try PictureFolder()
    let style = IndicatorStyle.picture(
      IndicatorPicture(file: folder.png("marked", .blue, mark: .red))
    )
    let shown = IndicatorWindow()
    for (progress, x, y) in [(0.0, 2, 2), (0.25, 21, 2), (0.5, 21, 21), (0.75, 2, 21), (1, 2, 2)] {
      shown.indicator.show(style, .pulling(progress))
      let drawing = try shown.drawing()
      XCTAssertEqual(drawing[x, y], .red, "at \(progress)")
      XCTAssertEqual(drawing[23 - x, 23 - y], .blue, "at \(progress)")
    }
  }

  @MainActor func testTheCornersOfATurningPictureAreNotCutOff() throws {
    let folder = try PictureFolder()
    let shown = IndicatorWindow()
    shown.indicator.show(
      .picture(IndicatorPicture(file: folder.png("square", .blue))),
      .pulling(0.125)
    )
    _ = try shown.drawing()
    let row = try Drawing(of: shown.row)
    // At 45° the right corner is 17 px from the center, 5 px outside of the indicator.
    XCTAssertGreaterThan(row[26, row.height / 2].blue, 250)
  }

  @MainActor func testASymbolicFileTakesTheColourAndOthersKeepTheirs() throws {
    let folder = try PictureFolder()
    let shown = IndicatorWindow()
    shown.tint.set(title: nil, indicator: Color("#00ff00"))
    for (name, color) in [("plain", Drawing.Pixel.blue), ("some-symbolic", .green)] {
      let file = folder.png(name, .blue)
      for picture in [IndicatorPicture(file: file), IndicatorPicture(frames: [file])] {
        shown.indicator.show(.picture(picture), .pulling(0))
        XCTAssertEqual(try shown.drawing()[12, 12], color, name)
      }
    }
  }

  @MainActor func testAStillPictureStandsStill() throws {
    let folder = try PictureFolder()
    let file = folder.png("marked", .blue, mark: .red)
    let style = IndicatorStyle.picture(IndicatorPicture(file: file, turns: false))
    let shown = IndicatorWindow()
    for state in [RefreshState.pulling(0.5), .running] {
      shown.indicator.show(style, state)
      XCTAssertEqual(try shown.drawing()[2, 2], .red)
    }
    XCTAssertFalse(shown.indicator.ticker.isTicking)
  }

  @MainActor func testFramesFollowThePullAndPlayInALoop() throws {
    let folder = try PictureFolder()
    let colors = [Drawing.Pixel.red, .green, .blue]
    let paths = colors.enumerated().map { folder.png("\($0)", $1) }
    let style = IndicatorStyle.picture(IndicatorPicture(frames: paths, perSecond: 60))
    let shown = IndicatorWindow()
    for (progress, color) in [
      (0.0, colors[0]), (0.2, colors[0]), (0.5, colors[1]), (1, colors[2]),
    ] {
      shown.indicator.show(style, .pulling(progress))
      XCTAssertEqual(try shown.drawing()[12, 12], color, "at \(progress)")
    }
    shown.indicator.show(style, .running)
    for color in colors + colors {
      XCTAssertTrue(
        MainLoop.run {
          (try? Drawing(of: shown.indicator.widget))?[12, 12] == color
        }
      )
    }
  }

  @MainActor func testASingleFrameNeedsNoClock() throws {
    let folder = try PictureFolder()
    let shown = IndicatorWindow()
    shown.indicator.show(
      .picture(IndicatorPicture(frames: [folder.png("only", .red)])),
      .running
    )
    XCTAssertEqual(try shown.drawing()[12, 12], .red)
    XCTAssertFalse(shown.indicator.ticker.isTicking)
  }

  @MainActor func testFramesPerSecondAreKeptInRange() {
    let rates: [(Double, Double)] = [
      (24, 24), (0, 1), (-5, 1), (-.infinity, 1), (1000, 60), (.infinity, 60), (.nan, 12),
    ]
    for (asked, given) in rates {
      let picture = IndicatorPicture(frames: ["a"], perSecond: asked)
      XCTAssertEqual(picture.motion, .frames(perSecond: given))
    }
  }

  @MainActor func testAMissingPictureIsToldOnceAndTheSpinnerShowsInstead() throws {
    let folder = try PictureFolder()
    let text = try folder.write("no picture", to: "text.png")
    let empty = try folder.write("", to: "empty.svg")
    let bad: [(IndicatorPicture, String)] = [
      (IndicatorPicture(icon: "no-such-icon-symbolic"), "no-such-icon-symbolic"),
      (IndicatorPicture(icon: ""), "icon"),
      (IndicatorPicture(file: "\(folder.path)/missing.png"), "\(folder.path)/missing.png"),
      (IndicatorPicture(file: folder.path), folder.path),
      (IndicatorPicture(file: text), text),
      (IndicatorPicture(file: empty), empty),
      (IndicatorPicture(frames: []), "frames"),
      (IndicatorPicture(frames: ["\(folder.path)/1.png"]), "\(folder.path)/1.png"),
      (IndicatorPicture(paintable: Label("no paintable").pointer), "GdkPaintable"),
    ]
    for (picture, name) in bad {
      let shown = IndicatorWindow()
      let lines = try warnings {
        for state in RefreshState.all { shown.indicator.show(.picture(picture), state) }
        shown.indicator.show(.picture(picture), .pulling(0.3))
        XCTAssertGreaterThan(try shown.drawing().ink, 5, name)
        shown.indicator.show(.picture(picture), .running)
        shown.frames()
      }
      XCTAssertEqual(lines.count, 1, "\(name): \(lines)")
      XCTAssertTrue(lines.first?.contains(name) ?? false, "\(name): \(lines)")
      XCTAssertEqual(shown.spinner?.isSpinning, true, name)
      XCTAssertFalse(shown.indicator.ticker.isTicking)
      shown.window.destroy()
    }
  }

  @MainActor func testAFrameThatIsMissingInTheMiddleGivesWayToTheSpinner() throws {
    let folder = try PictureFolder()
    let paths = [folder.png("first", .red), "\(folder.path)/gone.png"]
    let style = IndicatorStyle.picture(IndicatorPicture(frames: paths, perSecond: 60))
    let shown = IndicatorWindow()
    let lines = warnings {
      shown.indicator.show(style, .running)
      XCTAssertTrue(MainLoop.run { shown.spinner?.isSpinning == true })
    }
    XCTAssertEqual(lines.count, 1)
    XCTAssertTrue(MainLoop.run { !shown.indicator.ticker.isTicking })
    // Another picture that is set afterwards is tried.
    shown.indicator.show(.picture(IndicatorPicture(frames: [paths[0]])), .running)
    XCTAssertEqual(try shown.drawing()[12, 12], .red)
  }

  @MainActor func testAnIconThatIsInstalledLaterIsSeen() throws {
    let folder = try PictureFolder()
    let style = IndicatorStyle.picture(IndicatorPicture(icon: "pull-to-refresh-late"))
    let shown = IndicatorWindow()
    _ = warnings { shown.indicator.show(style, .running) }
    XCTAssertEqual(shown.spinner?.isSpinning, true)
    _ = folder.png("pull-to-refresh-late", .red)
    gtk_icon_theme_add_search_path(
      gtk_icon_theme_get_for_display(gtk_widget_get_display(shown.window.asWidget)),
      folder.path
    )
    XCTAssertTrue(MainLoop.run { shown.spinner?.isSpinning == false })
    XCTAssertEqual(try shown.drawing()[12, 12], .red)
  }

  @MainActor func testAFileIsReadOnce() throws {
    let folder = try PictureFolder()
    let file = folder.png("marked", .blue)
    let style = IndicatorStyle.picture(IndicatorPicture(file: file))
    let shown = IndicatorWindow()
    shown.indicator.show(style, .pulling(0))
    try FileManager.default.removeItem(atPath: file)
    for progress in [0.5, 1] {
      shown.indicator.show(style, .pulling(progress))
      XCTAssertEqual(try shown.drawing()[12, 12], .blue)
    }
    shown.indicator.show(style, .running)
    XCTAssertEqual(try shown.drawing()[12, 12], .blue)
  }

  @MainActor func testTenThousandFramesAreReadAsTheirTurnComes() throws {
    let folder = try PictureFolder()
    // The files of the other frames do not exist: reading one would log a warning.
    var paths = (0..<10_000).map { "\(folder.path)/\($0).png" }
    paths[0] = folder.png("first", .red)
    paths[9_999] = folder.png("last", .green)
    let style = IndicatorStyle.picture(IndicatorPicture(frames: paths))
    let shown = IndicatorWindow()
    let lines = try warnings {
      shown.indicator.show(style, .pulling(0))
      XCTAssertEqual(try shown.drawing()[12, 12], .red)
      shown.indicator.show(style, .pulling(1))
      XCTAssertEqual(try shown.drawing()[12, 12], .green)
    }
    XCTAssertEqual(lines, [])
  }

  @MainActor func testPicturesOfOddSizesAreBorne() throws {
    let folder = try PictureFolder()
    let shown = IndicatorWindow()
    let nothing = try XCTUnwrap(gdk_paintable_new_empty(0, 0))
    let pictures = [
      IndicatorPicture(file: folder.png("dot", width: 1, height: 1, .red)),
      IndicatorPicture(file: folder.png("line", width: 1, height: 3000, .red)),
      IndicatorPicture(file: folder.png("bar", width: 3000, height: 1, .red)),
      IndicatorPicture(file: folder.png("large", width: 2000, height: 2000, .red)),
      IndicatorPicture(paintable: nothing.pointer),
    ]
    for picture in pictures {
      for state in RefreshState.all {
        shown.indicator.show(.picture(picture), state)
        shown.frames(1)
      }
      shown.indicator.show(.picture(picture), .running)
      shown.frames()
      XCTAssertEqual(shown.indicator.widget.width, 24)
    }
    shown.indicator.show(.picture(pictures[3]), .pulling(0))
    let large = try shown.drawing()
    XCTAssertEqual(large[0, 0], .red)
    XCTAssertEqual(large[23, 23], .red)
  }

  @MainActor func testAPaintableIsKeptForAsLongAsItsPicture() throws {
    let boxes = Signal.liveBoxes
    var style = IndicatorStyle.ring
    do {
      let paintable = try XCTUnwrap(gdk_paintable_new_empty(4, 4))
      paintable.connect("invalidate-contents") {}
      style = .picture(IndicatorPicture(paintable: paintable.pointer))
      XCTAssertEqual(style, .picture(IndicatorPicture(paintable: paintable.pointer)))
    }
    MainLoop.runReadyEvents()
    XCTAssertEqual(Signal.liveBoxes, boxes + 1)
    do {
      let shown = IndicatorWindow()
      shown.indicator.show(style, .pulling(0.5))
      shown.frames()
      style = .ring
      XCTAssertGreaterThan(Signal.liveBoxes, boxes)
      shown.window.destroy()
    }
    XCTAssertTrue(MainLoop.run { Signal.liveBoxes == boxes })
  }
}
