import CAdwaita
import Foundation
import XCTest

@testable import Tideline

/// Tests with the project's settings schema, with an older one, and with none.
nonisolated class PreferencesCase: TidelineTestCase {
  private(set) var folder = ""

  override class func setUp() {
    super.setUp()
    onMainActor { adw_init() }
  }

  override func setUpWithError() throws {
    folder = NSTemporaryDirectory() + "tideline-preferences-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws {
    try FileManager.default.removeItem(atPath: folder)
  }

  /// Compiles the project's schema, without one key.
  func installSchema(without key: String? = nil) throws {
    var schema = try Self.schema
    if let key {
      let start = try XCTUnwrap(schema.range(of: "<key name=\"\(key)\""))
      let end = try XCTUnwrap(
        schema.range(of: "</key>", range: start.upperBound..<schema.endIndex)
      )
      schema.removeSubrange(start.lowerBound..<end.upperBound)
    }
    let path = folder + "/org.tideline.Tideline.gschema.xml"
    try schema.write(toFile: path, atomically: true, encoding: .utf8)
    let outcome = try Tool.run("glib-compile-schemas", "--strict", folder)
    XCTAssertEqual(outcome.status, 0, outcome.errors)
  }

  static var schema: String {
    get throws {
      try MainActor.assumeIsolated {
        try SourceTree.package.text(of: "data/org.tideline.Tideline.gschema.xml")
      }
    }
  }

  /// Fresh preferences: GLib keeps settings in memory as long as the process.
  @MainActor static func preferences(in folder: String) -> Preferences {
    let preferences = Preferences(schemasIn: folder)
    preferences.reset(Preferences.groups)
    return preferences
  }

  /// A test with fresh preferences, which are reset after it.
  func withPreferences(_ body: @MainActor (Preferences) throws -> Void) throws {
    try installSchema()
    try onMainActor { [folder] in
      let preferences = Self.preferences(in: folder)
      defer { preferences.reset(Preferences.groups) }
      try body(preferences)
    }
  }
}
