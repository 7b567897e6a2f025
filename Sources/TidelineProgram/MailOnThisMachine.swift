import FoundationEssentials
import Glibc
import Mail

/// The mailboxes on this machine.
package enum MailOnThisMachine {
  /// The user's home folder.
  package static var home: String { HomeFolder.path }

  package static func find() -> [FoundMailbox] {
    MailDiscovery.find(home: home, environment: ProcessInfo.processInfo.environment)
  }

  /// The same, off the main thread: a share that does not answer may block it.
  @concurrent
  package static func findBeside() async -> [FoundMailbox] { find() }

  /// The paths at which there is no file; off the main thread for the same reason.
  @concurrent
  package static func missing(among paths: [String]) async -> Set<String> {
    Set(paths.filter { access($0, F_OK) != 0 })
  }
}
