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
    timeouts: Timeouts = Timeouts(),
    clock: any Clock<Duration> = ContinuousClock(),
    network: @escaping @Sendable () -> NetworkState = { NetworkState.current }
  ) async throws(NetworkError) -> Connection {
    let connection = Connection(
      to: endpoint,
      name: endpoint.host,
      trust: trust,
      timeouts: timeouts,
      clock: clock,
      network: network
    )
    try await connection.open(endpoint)
    return connection
  }

  /// Starts a program and talks to it by its standard input and output. Closing the connection ends
  /// the program.
  ///
  /// - Parameter arguments: the program, looked up in `PATH`, and its arguments.
  public static func spawn(
    arguments: [String],
    timeouts: Timeouts = Timeouts(),
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws(NetworkError) -> Connection {
    let connection = Connection(
      to: nil,
      name: arguments.first ?? "",
      trust: .system,
      timeouts: timeouts,
      clock: clock
    )
    try await connection.start(arguments)
    return connection
  }

  /// Does the TLS handshake on a connection made with ``Endpoint/Security/startTLS``, after the
  /// server has agreed. The caller must not have read beyond the server's answer; any data that has
  /// come since is an error. The connection is closed after any error.
  public func startTLS() async throws(NetworkError) {
    guard let endpoint, endpoint.security == .startTLS, peer.tls == nil, !isBusy else {
      throw error(.handshake, .misused)
    }
    let interruption = try begin(.opening, at: .handshake)
    defer { end(.opening) }
    do {
      try refuseDataBeforeTLS()
      watchdog.watch(interruption, for: timeouts.connect)
      defer { watchdog.rest() }
      try await protect(endpoint, interruption)
    } catch {
      interrupt()
      throw error.explained(by: network())
    }
  }

  private func open(_ endpoint: Endpoint) async throws(NetworkError) {
    guard endpoint.security != .plain || endpoint.isLoopback else {
      throw error(.connecting, .plainRefused)
    }
    guard endpoint.isNamed else { throw error(.resolving, .hostNotFound) }
    let interruption = try begin(.opening, at: .resolving)
    defer { end(.opening) }
    watchdog.watch(interruption, for: timeouts.connect)
    defer { watchdog.rest() }
    do {
      try await connectSocket(endpoint, interruption)
      if endpoint.security == .tls { try await protect(endpoint, interruption) }
    } catch {
      interrupt()
      throw error.explained(by: network())
    }
  }

  private func connectSocket(
    _ endpoint: Endpoint,
    _ interruption: Interruption
  ) async throws(NetworkError) {
    let call = ConnectCall()
    // The call notes its steps until it is finished, after its completion callback.
    defer { withExtendedLifetime(call) {} }
    let result = await wait(until: interruption) {
      call.begin($0) { done, data in
        cglib_connect(
          endpoint.host,
          endpoint.port,
          endpoint.security == .plain ? 0 : 1,
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
    // Even a name such as localhost may be resolved to any address.
    guard endpoint.security != .plain || peer.isLoopback else {
      throw error(.connecting, .plainRefused)
    }
  }

  /// The error for an opening that was interrupted.
  func interrupted(_ interruption: Interruption, _ step: NetworkError.Step) -> NetworkError? {
    switch interruption.cause {
    case .cancelled?: error(step, .cancelled)
    case .closed?: error(step, .closed)
    case .timedOut?:
      error(step, .timedOut(seconds: Int(timeouts.connect.components.seconds)))
    case nil: nil
    }
  }

  private func start(_ arguments: [String]) throws(NetworkError) {
    guard !arguments.isEmpty else { throw error(.starting, .commandNotStarted) }
    var argv = arguments.map { g_strdup($0) } + [nil]
    defer { argv.forEach { g_free($0) } }
    do throws(SystemError) {
      var child: GSubprocess?
      socket = try throwing { error in
        argv.withUnsafeMutableBufferPointer { argv in
          argv.baseAddress.flatMap { argv in
            argv.withMemoryRebound(to: UnsafePointer<CChar>?.self, capacity: arguments.count + 1) {
              cglib_stream_of_child($0, &child, error)
            }
          }
        }
      }
      self.child = child
      stream = socket
    } catch {
      throw self.error(.starting, .commandNotStarted, reason: error.message)
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
