import Foundation
import XCTest

@testable import TidelineGtk

/// Settings whose schema is installed, is missing, or is not what the program expects.
final class KeptSettingsTests: WidgetTestCase {
  private static let id = "org.tideline.Test"
  private static let schemas = """
    <schemalist>
      <enum id="\(id).Shape"><value nick="round" value="0"/><value nick="flat" value="1"/></enum>
      <schema id="\(id)" path="/org/tideline/Test/">
        <key name="shape" enum="\(id).Shape"><default>'round'</default></key>
        <key name="words" type="s"><default>'usual'</default></key>
        <key name="moves" type="b"><default>true</default></key>
        <key name="count" type="i"><range min="1" max="9"/><default>3</default></key>
      </schema>
      <schema id="\(id).Free" path="/org/tideline/Test/">
        <key name="shape" type="s"><default>''</default></key>
        <key name="moves" type="u"><default>0</default></key>
      </schema>
      <schema id="\(id).Nowhere"><key name="words" type="s"><default>''</default></key></schema>
    </schemalist>
    """

  private var folder = ""

  override func setUpWithError() throws {
    folder = NSTemporaryDirectory() + "tideline-schemas-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Self.schemas.write(toFile: folder + "/test.gschema.xml", atomically: true, encoding: .utf8)
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = ["glib-compile-schemas", "--strict", folder]
    try compiler.run()
    compiler.waitUntilExit()
    XCTAssertEqual(compiler.terminationStatus, 0)
  }

  override func tearDownWithError() throws {
    try FileManager.default.removeItem(atPath: folder)
  }

  @MainActor private static func settings(in folder: String) throws -> KeptSettings {
    let settings = try XCTUnwrap(KeptSettings(id, in: folder))
    for key in settings.keys { settings.reset(key) }
    return settings
  }

  @MainActor func testASchemaThatIsNotInstalledIsNil() {
    XCTAssertNil(KeptSettings("org.tideline.Missing", in: folder))
    XCTAssertNil(KeptSettings(Self.id, in: "/no/such/folder"))
    XCTAssertNil(KeptSettings(Self.id))
    XCTAssertNil(KeptSettings("", in: folder))
  }

  func testASchemaWithoutAPathIsNil() {
    onMainActor { [folder] in XCTAssertNil(KeptSettings(Self.id + ".Nowhere", in: folder)) }
  }

  func testAFolderWithABrokenFileIsPassedOver() throws {
    try Data("no schemas".utf8).write(to: URL(fileURLWithPath: folder + "/gschemas.compiled"))
    onMainActor { [folder] in XCTAssertNil(KeptSettings(Self.id, in: folder)) }
  }

  @MainActor func testValuesAreTheDefaultsUntilSetAndAfterAReset() throws {
    let settings = try Self.settings(in: folder)
    XCTAssertEqual(Set(settings.keys), ["shape", "words", "moves", "count"])
    XCTAssertEqual(settings.string("words"), "usual")
    XCTAssertEqual(settings.bool("moves"), true)
    XCTAssertTrue(settings.set("“Ünusual” 刷新", for: "words"))
    XCTAssertTrue(settings.set(false, for: "moves"))
    XCTAssertTrue(settings.set("flat", for: "shape"))
    XCTAssertEqual(settings.string("words"), "“Ünusual” 刷新")
    XCTAssertEqual(settings.bool("moves"), false)
    XCTAssertEqual(settings.string("shape"), "flat")
    for key in settings.keys { settings.reset(key) }
    XCTAssertEqual(settings.string("words"), "usual")
    XCTAssertEqual(settings.bool("moves"), true)
    XCTAssertEqual(settings.string("shape"), "round")
  }

  @MainActor func testAKeyThatTheSchemaLacksIsNilAndTakesNothing() throws {
    let settings = try Self.settings(in: folder)
    XCTAssertNil(settings.string("colour"))
    XCTAssertNil(settings.bool("colour"))
    XCTAssertFalse(settings.set("red", for: "colour"))
    XCTAssertFalse(settings.set(true, for: "colour"))
    XCTAssertFalse(settings.isWritable("colour"))
    settings.reset("colour")
  }

  @MainActor func testAKeyOfAnotherTypeIsNilAndTakesNothing() throws {
    let settings = try Self.settings(in: folder)
    XCTAssertNil(settings.string("moves"))
    XCTAssertNil(settings.bool("words"))
    XCTAssertNil(settings.string("count"))
    XCTAssertFalse(settings.set("perhaps", for: "moves"))
    XCTAssertFalse(settings.set(true, for: "words"))
    XCTAssertEqual(settings.bool("moves"), true)
  }

  @MainActor func testAValueThatTheSchemaDoesNotAllowIsNotTaken() throws {
    let settings = try Self.settings(in: folder)
    XCTAssertFalse(settings.set("banana", for: "shape"))
    XCTAssertEqual(settings.string("shape"), "round")
  }

  @MainActor func testWhatIsStoredIsStoredAgainToTheLetter() throws {
    let settings = try Self.settings(in: folder)
    XCTAssertNil(settings.stored("words"), "the default is not stored")
    settings.set("“Ünusual” 'words'\\n", for: "words")
    let stored = try XCTUnwrap(settings.stored("words"))
    settings.reset("words")
    XCTAssertTrue(settings.store(stored, for: "words"))
    XCTAssertEqual(settings.string("words"), "“Ünusual” 'words'\\n")
    for wrong in ["'words", "5", "uint32 5", ""] {
      XCTAssertFalse(settings.store(wrong, for: "words"), wrong)
    }
    XCTAssertNil(settings.stored("colour"))
    XCTAssertNil(settings.refused("colour"))
    settings.reset("words")
  }

  @MainActor func testWhatSomebodyStoredAgainstTheRulesIsTold() throws {
    let settings = try Self.settings(in: folder)
    for key in settings.keys { XCTAssertNil(settings.refused(key), key) }
    settings.set("flat", for: "shape")
    XCTAssertNil(settings.refused("shape"))
    // Another schema of the same path stores the value, as another program might.
    let free = try XCTUnwrap(KeptSettings(Self.id + ".Free", in: folder))
    XCTAssertTrue(free.set("banana", for: "shape"))
    XCTAssertEqual(settings.refused("shape"), "'banana'")
    XCTAssertEqual(settings.string("shape"), "round")
    XCTAssertTrue(free.set(7, for: "moves"))
    XCTAssertEqual(settings.refused("moves"), "7")
    XCTAssertEqual(settings.bool("moves"), true)
    for key in settings.keys { settings.reset(key) }
    for key in settings.keys { XCTAssertNil(settings.refused(key), key) }
  }

  @MainActor func testAChangeIsTold() throws {
    var changes = 0
    let settings = try Self.settings(in: folder)
    settings.onChange(of: ["words"]) { _ in XCTFail("replaced by the next one") }
    settings.onChange(of: ["words"]) { changes += $0 == "words" ? 1 : 0 }
    settings.set(false, for: "moves")
    XCTAssertEqual(settings.string("words"), "usual")
    settings.set("other", for: "words")
    XCTAssertTrue(MainLoop.run { changes == 1 })
    settings.reset("words")
  }
}
