import Synchronization

/// Streams that all receive the same, from when they were made.
final class Broadcast<Element: Sendable>: Sendable {
  private struct State {
    var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
    var last: Element?
    var count = 0
    var hasEnded = false
  }

  private let beginsWithLast: Bool
  private let state = Mutex(State())

  /// - Parameter beginsWithLast: whether a new stream begins with what was sent last.
  init(beginsWithLast: Bool = false) { self.beginsWithLast = beginsWithLast }

  deinit { end() }

  /// A stream that keeps the newest element for whoever does not wait for it.
  func stream() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let number: Int? = state.withLock { state in
      guard !state.hasEnded else { return nil }
      state.count += 1
      state.continuations[state.count] = continuation
      if beginsWithLast, let last = state.last { continuation.yield(last) }
      return state.count
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.continuations.removeValue(forKey: number) }
    }
    return stream
  }

  func send(_ element: Element) {
    let continuations = state.withLock { state in
      state.last = element
      return Array(state.continuations.values)
    }
    for continuation in continuations { continuation.yield(element) }
  }

  /// Ends all streams, and those that are made from now on.
  func end() {
    let continuations = state.withLock { state in
      state.hasEnded = true
      return Array(state.continuations.values)
    }
    for continuation in continuations { continuation.finish() }
  }
}
