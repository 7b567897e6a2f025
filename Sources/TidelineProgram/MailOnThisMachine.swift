import Glibc
import Mail

/// The mailboxes on this computer.
package enum MailOnThisMachine {
  /// The user's home folder.
  package static var home: String { HomeFolder.path }

  package static func find() async -> [FoundMailbox] { await MailDiscovery.find() }

  /// The accounts on servers that other programs have, without their passwords.
  package static func findAccounts() async -> [FoundAccount] { await MailDiscovery.findAccounts() }

  /// The given paths that do not exist. A network share that does not answer blocks one thread.
  package static func missing(among paths: [String]) async -> Set<String> {
    await ReadingThreads.run { Set(paths.filter { access($0, F_OK) != 0 }) }
  }

  /// The added accounts on servers.
  ///
  /// - Throws: ``AccountListError``.
  package static func addedAccounts() async throws -> [ListedAccount] {
    try await ReadingThreads.run { try AccountListFile().read().accounts }
  }
}
