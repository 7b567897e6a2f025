import Foundation
import Testing
import TidelineProgram

/// A password is the first line of a file that only its owner can read.
struct PasswordFileTests {
  private func read(_ bytes: [UInt8], mode: Int = 0o600) throws -> String {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("tideline-password-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let isMade = FileManager.default.createFile(
      atPath: path,
      contents: Data(bytes),
      attributes: [.posixPermissions: mode]
    )
    #expect(isMade)
    return try PasswordFile.read(path)
  }

  @Test(arguments: [
    ("pass", "pass"), ("pass\n", "pass"), ("pass\r\n", "pass"), ("two words \nmore", "two words "),
    ("a\rb\n", "a\rb"), ("ÿ🌊\n", "ÿ🌊"),
  ])
  func theFirstLineIsThePassword(text: String, password: String) throws {
    #expect(try read(Array(text.utf8)) == password)
    #expect(try read(Array(text.utf8), mode: 0o400) == password)
  }

  @Test(arguments: [0o640, 0o604, 0o602, 0o666])
  func oneThatOthersCanReadIsRefusedWithTheWayOut(mode: Int) {
    #expect {
      try read(Array("pass".utf8), mode: mode)
    } throws: {
      "\($0)".contains("chmod 600")
    }
  }

  @Test(arguments: [[], [10], [0xFF, 10], [UInt8](repeating: 97, count: 5000)] as [[UInt8]])
  func whatIsNoPasswordIsRefused(_ bytes: [UInt8]) {
    #expect(throws: PasswordFile.Unusable.self) { try read(bytes) }
  }
}
