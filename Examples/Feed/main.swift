// A feed reader in Chinese: custom rows and a custom header, pages that load automatically, and a
// server that sometimes fails.

import PullToRefresh
import PullToRefreshGtk

struct Article {
  let title: String
  let source: String
}

struct ServerError: Error, CustomStringConvertible { let description: String }

/// A server with four pages of ten articles. Every third request for news fails, and so does the
/// first request for the third page.
@MainActor final class FeedServer {
  private var (requests, news, page, failures) = (0, 0, 0, 0)

  func newArticles() async throws -> [Article] {
    try await Task.sleep(for: .milliseconds(600))
    requests += 1
    if requests.isMultiple(of: 3) { throw ServerError(description: "服务器没有响应") }
    news += 2
    return [news, news - 1].map { Article(title: "新闻 \($0)", source: "今日") }
  }

  /// The next page of older articles, and whether there is another one after it.
  func olderArticles() async throws -> (articles: [Article], hasMore: Bool) {
    try await Task.sleep(for: .milliseconds(300))
    if page == 2, failures == 0 {
      failures += 1
      throw ServerError(description: "网络已断开")
    }
    page += 1
    let numbers = (page * 10 - 9)...(page * 10)
    return (numbers.map { Article(title: "文章 \($0)", source: "第 \(page) 页") }, page < 4)
  }
}

/// A custom header: a title, and below it a bar that fills with the pull.
@MainActor final class PullBar {
  let widget = Box(.vertical, spacing: 6)
  private let bar = ProgressBar()
  private let title = Label(nil)

  init() {
    bar.setSizeRequest(width: 160)
    widget.append(title)
    widget.append(bar)
    widget.setAlign(horizontal: .center, vertical: .center)
  }

  func show(_ state: RefreshState) -> Box {
    bar.fraction = state.progress
    title.text = state.title
    return widget
  }
}

/// The list of articles, with its handlers, its header and the titles of its rows.
@MainActor final class FeedReader {
  let list = ListBox()
  private let server = FeedServer()
  private let header = PullBar()

  init() {
    list.refreshable(reporting: { try await self.refresh() })
    list.loadsMore { try await self.loadMore() }
    list.configureRefresh { [header] controller in
      controller.loadMore.mode = .automatic()
      controller.refresh.titles.pull = "下拉刷新"
      controller.refresh.titles.release = "松开即可刷新"
      controller.refresh.titles.running = "正在刷新…"
      controller.refresh.titles.cancel = "取消"
      controller.refresh.titles.cancelled = "已取消"
      controller.refresh.titles.done = "已是最新"
      controller.refresh.titles.failed = { "刷新失败：\($0)" }
      controller.refresh.content = header.show
      controller.loadMore.titles.loadMore = "加载更多"
      controller.loadMore.titles.running = "正在加载…"
      controller.loadMore.titles.retry = "重试"
      controller.loadMore.titles.failed = { "加载失败：\($0)" }
      controller.loadMore.titles.exhausted = "没有更多文章了"
    }
  }

  private func refresh() async throws -> String {
    let articles = try await server.newArticles()
    await list.update(arrivals: articles.count) {
      for article in articles.reversed() { insert(article, at: 0) }
    }
    return "\(articles.count) 条新文章"
  }

  private func loadMore() async throws -> LoadedRows {
    let page = try await server.olderArticles()
    for article in page.articles { insert(article, at: nil) }
    return LoadedRows(added: page.articles.count, hasMore: page.hasMore)
  }

  private func insert(_ article: Article, at position: Int?) {
    let row = Box(.vertical, spacing: 4, margin: 12)
    for text in [article.title, article.source] {
      let label = Label(text)
      label.xalign = 0
      label.ellipsize()
      row.append(label)
    }
    row.children.last?.addStyleClass("dim-label")
    list.insert(row, at: position, name: "\(article.title)，\(article.source)")
  }
}

let application = Application(id: "org.example.Feed")
application.onActivate {
  let reader = FeedReader()
  let content = ScrolledWindow(reader.list)
  Window(of: application, title: "阅读", width: 360, height: 480, child: content).present()
}
application.run()
