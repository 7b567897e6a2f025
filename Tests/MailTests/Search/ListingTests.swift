import Foundation
import MailTextTesting
import Testing

@testable import Mail

/// Searches and the unread filter are lists like any other, with order, pages and refreshes.
struct ListingTests {
  private let folder: TemporaryFolder
  private let source = ListedMail()
  private let mailbox: Mailbox

  /// Several conversations in each second; "rare" is in every 900th, beyond the rows that a search
  /// checks one by one.
  init() async throws {
    folder = try TemporaryFolder()
    source.post((0..<6000).map { ListedMail.message($0) })
    mailbox = try await Mailbox.open(source, store: folder.file("store.sqlite")).refreshed()
  }

  @Test func everyPageIsTheNextOne() async throws {
    let all = try await mailbox.page(limit: 10_000).conversations
    let listings: [(Listing, (Conversation) -> Bool)] = [
      (Listing(search: "common"), { _ in true }),
      (Listing(search: "e"), { $0.subject.contains("even") }),
      (Listing(search: "rar"), { $0.subject.contains("rare") }),
      (Listing(search: "rare e"), { $0.subject.contains("rare even") }),
      (Listing(search: "even odd"), { _ in false }),
      (Listing(search: "稀有"), { $0.subject.contains("稀有") }),
      (Listing(unreadOnly: true), { $0.unread > 0 }),
      (Listing(unreadOnly: true, search: "rare"), { $0.unread > 0 && $0.subject.contains("rare") }),
      (Listing(folder: ListedMail.name, search: "rare"), { $0.subject.contains("rare") }),
      (Listing(folder: ListedMail.name, unreadOnly: true), { $0.unread > 0 }),
      (
        Listing(folder: ListedMail.name, unreadOnly: true, search: "稀"),
        { $0.unread > 0 && $0.subject.contains("稀有") }
      ),
      (Listing(folder: FolderName("Nowhere"), search: "common"), { _ in false }),
    ]
    for (listing, isListed) in listings {
      let expected = all.filter(isListed)
      #expect(try await mailbox.everything(in: listing, pageSize: 97) == expected, "\(listing)")
      #expect(try await mailbox.conversationCount(in: listing) == expected.count, "\(listing)")
      let places = try await mailbox.places(in: listing, downTo: nil).places
      #expect(places == expected.map(\.place), "\(listing)")
      guard let end = places.dropLast(places.count / 3).last else { continue }
      let some = try await mailbox.places(in: listing, downTo: end).places
      #expect(some == Array(places.prefix { !end.precedes($0) }), "\(listing)")
    }
  }

  @Test func aListFollowsWhatChanges() async throws {
    let listing = Listing(unreadOnly: true)
    let rows = try await mailbox.everything(in: listing, pageSize: 500)
    source.flag(ListedMail.key(of: rows[0]), .seen)
    _ = try await mailbox.refresh()
    #expect(try await mailbox.everything(in: listing, pageSize: 500) == Array(rows.dropFirst()))
    source.post([ListedMail.message(9000, subject: "latest")])
    #expect(try await mailbox.refresh().inserted == 1)
    let search = Listing(search: "late")
    let found = try await mailbox.page(in: search, limit: 5).conversations
    #expect(found.map(\.subject) == ["latest"])
  }

  @Test func aSearchThatIsCancelledEnds() async throws {
    let task = Task { [mailbox] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await mailbox.page(in: Listing(search: "rare"), limit: 50)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
