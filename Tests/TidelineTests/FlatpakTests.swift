import Foundation
import Testing

/// The Flatpak is built from the sources that Package.swift names.
struct FlatpakTests {
  private let package = SourceTree.package

  /// A package as flatpak-builder downloads it.
  private struct Source: Decodable {
    let type: String
    let url: String
    let commit: String
    let version: String
    let dest: String

    private enum CodingKeys: String, CodingKey {
      case type, url, commit, dest
      case version = "x-version"
    }
  }

  private func sources() throws -> [Source] {
    let text = try package.text(of: "build-aux/flatpak/swift-sources.json")
    return try JSONDecoder().decode([Source].self, from: Data(text.utf8))
  }

  @Test func everyDependencyIsThereInAVersionThatIsAskedFor() throws {
    let sources = try sources()
    let asked = try package.text(of: "Package.swift")
      .matches(of: #/\.package\(url: "([^"]+)", (from|exact): "([^"]+)"\)/#)
    #expect(asked.count > 3)
    for dependency in asked {
      let url = String(dependency.output.1)
      let source = try #require(
        sources.first { $0.url == url },
        "run build-aux/flatpak/list-sources: \(url)"
      )
      let (least, found) = (numbers(in: dependency.output.3), numbers(in: source.version[...]))
      #expect(dependency.output.2 == "from" || found == least, "\(url)")
      #expect(found.first == least.first, "\(url)")
      #expect(!found.lexicographicallyPrecedes(least), "\(url)")
    }
  }

  @Test func eachIsAtACommitAndInAFolderOfItsName() throws {
    for source in try sources() {
      #expect(source.type == "git")
      #expect(source.commit.wholeMatch(of: #/[0-9a-f]{40}/#) != nil)
      #expect(source.dest == "vendor/" + (source.url.split(separator: "/").last ?? ""))
    }
  }

  @Test func vendoredSourcesTakeThePlaceOfTheNetwork() throws {
    let copy = FileManager.default.temporaryDirectory
      .appendingPathComponent("tideline-manifest-\(UUID().uuidString).swift")
    defer { try? FileManager.default.removeItem(at: copy) }
    try package.text(of: "Package.swift").write(to: copy, atomically: true, encoding: .utf8)
    let script = package.root.appendingPathComponent("build-aux/flatpak/use-vendored").path
    let done = try Tool.run(script, copy.path)
    #expect(done.status == 0, "\(done.errors)")
    let manifest = try String(contentsOf: copy, encoding: .utf8)
    for source in try sources() where manifest.contains(source.dest) == false {
      // A dependency of another package need not be named here.
      #expect(try !package.text(of: "Package.swift").contains(source.url), "\(source.url)")
    }
    #expect(manifest.contains(".package(path: \"vendor/GRDB.swift\")"))
    #expect(!manifest.contains("https://"))
  }

  private func numbers(in version: Substring) -> [Int] {
    version.split(separator: ".").compactMap { Int($0) }
  }
}
