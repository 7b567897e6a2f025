import Foundation
import MailTextTesting

@testable import Mail

/// Groups of numbers; each number is in one of them.
struct Partition {
  private(set) var groups: [[Int]]

  init(_ groups: [[Int]]) { self.groups = normalised(groups) }

  /// Whether each group of `others` is within one group of this partition.
  func isCoarser(than others: [[Int]]) -> Bool {
    var home: [Int: Int] = [:]
    for (index, group) in groups.enumerated() { for number in group { home[number] = index } }
    return others.allSatisfy { Set($0.map { home[$0] }).count == 1 }
  }

  /// Joins groups that share a name; `names` contains the names of each number.
  func joined(bySharing names: [[String]]) -> Partition {
    var left = groups.map { group in (group, Set(group.flatMap { names[$0] })) }
    var holders: [String: [Int]] = [:]
    for (index, part) in left.enumerated() {
      for name in part.1 { holders[name, default: []].append(index) }
    }
    var result: [[Int]] = []
    for start in left.indices where !left[start].0.isEmpty {
      var group: [Int] = []
      var open = [start]
      while let index = open.popLast() {
        group += left[index].0
        open += left[index].1.flatMap { holders[$0] ?? [] }
        left[index] = ([], [])
      }
      result.append(group)
    }
    return Partition(result)
  }

  func joined(byEqual ids: [String]) -> Partition { joined(bySharing: ids.map { [$0] }) }
}

/// The groups in which our store puts messages.
enum StoredGroups {
  /// Reads the messages from a Maildir, and returns their indexes, grouped by conversation.
  static func read(_ messages: [Data]) async throws -> [[Int]] {
    let maildir = try MaildirFixture()
    for (place, bytes) in messages.enumerated() {
      try bytes.write(to: URL(fileURLWithPath: "\(maildir.path)/cur/\(place):2,S"))
    }
    let mailbox = try await maildir.open().refreshed()
    return try await groups(mailbox, messages)
  }

  /// The list names messages by their ids, so indexes are found by ids. Messages with one id are in
  /// one conversation.
  private static func groups(_ mailbox: Mailbox, _ messages: [Data]) async throws -> [[Int]] {
    var places: [String: [Int]] = [:]
    for (place, bytes) in messages.enumerated() {
      places[parse(Array(bytes)).messageID, default: []].append(place)
    }
    return try await mailbox.threads(limit: .max).map { thread in
      var group: [Int] = []
      for id in thread.messages {
        guard let place = places[id]?.popLast() else {
          throw Dovecot.Failure("\(id) is listed in more places than it has")
        }
        group.append(place)
      }
      return group
    }
  }
}
