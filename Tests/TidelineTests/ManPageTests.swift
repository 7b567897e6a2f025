import Foundation
import XCTest

/// The man page describes every command and option, and no others.
nonisolated final class ManPageTests: CommandLineCase {
  func testItHasEveryCommandWithItsOptions() throws {
    let page = try ManPage()
    let commands = try commands()
    XCTAssertGreaterThan(commands.count, 11)
    for command in commands {
      let options = try options(of: command).subtracting(ManPage.common)
      let described = try XCTUnwrap(page.options(of: command), "\(command) has no section")
      XCTAssertEqual(described, options, command)
    }
    XCTAssertEqual(Set(page.commands), Set(commands))
  }

  func testTheCommonOptionsAreDescribedOnce() throws {
    XCTAssertEqual(try ManPage().options(ofSection: "OPTIONS"), ManPage.common)
  }

  func testItIsOfThisVersion() throws {
    let version = try tideline("--version").output.trimmingCharacters(in: .whitespacesAndNewlines)
    XCTAssertTrue(try ManPage().text.contains("\"Tideline \(version)\""))
  }

  /// The names in SUBCOMMANDS, with their own subcommands.
  private func commands(below command: [String] = []) throws -> [String] {
    let help = try tideline(command + ["--help"]).output
    let parts = help.components(separatedBy: "SUBCOMMANDS:\n")
    guard parts.count == 2 else { return [] }
    return try parts[1].matches(of: #/(?m)^  ([a-z]+)(?: |$)/#).flatMap { match in
      let name = command + [String(match.output.1)]
      return try [name.joined(separator: " ")] + commands(below: name)
    }
  }

  /// The long names in ARGUMENTS and OPTIONS.
  private func options(of command: String) throws -> Set<String> {
    let help = try tideline(command.split(separator: " ").map(String.init) + ["--help"]).output
    return Set(help.matches(of: #/(?m)^  (?:-\w, )?--([\w-]+)/#).map { String($0.output.1) })
  }
}

/// The man page's source, as far as commands and options are concerned.
private nonisolated struct ManPage {
  /// The options of more than one command.
  static let common: Set<String> = ["store", "json", "quiet", "verbose", "version", "help"]

  let text: String

  init() throws {
    let source = try MainActor.assumeIsolated { try SourceTree.package.text(of: "data/tideline.1") }
    // In roff, the hyphens of options are minus signs.
    text = source.replacing("\\-", with: "-")
  }

  var commands: [String] {
    section("COMMANDS").matches(of: #/(?m)^\.SS "?([\w ]+)"?$/#).map { String($0.output.1) }
  }

  func options(of command: String) -> Set<String>? {
    let title = command.contains(" ") ? "\"\(command)\"" : command
    let parts = section("COMMANDS").components(separatedBy: ".SS \(title)\n")
    guard parts.count == 2 else { return nil }
    return options(in: parts[1].components(separatedBy: ".SS ")[0])
  }

  func options(ofSection name: String) -> Set<String> { options(in: section(name)) }

  private func section(_ name: String) -> String {
    let parts = text.components(separatedBy: ".SH \(name)\n")
    return parts.count == 2 ? parts[1].components(separatedBy: ".SH ")[0] : ""
  }

  /// The described options: each is named on the line after `.TP`.
  private func options(in text: String) -> Set<String> {
    Set(text.matches(of: #/(?m)^\.TP\n.*?--([\w-]+)/#).map { String($0.output.1) })
  }
}
