import Foundation

/// The package's files, where the compiler found them.
struct SourceTree {
  let root: URL

  /// The package of these tests.
  static let package = SourceTree(
    root: URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  )

  func text(of path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The direct subfolders of a folder, by name.
  func folders(in path: String) throws -> [String] {
    let folder = root.appendingPathComponent(path)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      folder.appendingPathComponent($0).hasDirectoryPath
    }
  }

  /// The Swift and C files below a folder; at least one, since otherwise the folder was moved.
  func files(
    below path: String,
    endingIn endings: [String] = [".swift", ".c", ".h"]
  ) throws -> [SourceFile] {
    let folder = root.appendingPathComponent(path)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let files = try names.filter { endings.contains(where: $0.hasSuffix) }.map {
      SourceFile(path: "\(path)/\($0)", text: try text(of: "\(path)/\($0)"))
    }
    guard !files.isEmpty else { throw CocoaError(.fileNoSuchFile) }
    return files
  }
}

/// A source file, with the properties that the architecture is about.
struct SourceFile {
  let path: String
  let lines: [Substring]
  private let text: String

  init(path: String, text: String) {
    (self.path, self.text) = (path, text)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(
      text.hasSuffix("\n") ? 1 : 0
    )
  }

  /// The modules that it imports, as a whole or in part.
  var imports: Set<String> {
    let form =
      #/
      ^\s* (?: @\w+ (?: \( [^)]* \) )? \s+ )* (?: (?: public | package | internal | private ) \s+ )?
      import \s+ (?: (?: class | struct | enum | protocol | func | var | let | typealias ) \s+ )?
      (\w+)
      /#
    return Set(lines.compactMap { $0.prefixMatch(of: form).map { String($0.output.1) } })
  }

  /// The headers that it includes with quotes, without folder and suffix.
  var includes: Set<String> {
    let form = #/^\s*#\s*include\s+"(?:[^"]*/)?(\w+)\.h"/#
    return Set(lines.compactMap { $0.prefixMatch(of: form).map { String($0.output.1) } })
  }

  /// The types that it declares, except nested ones.
  var types: [String] {
    let form =
      #/
      (?: @\w+ (?: \( [^)]* \) )? \s+ )*
      (?: (?: public | package | internal | private | fileprivate | nonisolated | final | indirect )
      \s+ )*
      (?: class | struct | enum | actor | protocol ) \s+ (\w+)
      /#
    return lines.compactMap { $0.prefixMatch(of: form).map { String($0.output.1) } }
  }

  /// Lines that can end the program on purpose.
  var crashes: [String] {
    codeLines(with: #/\b(?:try!|as!|fatalError\()/#, among: ["try!", "as!", "fatalError("])
  }

  /// Lines that use types of FoundationEssentials whose implementation needs ICU.
  var needsOfICU: [String] {
    // By Unicode's default rules, `TimeZone.current` would be one word. A word before a closing
    // quote is the end of a text for the user, and no type.
    codeLines(
      with: #/\b(?:Locale|TimeZone|Calendar)\b(?!")|\.iso8601\b/#.wordBoundaryKind(.simple),
      among: ["Locale", "TimeZone", "Calendar", ".iso8601"]
    )
  }

  /// Calls and options that remove, replace or truncate files.
  var fileChanges: Set<String> {
    let call =
      #/
      \b ( (?: remove | move | replace | trash | copy ) Item \w* | createFile | write(?=\(toFile)
      | unlink (?: at )? | rmdir | rename (?: at2? )? | f?truncate | nftw | fts_open | fopen
      | g_ (?: remove | unlink | rmdir | rename | fopen ) | g_file_ (?: delete | move | trash
      | copy | replace | set_contents ) \w* | gdk_texture_save_to_png ) \s* (?=\()
      | ( \.atomic\b | O_TRUNC )
      /#.wordBoundaryKind(.simple)
    let parts = [
      "Item", "createFile", "toFile", "link", "rmdir", "rename", "truncate", "nftw", "fts_open",
      "fopen", "g_file", "g_re", "g_unl", "texture_save", ".atomic", "O_TRUNC",
    ]
    guard has(parts) else { return [] }
    return lines.flatMap { Self.code($0).matches(of: call) }.reduce(into: []) {
      $0.insert($1.output.0.trimmingCharacters(in: .whitespaces))
    }
  }

  /// Most files have none of these words, and a search for plain words is faster than a match.
  private func has(_ words: [String]) -> Bool { words.contains(where: text.contains) }

  private func codeLines(with form: Regex<Substring>, among words: [String]) -> [String] {
    guard has(words) else { return [] }
    return lines.filter { Self.code($0).contains(form) }
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// The line without a comment.
  private static func code(_ line: Substring) -> Substring {
    line[..<(line.firstRange(of: "//")?.lowerBound ?? line.endIndex)]
  }
}

/// The targets of a `Package.swift` and their declared dependencies, including other packages'
/// products.
struct Manifest {
  let dependencies: [String: Set<String>]
  /// The targets of its products.
  let productTargets: Set<String>

  init(_ text: String) {
    var dependencies: [String: Set<String>] = [:]
    let target = #/\.(?:target|executableTarget|testTarget)\(\s*name:\s*"([\w-]+)"/#
    let list = #/^[^()]*?\bdependencies:\s*\[/#
    for match in text.matches(of: target) {
      let rest = text[match.range.upperBound...]
      let names = rest.prefixMatch(of: list).map {
        Self.names(in: rest[$0.range.upperBound...].prefix { $0 != "]" })
      }
      dependencies[String(match.output.1)] = names ?? []
    }
    self.dependencies = dependencies
    let product = #/\.(?:library|executable|plugin)\([^)]*\btargets:\s*\[/#
    productTargets = text.matches(of: product).reduce(into: []) { targets, match in
      targets.formUnion(Self.names(in: text[match.range.upperBound...].prefix { $0 != "]" }))
    }
  }

  private static func names(in list: Substring) -> Set<String> {
    let product = #/\.product\(name:\s*("\w+")[^)]*\)/#
    let plain = list.replacing(product) { $0.output.1 }
    return Set(plain.matches(of: #/"(\w+)"/#).map { String($0.output.1) })
  }
}
