/// The use of a connection, and the tasks that wait for their turn.
struct ConnectionTurns {
  /// A purpose.
  enum Use {
    case sync
    /// Takes a moment, and goes before each sync.
    case reading
  }

  /// Nil while nobody uses it.
  private(set) var present: Use?
  private var waiting: [(turn: CheckedContinuation<Void, Never>, use: Use)] = []

  var waitingCount: Int { waiting.count }

  /// - Returns: whether it was free.
  mutating func take(_ use: Use) -> Bool {
    guard present == nil else { return false }
    present = use
    return true
  }

  /// Resumes a task when it is its turn.
  mutating func wait(_ turn: CheckedContinuation<Void, Never>, for use: Use) {
    let place = use == .reading ? waiting.firstIndex { $0.use == .sync } : nil
    waiting.insert((turn, use), at: place ?? waiting.count)
  }

  /// The connection is used no more; the next one that waits for it gets it.
  mutating func release() {
    present = waiting.first?.use
    if present != nil { waiting.removeFirst().turn.resume() }
  }
}
