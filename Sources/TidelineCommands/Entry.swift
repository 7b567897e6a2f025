import ArgumentParser
import Glibc
import TidelineProgram

/// The start of the command line.
///
/// It is synchronous on purpose: ``AsyncCommand`` needs the main thread for signals, and an
/// asynchronous `main` would already have given it away.
@main
enum Entry {
  static func main() {
    StandardStream.prepare()
    LibraryMessages.hide()
    Translations.useEnglish()
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      var command = try TidelineCommand.parseAsRoot(TidelineCommand.completed(arguments))
      try command.run()
    } catch {
      exit(CommandFailure.report(error, of: TidelineCommand.self))
    }
  }
}
