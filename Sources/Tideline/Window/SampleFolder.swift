import Foundation
import Mail

/// The sample mailbox below the user's data, made when it is first asked for.
nonisolated enum SampleFolder {
  @concurrent
  static func path() async throws -> String {
    let data =
      ProcessInfo.processInfo.environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : $0 }
      ?? NSHomeDirectory() + "/.local/share"
    let path = data + "/tideline/Sample Mailbox"
    if !FileManager.default.fileExists(atPath: path + "/cur") {
      try SampleMailbox().write(to: path)
    }
    return path
  }
}
