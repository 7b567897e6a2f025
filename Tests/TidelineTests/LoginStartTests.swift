import CTidelineGLib
import Foundation
import TidelineGtk
import XCTest

@testable import Tideline

/// The file by which the desktop starts the program at login.
nonisolated final class LoginStartTests: TidelineTestCase {
  private var desktop = AutostartFolder()

  override func setUp() {
    super.setUp()
    desktop = AutostartFolder()
  }

  override func tearDown() {
    try? FileManager.default.removeItem(atPath: desktop.home)
    super.tearDown()
  }

  @MainActor func testItStartsTheProgramWithoutAWindow() throws {
    XCTAssertNil(desktop.set(true))
    XCTAssertEqual(try desktop.words(), ["/usr/bin/tide", "--gapplication-service"])
    XCTAssertNil(desktop.set(false))
    XCTAssertFalse(FileManager.default.fileExists(atPath: desktop.path))
    XCTAssertNil(desktop.set(false), "it is off already")
  }

  @MainActor func testPathsOfAnyCharactersAreKept() throws {
    let odd = "/opt/a b/\"tide\" $HOME `x` \\ 50% ~ü"
    XCTAssertNil(desktop.set(true, program: odd, store: odd))
    XCTAssertEqual(try desktop.words(), [odd, "--gapplication-service", "--store", odd])
  }

  @MainActor func testWhatWasSwitchedOffElsewhereStartsAgainOnceItIsSwitchedOnHere() throws {
    XCTAssertNil(desktop.set(true))
    let entry = try String(contentsOfFile: desktop.path, encoding: .utf8)
    for line in ["Hidden=true", "X-GNOME-Autostart-enabled=false"] {
      try (entry + line + "\n").write(toFile: desktop.path, atomically: true, encoding: .utf8)
      XCTAssertNil(desktop.set(true))
      XCTAssertEqual(try String(contentsOfFile: desktop.path, encoding: .utf8), entry)
    }
  }

  @MainActor func testAProgramThatHasMovedIsStartedWhereItIsNow() throws {
    XCTAssertNil(desktop.set(true, program: "/old/tide"))
    XCTAssertNil(desktop.set(true))
    XCTAssertEqual(try desktop.words(), ["/usr/bin/tide", "--gapplication-service"])
  }

  @MainActor func testAnEntryThatIsRightIsLeftAlone() throws {
    XCTAssertNil(desktop.set(true))
    let manager = FileManager.default
    let file = try manager.attributesOfItem(atPath: desktop.path)[.systemFileNumber] as? Int
    XCTAssertNil(desktop.set(true))
    let now = try manager.attributesOfItem(atPath: desktop.path)[.systemFileNumber] as? Int
    XCTAssertEqual(file, now)
  }

  @MainActor func testAnEntryOfSomebodyElseIsLeftAlone() throws {
    XCTAssertNil(desktop.set(true))
    let entry = try String(contentsOfFile: desktop.path, encoding: .utf8)
    for text in [
      entry + "X-GNOME-Autostart-Delay=60\n", "mine", "", "[Desktop Entry]\n",
      entry.replacing("Exec=", with: "Exec=env GTK_THEME=x "),
      entry.replacing("Terminal=false", with: "Terminal=true"),
    ] {
      try text.write(toFile: desktop.path, atomically: true, encoding: .utf8)
      for isOn in [true, false] {
        let sentence = desktop.set(isOn)?.sentence ?? ""
        XCTAssertTrue(sentence.contains("org.example.Tide.desktop"), sentence)
        XCTAssertEqual(try String(contentsOfFile: desktop.path, encoding: .utf8), text)
      }
    }
  }

  @MainActor func testALinkInItsPlaceIsLeftAloneAndSoIsItsTarget() throws {
    XCTAssertNil(desktop.set(true))
    let elsewhere = desktop.home + "/elsewhere"
    try FileManager.default.moveItem(atPath: desktop.path, toPath: elsewhere)
    try FileManager.default.createSymbolicLink(
      atPath: desktop.path,
      withDestinationPath: elsewhere
    )
    for isOn in [true, false] {
      XCTAssertNotNil(desktop.set(isOn, program: "/other/tide"))
      XCTAssertNoThrow(try FileManager.default.destinationOfSymbolicLink(atPath: desktop.path))
      XCTAssertEqual(try desktop.words()[0], "/usr/bin/tide")
    }
  }

  @MainActor func testWhereItCannotBeWrittenTheFileIsNamed() throws {
    let manager = FileManager.default
    try manager.createDirectory(atPath: desktop.home, withIntermediateDirectories: true)
    try "no folder".write(toFile: desktop.folder, atomically: true, encoding: .utf8)
    let sentence = desktop.set(true)?.sentence ?? ""
    XCTAssertTrue(sentence.contains("org.example.Tide.desktop"), sentence)
  }
}

/// The desktop's autostart folder, in a home folder of the test's own.
private nonisolated struct AutostartFolder {
  let home = NSTemporaryDirectory() + UUID().uuidString
  var folder: String { home + "/autostart" }
  var path: String { folder + "/org.example.Tide.desktop" }

  @MainActor func set(_ isOn: Bool, program: String = "/usr/bin/tide", store: String? = nil)
    -> LoginStartFailure?
  {
    let login = LoginStart(
      id: "org.example.Tide",
      storePath: store,
      program: program,
      folder: folder
    )
    var isDone = false
    var failure: LoginStartFailure?
    Task {
      do throws(LoginStartFailure) {
        try await login.set(isOn)
      } catch {
        failure = error
      }
      isDone = true
    }
    XCTAssertTrue(MainLoop.run { isDone })
    return failure
  }

  /// The words of the command that the desktop starts.
  func words() throws -> [String] {
    let file = try XCTUnwrap(g_key_file_new())
    defer { g_key_file_unref(file) }
    XCTAssertNotEqual(g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, nil), 0)
    let command = try XCTUnwrap(g_key_file_get_string(file, "Desktop Entry", "Exec", nil))
    defer { g_free(command) }
    var count: gint = 0
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    XCTAssertNotEqual(g_shell_parse_argv(command, &count, &words, nil), 0)
    defer { g_strfreev(words) }
    return (0..<Int(count)).compactMap { words?[$0].map { String(cString: $0) } }
      .map { $0.replacingOccurrences(of: "%%", with: "%") }
  }
}
