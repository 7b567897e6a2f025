import Foundation

/// A program of the system, run to its end.
enum Tool {
  struct Outcome: Sendable {
    let status: Int32
    let output: String
    let errors: String
  }

  /// - Parameter environment: added to the process's own; an empty value removes a variable.
  nonisolated static func run(
    _ arguments: String...,
    environment: [String: String] = [:]
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
    // Uses files, because a pipe that nobody reads would block the program.
    let files = ["out", "err"].map { folder.appendingPathComponent($0) }
    for file in files { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus,
      output: try String(contentsOf: files[0], encoding: .utf8),
      errors: try String(contentsOf: files[1], encoding: .utf8)
    )
  }
}
