import Foundation
import PullToRefresh
import Testing

/// The documentation agrees with the package.
struct DocumentationTests {
  private nonisolated static let catalog = "Sources/PullToRefresh/PullToRefresh.docc"
  private nonisolated static let guide = [
    "README", "first-start", "pulling", "reading", "marking-and-answering", "accounts", "new-mail",
    "preferences", "command-line", "reference",
  ].map { "docs/user/\($0).md" }
  private nonisolated static let pages =
    guide + [
      "README.md", "CHANGELOG.md", "docs/developer.md", "docs/architecture.md", "docs/size.md",
      "docs/naming.md", "Tests/FEATURES.md",
    ]
  private let package = SourceTree.package

  @Test(arguments: ["README.md", "\(catalog)/PullToRefresh.md"])
  func theTenLinesAreTheExample(path: String) throws {
    let example = try package.text(of: "Examples/TenLines/main.swift")
    #expect(try package.text(of: path).contains("\n```swift\n\(example)```\n"))
  }

  /// Links lead to existing files, pictures and headings.
  @Test(arguments: pages)
  func everyLinkLeadsSomewhere(page: String) throws {
    let text = try package.text(of: page)
    let folder = package.root.appendingPathComponent(page).deletingLastPathComponent()
    for link in text.matches(of: #/\]\(([^)\s]+)\)/#) where !link.output.1.contains("://") {
      let parts = link.output.1.split(separator: "#", omittingEmptySubsequences: false)
      let target = parts[0].isEmpty ? page : String(parts[0])
      let file =
        parts[0].isEmpty
        ? package.root.appendingPathComponent(page) : folder.appendingPathComponent(target)
      #expect(FileManager.default.fileExists(atPath: file.path), "\(page): \(link.output.1)")
      guard parts.count == 2 else { continue }
      let anchors = try String(contentsOf: file, encoding: .utf8).matches(of: #/(?m)^#+ (.+)$/#)
        .map { $0.output.1.lowercased().replacing(" ", with: "-") }
      #expect(anchors.contains(String(parts[1])), "\(page): \(link.output.1)")
    }
  }

  /// Each name in code style that looks like a file of the repository exists, as does each target.
  @Test(arguments: pages)
  func everyFileAndTargetThatIsNamedIsThere(page: String) throws {
    let text = try package.text(of: page)
    let file =
      #/`((?:Sources|Tests|Examples|data|docs|scripts|build-aux)/[\w./-]*\w/?)`/#
    for name in text.matches(of: file).map(\.output.1) where name != "Sources/TenLines/main.swift" {
      let path = package.root.appendingPathComponent(String(name)).path
      #expect(FileManager.default.fileExists(atPath: path), "\(page): \(name)")
    }
    let targets = Set(
      try package.text(of: "Makefile").matches(of: #/(?m)^([a-z-]+):/#).map(\.output.1)
    )
    // "make it" names no target: only text in code style counts.
    for code in text.matches(of: #/`[^`\n]*`|(?s:```sh\n.*?```)/#).map(\.output) {
      for name in code.matches(of: #/\bmake (?:[A-Z]+=\S* )*([a-z-]+)/#).map(\.output.1) {
        #expect(targets.contains(name), "\(page): make \(name)")
      }
    }
  }

  /// Imports, braces and blank lines are not counted.
  @Test func thereAreTenOfThem() throws {
    let lines = try package.text(of: "Examples/TenLines/main.swift").split(separator: "\n")
    #expect(lines.filter { !$0.hasPrefix("import") && $0.contains(where: \.isLetter) }.count == 10)
  }

  @Test func everyPageOfTheUsersGuideIsListed() throws {
    let folder = package.root.appendingPathComponent("docs/user")
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(pages.map { "docs/user/\($0)" }) == Set(Self.guide))
    let list = try package.text(of: "docs/user/README.md")
    for page in pages where page != "README.md" { #expect(list.contains("](\(page))"), "\(page)") }
  }

  /// The guide names controls as the window does.
  @Test(arguments: guide + ["README.md"])
  func everyControlThatTheGuideNamesIsThere(page: String) throws {
    let texts = try ["tideline", "pull-to-refresh"]
      .map { try package.text(of: "data/po/\($0)/\($0).pot") }.joined()
      .replacing("\"\n\"", with: "").replacing("_", with: "")
    let text = try package.text(of: page).replacing(#/\s+/#, with: " ")
    let names = text.matches(of: #/(?:^|[^\w*])\*([A-Z][^*]+)\*/#).map { String($0.output.1) }
    for name in names where name != "Synchronization & Storage" {  // Thunderbird's
      let isThere = texts.contains(name)
      #expect(isThere, "\(page): \(name)")
    }
  }

  @Test func theTutorialEndsWithTheExample() throws {
    let last = try #require(try tutorialSteps().last)
    #expect(
      try package.text(of: "Examples/Messages/main.swift")
        == package.text(of: "\(Self.catalog)/Tutorials/Steps/\(last)")
    )
  }

  @Test func theTutorialShowsEveryStepOnce() throws {
    let steps = try package.files(below: "\(Self.catalog)/Tutorials/Steps").map {
      String($0.path.split(separator: "/").last ?? "")
    }
    #expect(try tutorialSteps() == steps.sorted())
  }

  /// An example may also be the program of another package, beside this package.
  @Test func everyExampleIsATarget() throws {
    let manifest = try package.text(of: "Package.swift")
    let guests = try ["scripts/build-guests", "scripts/test-packages"]
      .map(package.text(of:)).joined()
    let examples = try package.folders(in: "Examples")
    #expect(!examples.isEmpty)
    for example in examples {
      let isTarget = manifest.contains("path: \"Examples/\(example)\"")
      #expect(isTarget || guests.contains("Examples/\(example)"), "\(example)")
    }
  }

  @Test func theTableOfNumbersHasEveryNumberWithItsDefault() throws {
    let row = #/^\| ``PullMetrics/(\w+)`` \| ([^|]*?) \|/#.anchorsMatchLineEndings()
    let article = try package.text(of: "\(Self.catalog)/Articles/Numbers.md")
    let listed = Dictionary(
      uniqueKeysWithValues: article.matches(of: row).map {
        (String($0.output.1), String($0.output.2))
      }
    )
    let numbers = Mirror(reflecting: PullMetrics()).children.compactMap { child in
      child.label.map { ($0, Self.written(child.value)) }
    }
    #expect(numbers.count > 10)
    for (name, value) in numbers {
      let text = try #require(listed[name], "\(name) is not in the table")
      #expect(text == value || text == value + " px", "\(name)")
    }
    #expect(listed.count == numbers.count)
  }

  /// The value as the table writes it.
  private static func written(_ value: Any) -> String {
    switch value {
    case let time as Duration where time >= .seconds(1): "\(time / .seconds(1)) s".plain
    case let time as Duration: "\(time / .milliseconds(1)) ms".plain
    default: "\(value)".plain
    }
  }

  private func tutorialSteps() throws -> [String] {
    try package.text(of: "\(Self.catalog)/Tutorials/Messages.tutorial")
      .matches(of: #/file: "([^"]+)"/#).map { String($0.output.1) }
  }
}

extension String {
  /// The text without the “.0” of whole numbers.
  fileprivate var plain: String { replacing(#/\.0\b/#, with: "") }
}
