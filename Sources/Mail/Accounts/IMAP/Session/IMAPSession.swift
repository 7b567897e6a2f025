import IMAP
import Network

/// A connection to an IMAP server, logged in.
///
/// The owner, such as ``SharedSession``, sends one ``Flight`` at a time.
actor IMAPSession {
  let stream: any ServerStream
  let host: String
  let log: DialogueLog?
  var parser = ResponseParser()
  /// Removes the password from each text of the server, and cuts the text.
  var filter = SecretFilter()
  private var lastTag = 0
  var idleTag: String?
  var hasBegunIdle = false
  private(set) var capabilities = Capabilities()
  /// The server's capabilities before the login.
  private var offered = Capabilities()
  /// The mechanism of the login, such as `PLAIN`.
  private(set) var mechanism = ""
  /// Whether a login was sent, and is not accepted yet.
  private(set) var isLoggingIn = false
  /// The open folder, with its changes since it was opened.
  var folder: OpenFolder?
  private var hasIntroduced = false
  /// Whether flights can be sent.
  var isUsable = true

  private init(_ stream: any ServerStream, host: String, log: DialogueLog?) {
    (self.stream, self.host, self.log) = (stream, host, log)
  }

  // MARK: Connecting

  /// Takes the greeting, begins TLS by STARTTLS if needed, and logs in. The login takes one round
  /// trip if the server sends its capabilities unasked.
  ///
  /// - Parameters:
  ///   - credential: asked for when the connection is encrypted.
  ///   - known: returns the credential without asking the user; it is removed from texts that the
  ///     server sends before the login.
  /// - Throws: `NetworkError`, ``ServerFailure`` or `CancellationError`.
  static func begin(
    on stream: any ServerStream,
    to address: ServerAddress,
    _ credential: @Sendable () async throws -> Credential,
    known: @Sendable () async -> Credential? = { nil },
    log: DialogueLog?
  ) async throws -> IMAPSession {
    let session = IMAPSession(stream, host: address.host, log: log)
    do {
      if log != nil { await session.hide(known(), of: address.user) }
      try await withTaskCancellationHandler {
        try await session.greet(address)
        try await session.logIn(address, try await credential())
      } onCancel: {
        Task { await session.close() }
      }
    } catch let error as ServerFailure {
      await session.close()
      await session.hide(known(), of: address.user)
      throw await session.cleaned(error)
    } catch {
      await session.close()
      throw error
    }
    return session
  }

  private func greet(_ address: ServerAddress) async throws {
    let greeting = try await firstStatus()
    switch greeting.kind {
    case .ok: break
    case .preauth: throw failure(.insecure, "it says that somebody is logged in already")
    default: throw ServerFailure(greeting, at: nil, host: host)
    }
    if case .capability(let known) = greeting.code { capabilities = known }
    if address.security == .startTLS {
      let answers = try await run(Flight([.startTLS]), offering: capabilities)
      let status = answers.completions.first
      guard status?.kind == .ok else {
        let reason = "it offers no encryption: "
        throw ServerFailure(.insecure, host: host, reason: reason, words: status?.text ?? "")
      }
      // Data that came along with the answer may be an attacker's (CVE-2020-14928).
      guard !parser.hasUnreadBytes else {
        throw failure(.insecure, "something was sent before the encryption began")
      }
      try await stream.protect()
      (parser, capabilities) = (ResponseParser(), Capabilities())
    }
    try await askCapabilities()
  }

  private func askCapabilities() async throws {
    guard capabilities.isEmpty else { return }
    _ = try await run(Flight([.capability]), offering: capabilities)
  }

  private func logIn(_ address: ServerAddress, _ credential: Credential) async throws {
    hide(credential, of: address.user)
    var command = try IMAPLogin.command(capabilities, address, credential)
    var status = try await logIn(command)
    if status.kind != .ok, status.refusesMechanism, command.mechanism == "PLAIN" {
      // Tries LOGIN, since some servers offer a mechanism that they do not accept.
      let known = capabilities.isEmpty ? offered : capabilities
      guard let other = try IMAPLogin.loginCommand(known, address, credential) else {
        let reason = "it refuses the way to log in that it offers"
        throw ServerFailure(.refused, host: host, step: command.name, reason: reason)
      }
      (capabilities, command) = (known, other)
      status = try await logIn(command)
    }
    guard status.kind == .ok else {
      throw ServerFailure(status, at: command.name, host: host)
    }
    isLoggingIn = false
    mechanism = command.mechanism ?? ""
    try await askCapabilities()
  }

  /// Logs in. Forgets the capabilities, since the server may have others after the login.
  private func logIn(_ command: Command) async throws -> Status {
    offered = capabilities
    capabilities = Capabilities()
    isLoggingIn = true
    return try await run(Flight([command]), offering: offered).completions.first ?? Status(.no)
  }

  private func firstStatus() async throws -> Status {
    while true {
      while let response = try nextResponse(isFirst: true) {
        switch response {
        case .status(let status): return status
        case .tagged, .continuation: throw noMailServer
        default: break
        }
      }
      try await read(.limited)
    }
  }

  /// The failure on the port of another protocol, such as HTTP, SSH, SMTP or POP3.
  private var noMailServer: ServerFailure {
    failure(.notUnderstood, "it is no IMAP server; check the port")
  }

  /// The commands that identify the program, and enable extensions that make refreshing cheap;
  /// empty after the first call. They come first after the login: a server accepts ENABLE only
  /// before a folder is opened.
  private func introduction() throws -> [Command] {
    guard !hasIntroduced else { return [] }
    hasIntroduced = true
    var commands: [Command] = []
    if capabilities.has(.id) { commands.append(try .id(name: "Tideline")) }
    if abilities.hasQuickResync { commands.append(.enable(.qresync)) }
    return commands
  }

  var abilities: ServerAbilities {
    ServerAbilities(
      hasQuickResync: capabilities.has(.qresync) && capabilities.has(.enable),
      countsChanges: capabilities.has(.condstore) || capabilities.has(.qresync),
      searchesBriefly: capabilities.has(.esearch)
    )
  }

  // MARK: Flights

  /// Sends commands and waits until all of them are completed. Ignores cancellation, which would
  /// leave the answers for the next flight.
  func run(_ flight: Flight) async throws -> FlightAnswers {
    let first = try introduction()
    guard !first.isEmpty else { return try await run(flight, offering: capabilities) }
    let whole = Flight(
      first + flight.commands,
      opening: flight.opens,
      literalLimit: flight.literalLimit
    )
    return try await run(whole, offering: capabilities).dropping(first: first.count)
  }

  private func run(_ flight: Flight, offering: Capabilities) async throws -> FlightAnswers {
    guard isUsable else { throw failure(.connectionLost, "it has ended") }
    isUsable = false
    let running = Task {
      var answers = try await self.exchange(flight, offering)
      if let folder = answers.folder, !folder.isCounted {
        // Asks for the number of messages, which some servers do not give on opening a folder.
        let count = Flight([.noop, try .status(folder.name, [.messages])])
        answers.folder = try await self.exchange(count, offering).folder
      }
      return answers
    }
    let answers = try await running.value
    if let status = answers.completions.first(where: \.isNotConnected) {
      throw failure(.notNow, status)
    }
    isUsable = true
    return answers
  }

  private func exchange(_ flight: Flight, _ offering: Capabilities) async throws -> FlightAnswers {
    // The recorder begins with the folder as it is after this.
    if idleTag != nil { try await finishBeginningIdle() }
    let tags = flight.commands.map { _ in nextTag() }
    var recorder = FlightRecorder(flight, tags: tags, folder: folder)
    parser.begin(flight, messages: folder?.count ?? 0)
    var bytes: [UInt8] = []
    if idleTag != nil {
      log?.sent(Command.done, tag: "")
      bytes += Command.done.encoded(tag: "", capabilities: offering).joined()
      idleTag = nil
    }
    for (position, command) in flight.commands.enumerated() {
      log?.sent(command, tag: tags[position])
      let pieces = command.encoded(tag: tags[position], capabilities: offering)
      for (index, piece) in pieces.enumerated() {
        if index > 0 {
          // Waits until the server asks for more, or completes the command.
          let count = recorder.continuations
          try await stream.write(bytes)
          bytes = []
          while recorder.continuations == count, !recorder.isDone(position) {
            try await receive(&recorder, .limited)
          }
          if recorder.isDone(position) { break }
        }
        bytes += piece
      }
    }
    if !bytes.isEmpty { try await stream.write(bytes) }
    var continuations = recorder.continuations
    let isLogIn = flight.commands.contains { $0.name == "AUTHENTICATE" }
    while !recorder.isDone {
      try await receive(&recorder, .limited)
      if recorder.continuations > continuations, isLogIn {
        // Answers the continuation request in which some servers say why they refuse a token.
        continuations = recorder.continuations
        try await stream.write(
          Array(Command.emptyResponse.encoded(tag: "", capabilities: offering).joined())
        )
      }
    }
    folder = recorder.folder
    if let known = recorder.capabilities { capabilities = known }
    return recorder.answers
  }

  /// Handles the received responses, or waits for more.
  private func receive(
    _ recorder: inout FlightRecorder,
    _ patience: Connection.Patience
  ) async throws {
    var hasAny = false
    while let response = try nextResponse() {
      hasAny = true
      if !recorder.take(response) { parser.disregardLast() }
      if case .exists(let count) = response { parser.expect(messages: count) }
      if recorder.isBeforeTLS { return }
    }
    // Stops waiting after BYE: a server may send BYE instead of completing the command.
    if let farewell = recorder.farewell, !recorder.isDone {
      throw failure(farewell.mayPass ? .notNow : .connectionLost, farewell)
    }
    if !hasAny { try await read(patience) }
  }

  func read(_ patience: Connection.Patience) async throws {
    let idle = parser.takeIdleBytes()
    if idle > 0 { await stream.disregard(idle) }
    let bytes = try await stream.read(patience)
    guard !bytes.isEmpty else { throw failure(.connectionLost, "it was closed by the server") }
    parser.append(bytes)
  }

  /// The next response; nil if none is complete yet. A malformed line is skipped: if it was needed
  /// as an answer, waiting for the answer times out.
  ///
  /// - Parameter isFirst: whether the server has not greeted yet. A line that is no greeting is
  ///   then not skipped.
  func nextResponse(isFirst: Bool = false) throws -> Response? {
    while true {
      do {
        guard let response = try parser.next() else { return nil }
        if isLoggingIn { log?.receivedAtLogin(response) } else { log?.received(response, filter) }
        return response.cleaned(by: filter)
      } catch let error where error.isRecoverable {
        log?.note("\(error)")
        if isFirst { throw noMailServer }
      } catch {
        throw failure(.notUnderstood, error.reason)
      }
    }
  }

  func nextTag() -> String {
    lastTag += 1
    return "T\(lastTag)"
  }

  /// Notes the floor's sequence number (``FloorPlace``), unless the open folder has changed.
  func note(floorSequence: UInt32?) {
    guard folder?.hasChanged == false else { return }
    folder?.floorSequence = floorSequence
  }

  func close() async {
    isUsable = false
    await stream.close()
  }
}

// Prepares a server's texts for the user: cuts them, and removes the secret that a server may have
// echoed.

extension IMAPSession {
  func hide(_ credential: Credential?, of user: String) {
    if let credential { filter = SecretFilter(user: user, secret: credential.secret) }
  }

  /// Removes the secret from the server's words, such as its list of mechanisms, in which it may
  /// have echoed the secret. The program's own words stay, even if the password is one of them.
  func cleaned(_ failure: ServerFailure) -> ServerFailure {
    var failure = failure
    failure.words = filter.clean(failure.words)
    return failure
  }

  func failure(_ kind: ServerFailure.Kind, _ reason: String) -> ServerFailure {
    ServerFailure(kind, host: host, reason: reason)
  }

  /// A failure with the reason that a status gives. A server's words about a login are not shown,
  /// since they may contain the password in a form that ``SecretFilter`` does not know.
  func failure(_ kind: ServerFailure.Kind, _ status: Status) -> ServerFailure {
    isLoggingIn
      ? failure(kind, status.loginReason)
      : ServerFailure(kind, host: host, words: status.text)
  }

  /// The names of the server's capabilities.
  var shownCapabilities: [String] { capabilities.list.map { filter.clean($0) } }
}

extension Response {
  /// The response with its text cut, and without the secret.
  func cleaned(by filter: SecretFilter) -> Response {
    switch self {
    // Nothing shows these words, and a server may send any number of them.
    case .status(let status) where status.kind == .ok:
      .status(Status(.ok, code: status.code, text: ""))
    case .status(let status): .status(status.cleaned(by: filter))
    case .tagged(let tag, let status): .tagged(tag: tag, status.cleaned(by: filter))
    default: self
    }
  }
}

extension Status {
  fileprivate func cleaned(by filter: SecretFilter) -> Status {
    Status(kind, code: code, text: filter.clean(text))
  }
}
