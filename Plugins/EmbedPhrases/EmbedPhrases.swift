import Foundation
import PackagePlugin

/// Puts the files of data/phrases into the program: a new file is a new language.
@main struct EmbedPhrases: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let package = context.package.directoryURL
    let folder = package.appending(path: "data/phrases")
    let files = try FileManager.default
      .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "txt" }.sorted { $0.path < $1.path }
    let source = context.pluginWorkDirectoryURL.appending(path: "PhraseFiles.swift")
    return [
      .buildCommand(
        displayName: "Embedding the phrases",
        executable: URL(filePath: "/bin/sh"),
        arguments: ["-euc", Self.script, source.path] + files.map(\.path),
        inputFiles: files,
        outputFiles: [source]
      )
    ]
  }
  /// Writes the files into a Swift source, with a number that changes when they change.
  private static let script = ####"""
    {
      echo 'package enum PhraseFiles {'
      echo "  package static let digest: UInt32 = $(cat "$@" | cksum | cut -d ' ' -f 1)"
      echo '  static let text: StaticString = ###"""'
      cat "$@"
      echo '"""###'
      echo '}'
    } >"$0.new"
    mv "$0.new" "$0"
    """####
}
