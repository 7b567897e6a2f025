import Synchronization

/// Sends the same elements to several streams. A stream gets the elements sent after its creation,
/// and with `beginsWithLast` also the latest element sent before.
final class Broadcast<Element: Sendable>: Sendable {
  private struct Receiver {
    let isWanted: @Sendable (Element) -> Bool
    let continuation: AsyncStream<Element>.Continuation
  }

  private struct State {
    var receivers: [Int: Receiver] = [:]
    var last: Element?
    var count = 0
    var hasEnded = false
  }

  private let beginsWithLast: Bool
  private let buffered: Int
  private let state = Mutex(State())

  /// - Parameter buffered: the number of newest elements that a stream buffers.
  init(beginsWithLast: Bool = false, buffering buffered: Int = 1) {
    (self.beginsWithLast, self.buffered) = (beginsWithLast, buffered)
  }

  deinit { end() }

  /// Makes a stream.
  ///
  /// - Parameters:
  ///   - isWanted: selects the stream's elements; called on any thread.
  ///   - onEnd: called soon after the stream has ended, unless the stream was made after ``end()``.
  ///     Runs in a task of its own, because a direct call could deadlock: Swift would hold the lock
  ///     of the task being cancelled, and a sender may wait for that lock while the sender holds a
  ///     lock that `onEnd` needs.
  func stream(
    where isWanted: @escaping @Sendable (Element) -> Bool = { _ in true },
    onEnd: @escaping @Sendable () async -> Void = {}
  ) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self,
      bufferingPolicy: .bufferingNewest(buffered)
    )
    let number: Int? = state.withLock { state in
      guard !state.hasEnded else { return nil }
      state.count += 1
      state.receivers[state.count] = Receiver(isWanted: isWanted, continuation: continuation)
      if beginsWithLast, let last = state.last, isWanted(last) { continuation.yield(last) }
      return state.count
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.receivers.removeValue(forKey: number) }
      Task { await onEnd() }
    }
    return stream
  }

  func send(_ element: Element) {
    let receivers = state.withLock { state in
      state.last = element
      return Array(state.receivers.values)
    }
    for receiver in receivers where receiver.isWanted(element) {
      receiver.continuation.yield(element)
    }
  }

  /// Ends all streams. A stream made later ends at once.
  func end() {
    let receivers = state.withLock { state in
      state.hasEnded = true
      return Array(state.receivers.values)
    }
    for receiver in receivers { receiver.continuation.finish() }
  }
}
