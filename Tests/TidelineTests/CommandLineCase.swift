import Foundation
import XCTest

/// Runs the `tideline` binary in a private folder.
nonisolated class CommandLineCase: XCTestCase {
  private(set) var folder = ""

  override func setUpWithError() throws {
    folder = NSTemporaryDirectory() + "tideline-cli-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws {
    try FileManager.default.removeItem(atPath: folder)
  }

  /// The binary is in the build folder, which is the test bundle or the folder around it.
  static func binary() throws -> URL {
    let bundle = Bundle(for: Self.self).bundleURL
    let places = [bundle, bundle.deletingLastPathComponent()]
    return try XCTUnwrap(
      places.map { $0.appendingPathComponent("tideline") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    )
  }

  /// Runs the binary that was built with the tests, with a cache of its own.
  func tideline(_ arguments: String...) throws -> Tool.Outcome { try tideline(arguments) }

  /// - Parameter input: the standard input; nil for that of the tests.
  func tideline(
    _ arguments: [String],
    environment: [String: String] = [:],
    input: String? = nil
  ) throws -> Tool.Outcome {
    var own = ["XDG_CACHE_HOME": folder + "/cache", "HOME": folder]
    for name in ["MAIL", "MAILDIR", "USER", "LOGNAME", "DISPLAY", "WAYLAND_DISPLAY"] {
      own[name] = ""
    }
    return try Tool.run(
      [Self.binary().path] + arguments,
      environment: own.merging(environment) { _, new in new },
      input: input
    )
  }

  func object(_ json: String) throws -> [String: Any] {
    try XCTUnwrap(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  /// The rows that `tideline list` prints.
  func rows(_ path: String, _ options: String...) throws -> [[String: Any]] {
    let page = try object(tideline(["list", path, "--json"] + options).output)
    return try XCTUnwrap(page["conversations"] as? [[String: Any]])
  }

  func sample(_ count: Int) throws -> String {
    let path = folder + "/Sample"
    XCTAssertEqual(try tideline("sample", path, "--messages", "\(count)").status, 0)
    return path
  }
}

/// Runs a program of the system to its end.
enum Tool {
  struct Outcome: Sendable {
    let status: Int32
    let output: String
    let errors: String
  }

  nonisolated static func run(
    _ arguments: String...,
    environment: [String: String] = [:]
  ) throws -> Outcome { try run(arguments, environment: environment) }

  /// - Parameters:
  ///   - environment: added to the process's own; an empty value removes a variable.
  ///   - input: the standard input; nil for that of the tests.
  nonisolated static func run(
    _ arguments: [String],
    environment: [String: String],
    input: String? = nil
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(environment) { _, new in new }.filter { !$0.value.isEmpty }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tideline-tool-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files instead of pipes, because a pipe that is not read would block the program.
    let files = ["out", "err"].map { folder.appendingPathComponent($0) }
    for file in files { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    if let input {
      let file = folder.appendingPathComponent("in")
      try Data(input.utf8).write(to: file)
      process.standardInput = try FileHandle(forReadingFrom: file)
    }
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus,
      output: try String(contentsOf: files[0], encoding: .utf8),
      errors: try String(contentsOf: files[1], encoding: .utf8)
    )
  }
}
