import ArgumentParser

/// The file of a mailbox's store.
package struct StoreOptions: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp(
      "The store: a file that is made when missing. The default is one for each mailbox below "
        + "$XDG_CACHE_HOME/tideline.",
      valueName: "file"
    )
  )
  package var store: String?

  package init() {}
}

/// The options for opening the window. The command line parses them and passes them on to the
/// window's program, which parses them again.
package struct OpenOptions: ParsableArguments, Sendable {
  @Argument(
    help: ArgumentHelp(
      "A Maildir folder, an mbox file, or an account on a server, by its name or URL. The default is "
        + "your own mailbox."
    )
  )
  package var mailbox: String?

  @OptionGroup package var store: StoreOptions

  @Option(
    help: ArgumentHelp(
      "Do in the running Tideline what its icon’s menu offers: "
        + LaunchAction.allCases.map(\.rawValue).joined(separator: " or ") + ".",
      valueName: "action"
    )
  )
  package var action: LaunchAction?

  /// Given when D-Bus starts the program, which then gets the mailbox by a message.
  @Flag(name: .customLong("gapplication-service"), help: .hidden)
  package var isService = false

  package init() {}

  package func validate() throws {
    guard mailbox != nil, action != nil else { return }
    throw ValidationError("--action takes no mailbox.")
  }

  /// The options as arguments, to be parsed again.
  package var arguments: [String] {
    var arguments: [String] = []
    if let store = store.store { arguments += ["--store", store] }
    if let action { arguments += ["--action", action.rawValue] }
    if isService { arguments.append("--gapplication-service") }
    // Adds "--", after which a path may begin with a hyphen.
    if let mailbox { arguments += ["--", mailbox] }
    return arguments
  }
}

/// The actions that the desktop offers beside the program's icon: those of the desktop file, and of
/// the application on D-Bus.
package enum LaunchAction: String, CaseIterable, ExpressibleByArgument {
  case newWindow = "new-window"
  case refresh
}
