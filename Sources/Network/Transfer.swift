import CTidelineGLib

// Reads and writes at once where possible, and else waits for the stream.
extension Connection {
  /// The next bytes, at least one; empty when the server has closed the connection normally.
  public func read(_ patience: Patience = .limited) async throws(NetworkError) -> [UInt8] {
    let interruption = try begin(.reading, at: .reading)
    defer { end(.reading) }
    while true {
      let stream = try openStream(.reading)
      do throws(SystemError) {
        let count = try throwing { error in
          buffer.baseAddress.map { cglib_read(stream, $0, gsize(buffer.count), error) }
        }
        stall.moved(count)
        return Array(buffer[..<count])
      } catch {
        guard error.wouldBlock else { throw self.error(.reading, error) }
      }
      let limit = patience == .limited ? stall.patience : nil
      let began = stopwatch.elapsed()
      if let limit { readWatchdog.watch(interruption, for: limit) }
      await wait(until: interruption) {
        awaitStream($0) {
          let context = NetworkThread.shared.context
          cglib_await_readable(stream, interruption.cancellable, context, $0, $1)
        }
      }
      readWatchdog.rest()
      try check(interruption, .reading, &stall, stopwatch.elapsed() - began, limit)
    }
  }

  /// Notes that this many of the bytes read last are no progress, so that they do not count for
  /// ``Timeouts/slowestRate``: a server could send them without end.
  public func disregard(_ count: Int) { stall.disregard(count) }

  public func write(_ bytes: [UInt8]) async throws(NetworkError) {
    let interruption = try begin(.writing, at: .writing)
    defer { end(.writing) }
    stall.restart()
    do {
      try await send(bytes, interruption)
    } catch {
      interrupt()
      throw error
    }
  }

  private func send(_ bytes: [UInt8], _ interruption: Interruption) async throws(NetworkError) {
    /// The bytes to send before other connections get their turn.
    let portion = 1 << 16
    var stall = Stall(timeouts)
    var rest = bytes[...]
    while !rest.isEmpty {
      let stream = try openStream(.writing)
      do throws(SystemError) {
        let count = try throwing { error in
          rest.prefix(portion).withUnsafeBytes { part in
            part.baseAddress.map { cglib_write(stream, $0, gsize(part.count), error) }
          }
        }
        stall.moved(count)
        rest = rest.dropFirst(count)
        if !rest.isEmpty { await Task.yield() }
        continue
      } catch {
        guard error.wouldBlock else { throw self.error(.writing, error) }
      }
      let limit = stall.patience
      let began = stopwatch.elapsed()
      watchdog.watch(interruption, for: limit)
      await wait(until: interruption) {
        awaitStream($0) {
          let context = NetworkThread.shared.context
          cglib_await_writable(stream, interruption.cancellable, context, $0, $1)
        }
      }
      watchdog.rest()
      try check(interruption, .writing, &stall, stopwatch.elapsed() - began, limit)
    }
  }

  /// Throws an error if a wait was interrupted, or made too little progress.
  private func check(
    _ interruption: Interruption,
    _ step: NetworkError.Step,
    _ stall: inout Stall,
    _ waited: Duration,
    _ limit: Duration?
  ) throws(NetworkError) {
    let cause = interruption.cause
    if let limit {
      switch stall.waited(cause == .timedOut ? max(limit, waited) : waited) {
      case .silent?:
        throw error(step, .timedOut(seconds: Int(timeouts.silence.components.seconds)))
      case .slow?: throw error(step, .tooSlow)
      case nil: break
      }
    }
    switch cause {
    case .cancelled?: throw error(step, .cancelled)
    case .closed?: throw error(step, .closed)
    case .timedOut?, nil: break
    }
  }
}
