// The types that a snippet of the texts may use without declaring them: Tests/test_snippets.py.

import FoundationEssentials
import PullToRefresh
import PullToRefreshGtk
import RefreshPlaceKeeping

struct Page { var count: Int; var hasNext: Bool }
@MainActor final class Mailbox {
  let path = ""
  func fetch() async throws -> Page { Page(count: 0, hasNext: false) }
  func nextPage() async throws -> Page { Page(count: 0, hasNext: false) }
  func show(_ page: Page) {}
}
@MainActor final class Chat {
  func fetch() async throws {}
  func loadOlder() async throws -> LoadedRows { LoadedRows(hasMore: false) }
  func olderPage() async throws -> (messages: [Int], hasOlder: Bool) { ([], false) }
  func earlierPage() async throws -> (messages: [Int], hasEarlier: Bool) { ([], false) }
  func laterPage() async throws -> (messages: [Int], hasLater: Bool) { ([], false) }
}
@MainActor final class Download { func cancel() {} }
@MainActor final class Client {
  @discardableResult func fetch(_ done: @escaping ((any Error)?) -> Void) -> Download { Download() }
}
@MainActor final class Model {
  var canRefresh = false
  func reload() {}
  func insert(_ rows: [Int], at index: Int) {}
  func append(_ rows: [Int]) {}
}
