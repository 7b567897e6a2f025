import Foundation
import Mail
import Testing

@testable import Tideline

/// The accounts of the sidebar.
@MainActor
@Suite(.timeLimit(.minutes(120)))
struct OpenAccountsTests {
  @Test func anAccountIsRefreshingUntilTheRefreshEnds() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    for name in ["cur", "new", "tmp"] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: "Post/\(name)"),
        withIntermediateDirectories: true
      )
    }
    let (path, store) = (folder.appending(path: "Post").path, folder.path + "/store.sqlite")
    let pool = MailboxPool { try await Mailbox.open($0, store: store) }
    let accounts = OpenAccounts(WindowMemory(MemoryFile(path: folder.path + "/windows.json")), pool)
    accounts.keep(path)
    #expect(accounts.accounts.map(\.isRefreshing) == [false])
    for path in [path, folder.path + "/Gone"] {
      accounts.keep(path)
      accounts.refresh(path)
      #expect(accounts.accounts.last?.isRefreshing == true)
      while accounts.accounts.last?.isRefreshing == true { await Task.yield() }
    }
  }
}
