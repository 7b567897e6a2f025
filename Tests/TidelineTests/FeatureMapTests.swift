import Foundation
import Testing

/// The tests named in `Tests/FEATURES.md` exist.
struct FeatureMapTests {
  private static let package = SourceTree.package

  @Test func everyNamedTestExists() throws {
    let named = try FeatureMap(Self.package.text(of: "Tests/FEATURES.md"))
    #expect(named.rows.count > 50)
    let missing = try named.missing(in: TestNames(Self.package))
    #expect(missing.isEmpty, "\(missing)")
  }

  @Test func theLibraryHasEveryFeature() throws {
    let map = try FeatureMap(Self.package.text(of: "Tests/FEATURES.md"))
    let library = map.rows.filter { "ABC".contains($0.id.prefix(1)) }
    #expect(library.count == 46)
    let unproven = library.filter { $0.tests.isEmpty || $0.proof.contains("not yet") }
    #expect(unproven.isEmpty, "\(unproven.map(\.id))")
  }

  // Tests the reader itself, since a test that cannot fail tests nothing.

  @Test func testsOfEveryKindAreReadAndMissed() {
    let map = FeatureMap(
      """
      | id | feature | proven by |
      | --- | --- | --- |
      | A1 | one | HeaderTests, HeaderTests.aPull; e2e test_touch, test_touch.test_a_pull |
      | A2 | two | not yet |
      """
    )
    #expect(
      map.rows.first?.tests
        == ["HeaderTests", "HeaderTests.aPull", "test_touch", "test_touch.test_a_pull"]
    )
    #expect(map.rows.last?.tests == [])
    #expect(
      map.missing(in: TestNames(["HeaderTests", "test_touch", "test_touch.test_a_pull"]))
        == ["HeaderTests.aPull"]
    )
  }
}

/// The rows of the table of features.
private struct FeatureMap {
  struct Row {
    let id: String
    let proof: String

    /// Names of suites, or of tests in suites, in Swift or in Python.
    var tests: [String] {
      let name = #/\b(?:\w+Tests(?:\.\w+)?|test_\w+(?:\.test_\w+)?)\b/#
        .wordBoundaryKind(.simple)
      return proof.matches(of: name).map { String($0.output) }
    }
  }

  let rows: [Row]

  init(_ text: String) {
    rows = text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3, cells[0].wholeMatch(of: #/[A-Z]\d+/#) != nil else { return nil }
      return Row(id: cells[0], proof: cells[2])
    }
  }

  func missing(in names: TestNames) -> [String] {
    rows.flatMap(\.tests).filter { !names.all.contains($0) }
  }
}

/// The existing suites and tests, as `Suite` and `Suite.test`.
private struct TestNames {
  let all: Set<String>

  init(_ names: Set<String>) { all = names }

  init(_ package: SourceTree) throws {
    var names: Set<String> = []
    let suite =
      #/^(?:@\w+(?:\([^)]*\))? )*(?:nonisolated )?(?:final )?(?:struct|class|extension) (\w+Tests)\b/#
    let test = #/\bfunc (\w+)\(/#
    for file in try package.files(below: "Tests") where file.path.hasSuffix(".swift") {
      var current: Substring?
      for line in file.lines {
        if let found = line.prefixMatch(of: suite)?.output.1 {
          current = found
          names.insert(String(found))
        } else if let current, let found = line.firstMatch(of: test)?.output.1 {
          names.insert("\(current).\(found)")
        }
      }
    }
    for folder in ["Tests/CommandLine", "Tests/EndToEnd", "Tests/Robustness", "Tests/Servers"] {
      let files = package.root.appendingPathComponent(folder).path
      for name in try FileManager.default.contentsOfDirectory(atPath: files)
      where name.hasPrefix("test_") && name.hasSuffix(".py") {
        let module = String(name.dropLast(3))
        names.insert(module)
        let text = try package.text(of: "\(folder)/\(name)")
        for found in text.matches(of: #/def (test_\w+)\(/#) {
          names.insert("\(module).\(found.output.1)")
        }
      }
    }
    all = names
  }
}
