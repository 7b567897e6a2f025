/// The current use of a connection, and the tasks that wait for it.
struct ConnectionTurns {
  /// The purpose of a use.
  enum Use {
    case sync
    /// Takes only a moment, and goes before every waiting sync.
    case reading
  }

  /// The current use; nil while the connection is free.
  private(set) var present: Use?
  private var waiting: [(turn: CheckedContinuation<Void, Never>, use: Use)] = []

  var waitingCount: Int { waiting.count }

  /// - Returns: false if the connection is in use, and so was not taken.
  mutating func take(_ use: Use) -> Bool {
    guard present == nil else { return false }
    present = use
    return true
  }

  /// Adds a waiting task, which is resumed when it is its turn.
  mutating func wait(_ turn: CheckedContinuation<Void, Never>, for use: Use) {
    let place = use == .reading ? waiting.firstIndex { $0.use == .sync } : nil
    waiting.insert((turn, use), at: place ?? waiting.count)
  }

  /// Ends the current use; the connection goes to the next waiting task.
  mutating func release() {
    present = waiting.first?.use
    if present != nil { waiting.removeFirst().turn.resume() }
  }
}
