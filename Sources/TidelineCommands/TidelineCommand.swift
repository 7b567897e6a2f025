import ArgumentParser
import Glibc
import SystemPackage
import TidelineProgram

/// `tideline`: opens the window, or runs one of the commands below.
struct TidelineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tideline",
    abstract: "Lists the mail conversations that you have on disk and on mail servers.",
    usage: """
      tideline [<mailbox>] [--store <file>]
      tideline --action <action>
      tideline <subcommand>
      """,
    discussion: """
      A mailbox is a Maildir, an mbox file or a folder of them, such as Thunderbird's, or an account on \
      a mail server. Tideline only reads it, unless you mark messages in it. A store remembers the mail \
      that was read; you may delete it at any time.
      """,
    version: AppInfo.version,
    subcommands: [
      OpenCommand.self, ListCommand.self, FoldersCommand.self, RefreshCommand.self,
      ThreadsCommand.self, ShowCommand.self, MarkCommand.self, FindCommand.self, SampleCommand.self,
      DeliverCommand.self, AccountCommand.self,
    ]
  )

  /// Puts `open` before arguments that do not begin with a command. ArgumentParser's default
  /// subcommand has the same effect, but it looks through its options on each call, for other
  /// commands too: a seventh of the work of an unchanged refresh.
  ///
  /// - Throws: `ValidationError` for an unknown command. Otherwise `open` would report only a wrong
  ///   number of arguments, and ArgumentParser's `help` would ignore the name.
  static func completed(_ arguments: [String]) throws -> [String] {
    let names = arguments.prefix { !$0.hasPrefix("-") }
    let name = names.first == "help" ? names.dropFirst().first : names.count > 1 ? names.first : nil
    if let name, !isCommand(name) {
      throw ValidationError("There is no command “\(name)”. “tideline --help” names them.")
    }
    let isOwn =
      switch arguments.first {
      case "--help", "-h", "--help-hidden", "--version", "--experimental-dump-help": true
      case let first?:
        first.hasPrefix("--generate-completion-script") || isCommand(first)
      case nil: false
      }
    return isOwn ? arguments : ["open"] + arguments
  }

  private static func isCommand(_ name: String) -> Bool {
    name == "help" || configuration.subcommands.contains { $0.configuration.commandName == name }
  }
}

/// The start of the command line.
///
/// `main` is synchronous on purpose: ``AsyncCommand`` needs the main thread for signals, but
/// Swift's runtime would use that thread for an asynchronous `main`.
@main
enum Entry {
  static func main() {
    StandardStream.prepare()
    LibraryMessages.hide()
    Translations.useEnglish()
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      var command = try TidelineCommand.parseAsRoot(try TidelineCommand.completed(arguments))
      try command.run()
    } catch {
      exit(CommandFailure.report(error, of: TidelineCommand.self))
    }
  }
}

/// `tideline [MAILBOX]`: opens the window.
private struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Opens the window. (default)"
  )

  @OptionGroup var options: OpenOptions

  func run() throws {
    var options = options
    options.mailbox = try options.mailbox.map { try MailboxName.forWindow($0) }
    try WindowProgram.run(options.arguments)
  }
}

/// `tideline-window`, the only program that needs GTK: commands for the terminal start without its
/// eighty libraries.
private enum WindowProgram {
  /// The possible paths: beside this program after a build, and in `libexec` after an installation.
  private static var places: [FilePath] {
    let folder = InstalledData.program.removingLastComponent()
    return [
      folder.appending("tideline-window"),
      folder.removingLastComponent().appending("libexec").appending("tideline-window"),
    ]
  }

  /// Replaces this program by the window's program, in the same process.
  ///
  /// - Throws: ``MissingWindow``; without an error it does not return.
  static func run(_ arguments: [String]) throws -> Never {
    var failure = ENOENT
    for place in places {
      var vector = ([place.string] + arguments).map { strdup($0) } + [nil]
      execv(place.string, &vector)
      for argument in vector { free(argument) }
      guard errno == ENOENT else { failure = errno; break }
    }
    throw MissingWindow(path: places.last?.string ?? "", reason: String(cString: strerror(failure)))
  }
}

/// The window's program could not be started.
private struct MissingWindow: Error, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String {
    "The window cannot be opened: \(path) (\(reason)). Install Tideline again."
  }
}
