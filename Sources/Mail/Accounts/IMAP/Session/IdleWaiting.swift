import IMAP
import Network

/// Waits for changes of the open folder (RFC 2177).
extension IMAPSession {
  var hasIdle: Bool { capabilities.has(.idle) }

  /// Opens a folder to wait for its changes, and returns its present state.
  func examine(_ name: String) async throws -> OpenFolder {
    let examine = try Command.examine(name)
    let answers = try await run(Flight([examine], opening: name))
    try answers.requireFirst(of: [examine])
    return answers.folder ?? OpenFolder(name: name)
  }

  /// Waits with IDLE until something changes in the open folder, or the task is cancelled; returns
  /// early if the server refuses IDLE, or ends it. The next flight ends IDLE.
  ///
  /// - Parameters:
  ///   - known: the number of changes of the open folder that the caller already knows.
  ///   - untilRenewal: returns when the client must send something to the server again.
  /// - Returns: whether something has changed.
  func waitForChange(
    beyond known: Int = 0,
    untilRenewal: @escaping @Sendable () async throws -> Void
  ) async throws -> Bool {
    while isUsable, let folder {
      if folder.changes > known { return true }
      let reading = Task { try await self.idle(beyond: known) }
      let timer = Task {
        try await untilRenewal()
        reading.cancel()
      }
      defer { timer.cancel() }
      let isAsked = try await withTaskCancellationHandler {
        try await reading.value
      } onCancel: {
        reading.cancel()
      }
      if let folder = self.folder, folder.changes > known { return true }
      // Does not ask again if the server has refused IDLE, or ended it.
      guard !Task.isCancelled, idleTag != nil || !isAsked else { return false }
      _ = try await run(Flight([.noop]))
    }
    return false
  }

  /// Begins IDLE if needed, and reads responses until a change, the end of IDLE or a cancellation.
  ///
  /// - Returns: whether IDLE was sent; false if the task was cancelled before.
  private func idle(beyond known: Int) async throws -> Bool {
    do {
      if idleTag == nil {
        guard !Task.isCancelled else { return false }
        let tag = nextTag()
        log?.sent(.idle, tag: tag)
        parser.beginFlight(literalLimit: Flight.headerLimit, messages: folder?.count ?? 0)
        (idleTag, hasBegunIdle) = (tag, false)
        let command = Command.idle.encoded(tag: tag, capabilities: capabilities)
        // Writes in a task of its own, which a cancellation does not stop: the next flight waits
        // for the answer to IDLE, so the whole command must be sent.
        try await Task { [stream] in try await stream.write(Array(command.joined())) }.value
      }
      while idleTag != nil, let folder, folder.changes <= known {
        if try takeNews() == false { try await read(.unlimited) }
      }
      return true
    } catch let error as NetworkError where error.kind == .cancelled {
      return true
    } catch {
      isUsable = false
      throw error
    }
  }

  /// Waits for the answer to IDLE; before it, a server accepts no other line.
  func finishBeginningIdle() async throws {
    while idleTag != nil, !hasBegunIdle {
      if try takeNews() == false { try await read(.limited) }
    }
  }

  /// - Returns: whether there was a response.
  private func takeNews() throws -> Bool {
    guard let response = try nextResponse() else { return false }
    // Only the answer to IDLE is progress towards its beginning.
    parser.disregardLast()
    folder?.take(response)
    switch response {
    case .continuation: hasBegunIdle = true
    case .tagged(let tag, _) where tag == idleTag: idleTag = nil
    case .status(let status) where status.kind == .bye:
      throw failure(.connectionLost, status)
    default: break
    }
    return true
  }
}
