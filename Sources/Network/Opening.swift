import CTidelineGLib

extension Connection {
  /// Looks up the host, connects, and does the TLS handshake for ``Endpoint/Security/tls``.
  ///
  /// - Parameters:
  ///   - clock: measures the time limits.
  ///   - network: returns the network's state, called if the connection fails.
  /// - Throws: also if the server's certificate is not trusted; nothing was sent to it then.
  public static func connect(
    to endpoint: Endpoint,
    trust: CertificateTrust = .system,
    timeouts: Timeouts = .standard,
    clock: any Clock<Duration> = ContinuousClock(),
    network: @escaping @Sendable () -> NetworkState = { NetworkState.current }
  ) async throws(NetworkError) -> Connection {
    let connection = Connection(
      to: endpoint,
      trust: trust,
      timeouts: timeouts,
      clock: clock,
      network: network
    )
    try await connection.open()
    return connection
  }

  /// Does the TLS handshake on a connection made with ``Endpoint/Security/startTLS``, after the
  /// server has agreed. The caller must not have read beyond the server's answer; any data that has
  /// come since is an error. The connection is closed after any error.
  public func startTLS() async throws(NetworkError) {
    guard endpoint.security == .startTLS, peer.tls == nil, !isBusy else {
      throw error(.handshake, .misused)
    }
    let interruption = try begin(.opening, at: .handshake)
    defer { end(.opening) }
    do {
      try refuseDataBeforeTLS()
      watchdog.watch(interruption, for: timeouts.connect)
      defer { watchdog.rest() }
      try await protect(interruption)
    } catch {
      interrupt()
      throw error.explained(by: network())
    }
  }

  private func open() async throws(NetworkError) {
    guard endpoint.isNamed else { throw error(.resolving, .hostNotFound) }
    let interruption = try begin(.opening, at: .resolving)
    defer { end(.opening) }
    watchdog.watch(interruption, for: timeouts.connect)
    defer { watchdog.rest() }
    do {
      try await connectSocket(interruption)
      if endpoint.security == .tls { try await protect(interruption) }
    } catch {
      interrupt()
      throw error.explained(by: network())
    }
  }

  private func connectSocket(_ interruption: Interruption) async throws(NetworkError) {
    let (call, endpoint) = (ConnectCall(), endpoint)
    // The call notes its steps until it is finished, after its completion callback.
    defer { withExtendedLifetime(call) {} }
    let result = await wait(until: interruption) {
      call.begin($0) { done, data in
        cglib_connect(
          endpoint.host,
          endpoint.port,
          interruption.cancellable,
          ConnectCall.noteStep,
          done,
          data
        )
      }
    }
    let socket: GIOStream
    do throws(SystemError) {
      socket = try result.finish { cglib_connect_finish($0, $1) }
    } catch {
      throw interrupted(interruption, call.step) ?? self.error(call.step, error)
    }
    self.socket = socket
    stream = socket
    peer = PeerDescription(socket)
    cglib_socket_set_no_delay(socket)
  }

  func interrupted(_ interruption: Interruption, _ step: NetworkError.Step) -> NetworkError? {
    switch interruption.cause {
    case .cancelled?: error(step, .cancelled)
    case .closed?: error(step, .closed)
    case .timedOut?:
      error(step, .timedOut(seconds: Int(timeouts.connect.components.seconds)))
    case nil: nil
    }
  }
}

/// A call that connects, and its current step.
private final class ConnectCall: AsyncCall {
  private(set) var step = NetworkError.Step.resolving

  static let noteStep: CGLibStep = { _, event, _, _, data in
    guard event == G_SOCKET_CLIENT_CONNECTING else { return }
    Unmanaged<ConnectCall>.fromOpaque(data).takeUnretainedValue().step = .connecting
  }
}
