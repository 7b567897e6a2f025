import Foundation
import MailTesting
import Synchronization
import Testing

@testable import Mail

/// The messages that are read in one request, and the times of the requests.
struct MessageGroupsTests {
  /// An account that records the requests, and has every message.
  private final class Account: OneFolderAccount {
    let identifier = "test:groups"
    let title = "Groups"
    private let state = Mutex<[String]>([])

    /// The requests: the folder and the messages of each.
    var asked: [String] { state.withLock { $0 } }

    func messages(
      _ messages: [KnownMessage],
      in folder: FolderID
    ) async throws -> [MessageKey: FoundMessage] {
      let names = messages.map { String(decoding: $0.key.bytes, as: UTF8.self) }
      state.withLock { $0.append("\(folder.text): \(names.joined(separator: " "))") }
      let found = FoundMessage(bytes: [], isCut: false, path: "", received: 0)
      return Dictionary(uniqueKeysWithValues: messages.map { ($0.key, found) })
    }
  }

  /// - Parameter name: the message's name; a capital letter is in another folder.
  private func stub(_ name: String) -> MessageStub {
    let place = MessagePlace(
      source: FolderID(name == name.lowercased() ? "INBOX" : "SENT"),
      folder: .inbox,
      position: 0,
      message: KnownMessage(key: MessageKey(bytes: Array(name.utf8)), flags: [])
    )
    return MessageStub(
      id: MessageStub.ID(messageID: name),
      date: Date(timeIntervalSince1970: 0),
      isUnread: false,
      isDeleted: false,
      isFlagged: false,
      hasAttachments: false,
      senders: [],
      subject: "",
      snippet: "",
      places: [place]
    )
  }

  /// Reads the messages one after the other.
  ///
  /// - Returns: the messages of each request.
  private func walk(_ names: String) async throws -> Set<String> {
    let stubs = names.map { stub(String($0)) }
    let account = Account()
    var groups = MessageGroups(stubs)
    for stub in stubs {
      guard let found = try await groups.next(in: account)?.value else {
        #expect(stubs.count == 1)
        continue
      }
      #expect(found[stub.places[0].message.key] != nil)
    }
    #expect(groups.next(in: account) == nil)
    return Set(account.asked)
  }

  @Test func messagesOfOneFolderAreReadAtOnce() async throws {
    #expect(try await walk("abc") == ["INBOX: a b c"])
    #expect(try await walk("aAbBc") == ["INBOX: a b c", "SENT: A B"])
    #expect(try await walk("aAb") == ["INBOX: a b", "SENT: A"])
  }

  @Test func aSingleOneIsReadByItself() async throws {
    #expect(try await walk("a") == [])
    #expect(try await walk("") == [])
  }

  @Test func noGroupHasMoreThanTen() async throws {
    #expect(
      try await walk("abcdefghijklmnopqrstu") == [
        "INBOX: a b c d e f g h i j", "INBOX: k l m n o p q r s t", "INBOX: u",
      ]
    )
  }

  /// The connection is kept between two groups; further groups are read only when they are wanted.
  @Test func theNextGroupIsReadMeanwhile() async throws {
    let account = Account()
    let stubs = "abcdefghijklmnopqrstu".map { stub(String($0)) }
    var groups = MessageGroups(stubs)
    let first = groups.next(in: account)
    while account.asked.count < 2 { await Task.yield() }
    for _ in stubs[1..<10] { #expect(groups.next(in: account) == first) }
    #expect(Set(account.asked.map { $0.prefix(8) }) == ["INBOX: a", "INBOX: k"])
    #expect(groups.next(in: account) != first)
    while account.asked.count < 3 { await Task.yield() }
    #expect(account.asked.last == "INBOX: u")
  }
}
