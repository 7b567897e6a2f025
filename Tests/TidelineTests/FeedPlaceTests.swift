import CPullToRefreshGtk
import Mail
import MailTesting
import Synchronization
import TidelineGtk
import XCTest

@testable import Tideline

/// The rows in sight during a refresh that moves the focused conversation.
nonisolated final class FeedPlaceTests: StoreTestCase {
  func testAReplyToTheFocusedConversationMovesNoOtherRow() throws {
    try expectKept { Post.Change(reply: $0) }
  }

  func testTheFocusedConversationGoesAlone() throws {
    try expectKept { Post.Change(gone: $0) }
  }

  /// Expects the rows above the focused one, and the place of the focus, to stay in every frame of
  /// a refresh and after it.
  private func expectKept(when change: @escaping @Sendable (UInt8) -> Post.Change) throws {
    let post = Post()
    try withFeed(of: post) { feed, list in
      _ = try await feed.source.mailboxes[0].refresh()
      try await feed.open(size: 200, inSight: 200)
      list.window.setDefaultSize(width: 400, height: 600)
      list.list.widget.setExpand(vertical: true)
      list.window.present()
      let adjustment = list.list.widget.verticalAdjustment
      while adjustment.upper < 5_000 { await list.paint() }
      adjustment.value = 3_000
      await list.paint()
      let seen = list.tops.sorted { $0.value < $1.value }
      let (above, focused) = (seen[0..<3], seen[3])
      let number = try XCTUnwrap(UInt8(focused.key))
      let id = list.list.model.places.first { $0.seconds == Int64(number) }?.id
      XCTAssertTrue(list.list.grabFocus(on: try XCTUnwrap(id)))
      await list.paint()
      post.change.withLock { $0 = change(number) }
      _ = try await feed.refresh(list.controller)
      var (places, focuses): (Set<[Double?]>, Set<Double?>) = ([], [])
      for _ in 0..<10 {
        await list.paint()
        let tops = list.tops
        places.insert(above.map { tops[$0.key] })
        let focus = list.list.widget.focus?.children.first
        focuses.insert(focus?.top(in: list.list.widget))
      }
      XCTAssertEqual(places, [above.map(\.value)])
      XCTAssertEqual(focuses, [focused.value])
      XCTAssertNil(list.tops[focused.key])
    }
  }
}

extension ShownList {
  /// The tops of the rows in sight, by their subjects.
  fileprivate var tops: [String: Double] {
    var tops: [String: Double] = [:]
    for row in (list.widget.child?.children ?? []).filter(\.isMapped).compactMap(\.children.first) {
      guard let top = row.top(in: list.widget), top >= 0, top < Double(list.widget.height) else {
        continue
      }
      let subject = unsafeBitCast(row.children[1].children[0], to: Label.self)
      tops[subject.text] = top
    }
    return tops
  }

  /// Waits for the next frame.
  fileprivate func paint() async {
    var isPainted = false
    let connection = window.frameClock?.connect("after-paint") { isPainted = true }
    window.addTickCallback { _ in false }
    while !isPainted { await Task.yield() }
    connection?.disconnect()
  }
}

/// 200 conversations of one message each, named by the second of their date; then one change.
private nonisolated final class Post: OneFolderAccount {
  struct Change {
    /// A conversation that gets a reply.
    var reply: UInt8?
    /// A conversation that is removed.
    var gone: UInt8?
  }

  let identifier = "post"
  let title = "Post"
  let change = Mutex(Change())
  private let isFirst = Mutex(true)

  func deliver(_ report: @Sendable (MailBatch) async throws -> Void) async throws {
    let isFirst = isFirst.withLock { isFirst in
      defer { isFirst = false }
      return isFirst
    }
    var batch = MailBatch()
    if isFirst {
      batch.new = (1...200).map { message($0, replyTo: nil) }
    } else {
      let change = change.withLock { $0 }
      if let reply = change.reply { batch.new = [message(250, replyTo: reply)] }
      if let gone = change.gone { batch.gone = [MessageKey(bytes: [gone])] }
    }
    try await report(batch)
  }

  private func message(_ second: UInt8, replyTo answered: UInt8?) -> IncomingMessage {
    IncomingMessage(
      key: MessageKey(bytes: [second]),
      flags: [],
      head: MessageHead(
        messageID: "\(second)@a.example",
        references: answered.map { ["\($0)@a.example"] } ?? [],
        date: Int64(second),
        subject: "\(answered ?? second)"
      )
    )
  }
}
