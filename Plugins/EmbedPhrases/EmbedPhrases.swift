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
    let script = package.appending(path: "scripts/embed-phrases")
    let source = context.pluginWorkDirectoryURL.appending(path: "PhraseFiles.swift")
    return [
      .buildCommand(
        displayName: "Embedding the phrases",
        executable: script,
        arguments: [source.path] + files.map(\.path),
        inputFiles: files + [script],
        outputFiles: [source]
      )
    ]
  }
}
