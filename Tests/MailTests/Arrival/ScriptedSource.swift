import Foundation
import Synchronization
import MailTesting

@testable import Mail

/// A mailbox whose messages a test adds and removes. It reports the changes in batches of any size
/// and order.
final class ScriptedSource: OneFolderAccount {
  let identifier = "test:scripted"
  let title = "Scripted"

  struct Interrupted: Error {}

  struct State: Sendable {
    /// The mailbox's messages.
    var present: [MessageKey: IncomingMessage] = [:]
    /// All messages ever stored: the Message-IDs of removed messages still link others.
    var stored: [MessageKey: IncomingMessage] = [:]
    var random = SplitMix64(seed: 0)
    /// Fails before this many batches are reported; nil for never.
    var patience: Int?
  }

  let state = Mutex(State())

  func changes(
    since checkpoint: SyncCheckpoint?,
    known: @Sendable () async throws -> [MessageKey: MessageFlags],
    report: @Sendable (MailBatch) async throws -> Void
  ) async throws -> SyncCheckpoint? {
    let known = try await known()
    let (batches, patience) = state.withLock { state in
      (state.batches(known: known), state.patience)
    }
    for (index, batch) in batches.enumerated() {
      if index == patience { throw Interrupted() }
      try await report(batch)
    }
    return nil
  }
}

extension ScriptedSource.State {
  private enum Change {
    case new(IncomingMessage)
    case flags(MessageKey, MessageFlags)
    case gone(MessageKey)
  }

  /// The differences from the stored messages, shuffled and divided anywhere.
  fileprivate mutating func batches(known: [MessageKey: MessageFlags]) -> [MailBatch] {
    var changes: [Change] = []
    for (key, message) in present.sorted(by: {
      $0.key.bytes.lexicographicallyPrecedes($1.key.bytes)
    }) {
      guard let flags = known[key] else {
        changes.append(.new(message))
        continue
      }
      if flags != message.flags { changes.append(.flags(key, message.flags)) }
    }
    let gone = known.keys.filter { present[$0] == nil }
    changes += gone.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map { .gone($0) }
    changes.shuffle(using: &random)
    var batches: [MailBatch] = []
    while !changes.isEmpty {
      var batch = MailBatch()
      for _ in 0..<random.number(1...12) {
        switch changes.popLast() {
        case .new(let message): batch.new.append(message)
        case .flags(let key, let flags): batch.flagged[key] = flags
        case .gone(let key): batch.gone.append(key)
        case nil: break
        }
      }
      batches.append(batch)
    }
    return batches
  }
}
