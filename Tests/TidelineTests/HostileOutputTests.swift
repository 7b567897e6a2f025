import Foundation
import XCTest

/// Characters that control or deceive a terminal never reach it: neither from a mail nor from a
/// file name, with any command, in the output or in the errors.
nonisolated final class HostileOutputTests: CommandLineCase {
  /// Clears the screen, contains control characters of all kinds, and begins a new line.
  private static let attack =
    "\u{1B}[2J\u{9B}2J\u{7F}\u{07}\u{85}\u{61C}\u{200E}\u{200F}\u{202A}\u{202E}\u{2066}\u{2069}"
    + "\u{2028}\u{2029}\r\ntideline: forged"

  /// The same characters in a file name, with bytes that are not valid UTF-8.
  private static let name = Array((attack + "\t").utf8) + [0xFF, 0x9B, 0xC2]

  private func make(_ path: [UInt8], holding text: String? = nil) throws {
    let path = path.map { CChar(bitPattern: $0) } + [0]
    guard let text else { return XCTAssertEqual(mkdir(path, 0o700), 0, "\(errno)") }
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    XCTAssertGreaterThanOrEqual(file, 0, "\(errno)")
    try FileHandle(fileDescriptor: file, closeOnDealloc: true).write(contentsOf: Data(text.utf8))
  }

  private func encoded(_ text: String) -> String {
    "=?utf-8?b?\(Data(text.utf8).base64EncodedString())?="
  }

  private var path: String { folder + "/Maildir" }
  private var folders: [[UInt8]] { [Array(path.utf8), Array("\(path)/.".utf8) + Self.name] }

  /// A Maildir with folders; one folder is named like its messages.
  private func mailbox() throws -> String {
    for folder in folders {
      try make(folder)
      for part in ["/cur", "/new", "/tmp"] { try make(folder + Array(part.utf8)) }
      try make(folder + Array("/cur/".utf8) + Self.name + Array(":2,".utf8), holding: message())
      // A message that is skipped, and named in the errors.
      let skipped = (folder + Array("/cur/1".utf8) + Self.name).map { CChar(bitPattern: $0) } + [0]
      XCTAssertEqual(symlink("/dev/null", skipped), 0, "\(errno)")
    }
    return path
  }

  /// Makes each folder look changed: what is skipped in an unchanged one is not named again.
  private func touch() {
    for folder in folders {
      let path = (folder + Array("/cur".utf8)).map { CChar(bitPattern: $0) } + [0]
      XCTAssertEqual(utimes(path, nil), 0, "\(errno)")
    }
  }

  private func message() -> String {
    let raw = Self.attack.replacing("\r\n", with: "")
    let coded = Data(Self.attack.utf8).base64EncodedString()
    return """
      From: \(encoded(Self.attack)) <ann\(raw)@a.example>
      To: "\(raw)" <bo@a.example>
      Subject: \(encoded(Self.attack)) \(raw)
      Message-ID: <\(UUID())\(raw)@a.example>
      Content-Type: multipart/mixed; boundary=b

      --b
      Content-Type: text/plain; charset=utf-8
      Content-Transfer-Encoding: base64

      \(coded)
      --b
      Content-Type: application/x\u{1B}-\u{202E}y
      Content-Disposition: attachment; filename="\(encoded(Self.attack))"

      x
      --b
      Content-Type: text/html

      <p \(raw)="<&\(raw);"><a href="\(raw)">\(raw)</b>
      --b
      Content-Type: message/rfc822

      Subject: \(encoded(Self.attack))

      \(raw)
      --b--

      """
  }

  /// Runs a command, and checks that its output is harmless.
  private func checked(
    _ arguments: [String],
    file: StaticString = #filePath,
    line: UInt = #line
  ) throws -> Tool.Outcome {
    // Output that is not valid UTF-8 fails here.
    let outcome = try tideline(arguments, environment: ["XDG_CONFIG_HOME": "\(folder)/config"])
    for (stream, text) in [("output", outcome.output), ("errors", outcome.errors)] {
      let found = text.unicodeScalars.filter { scalar in
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: true
        default: scalar.properties.isBidiControl
        }
      }
      XCTAssertTrue(
        found.isEmpty,
        "\(arguments) \(stream): \(Set(found.map { String($0.value, radix: 16) })) in \(text)",
        file: file,
        line: line
      )
    }
    return outcome
  }

  func testNoCommandPassesOnWhatATerminalObeys() throws {
    let path = try mailbox()
    let page = try object(checked(["list", path, "--all", "--json"]).output)
    let rows = try XCTUnwrap(page["conversations"] as? [[String: Any]])
    XCTAssertEqual(rows.count, 2)
    let ids = rows.compactMap { $0["id"] as? Int }.map(String.init)
    let commands =
      [
        ["list", path, "--all"], ["list", path], ["list", path, "--folder", "none"],
        ["list", path, "--all", "--limit", "1"], ["folders", path], ["threads", path],
        ["refresh", path], ["find"],
      ] + ids.map { ["show", path, $0] }
    for command in commands { _ = try checked(command) }
    for command in commands {
      for json in try checked(command + ["--json"]).output.split(separator: "\n") {
        XCTAssertNotNil(try JSONSerialization.jsonObject(with: Data(json.utf8)), "\(command)")
      }
    }
    // JSON still has the text, escaped.
    let folders = try checked(["folders", path, "--json"]).output
    XCTAssertTrue(folders.contains(#"\u001b[2J\u009b2J\u007f"#), folders)
    XCTAssertTrue(folders.contains(#"\u202e\u2066\u2069\u2028\u2029"#), folders)
  }

  func testNothingFromOutsideBeginsALineOfItsOwn() throws {
    let path = try mailbox()
    let lines = try [["list", "--all"], ["folders"], ["threads"], ["refresh"]].map { command in
      touch()
      let outcome = try checked([command[0], path] + command.dropFirst())
      XCTAssertFalse(outcome.output.contains("\ntideline: forged"), "\(command): \(outcome.output)")
      // Each skipped message is named once.
      XCTAssertEqual(outcome.errors.split(separator: "\n").count, 2, outcome.errors)
      return outcome.output.split(separator: "\n").count
    }
    XCTAssertEqual(lines, [2, 2, 4, 3])
    let missing = try checked(["list", "\(folder)/\(Self.attack)"])
    XCTAssertEqual(missing.status, 1)
    XCTAssertEqual(missing.errors.split(separator: "\n").count, 1, missing.errors)
    let unknown = try checked(["list", path, "--folder", "none"])
    XCTAssertEqual(unknown.status, 2)
    XCTAssertFalse(unknown.errors.contains("\ntideline: forged"), unknown.errors)
  }

  /// Control characters come neither from the list of accounts, which another program may have
  /// written, nor from a library's error text about it.
  func testAddressesOfAccountsAreTamed() throws {
    let places = [
      "h\(Self.attack).example", "\u{202E}\u{200F}", "\u{1B}[2J.example", "a b\"<>.example", "",
    ]
    let accounts = places.enumerated().map { number, host in
      [
        "id": UUID().uuidString, "name": "Number \(number)", "user": "ann\(Self.attack)",
        "host": host, "port": 993, "security": "imaps", "pins": [], "keyring": false,
      ] as [String: Any]
    }
    let list = try JSONSerialization.data(withJSONObject: ["version": 1, "accounts": accounts])
    try FileManager.default.createDirectory(
      atPath: "\(folder)/config/tideline",
      withIntermediateDirectories: true
    )
    try list.write(to: URL(fileURLWithPath: "\(folder)/config/tideline/accounts.json"))
    for command in [["account", "list"], ["account", "list", "--json"], ["find"]] {
      XCTAssertEqual(try checked(command).status, 0, "\(command)")
    }
    for number in places.indices {
      for command in [["account", "check"], ["list"]] {
        let outcome = try checked(command + ["Number \(number)"])
        XCTAssertEqual(outcome.status, 1)
        XCTAssertEqual(outcome.errors.split(separator: "\n").count, 1, outcome.errors)
        XCTAssertFalse(outcome.errors.contains("WARNING"), outcome.errors)
      }
    }
  }

  func testArgumentsAndOtherProgramsAreTamedToo() throws {
    let path = try sample(5)
    let store = "\(folder)/\(Self.attack.replacing("/", with: ""))"
    try "no store".write(toFile: store, atomically: false, encoding: .utf8)
    for command in [
      ["list", path, "--after", Self.attack], ["list", path, "--\(Self.attack)"],
      ["list", path, "--limit", Self.attack], ["list", path, Self.attack],
      ["list", path, "--store", store], ["sample", "\(folder)/\(Self.attack)/x/\0"],
      ["deliver", "\(folder)/\(Self.attack)"],
      ["refresh", path, "--fetch", "false '\(Self.attack)'"],
      ["refresh", path, "--fetch", "printf '\(Self.attack)'; exit 3", "--fetch-in-shell"],
    ] {
      XCTAssertNotEqual(try checked(command).status, 0, "\(command)")
    }
  }
}
