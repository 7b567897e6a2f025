import IMAP
import MailTesting
import Synchronization

@testable import Mail
@testable import Network

/// An IMAP server in memory, and the connections to it. Bytes arrive in pieces of any length, and
/// connections end when a test wants it.
final class ImaginaryServer: Sendable {
  private struct State {
    var mail: ServerMail
    var traits: ServerTraits
    var random: SplitMix64
    var refusal: (@Sendable (String) -> String?)?
    var happening: @Sendable (inout ServerMail, inout SplitMix64) -> Void = { _, _ in }
    var fate: @Sendable (inout SplitMix64) -> ImaginaryLine.Fate = { _ in .lasts }
    var onSilence: @Sendable () -> Void = {}
    var lines: [ImaginaryLine] = []
    var violations: [String] = []
    var attempts = 0
    /// The failure of each connection; nil if the server is reachable.
    var failure: NetworkError.Kind?
    var limit = Int.max
    var fullness = Fullness.refusesLogin
  }

  /// The way in which the server refuses connections beyond its limit.
  enum Fullness: CaseIterable {
    case refusesLogin, saysGoodbye, refusesConnection
  }

  private let state: Mutex<State>

  init(_ mail: ServerMail, _ traits: ServerTraits, seed: UInt64 = 0) {
    state = Mutex(State(mail: mail, traits: traits, random: SplitMix64(seed: seed)))
  }

  // MARK: For tests

  var mail: ServerMail { state.withLock { $0.mail } }
  var violations: [String] {
    state.withLock { $0.violations + $0.lines.flatMap(\.session.violations) }
  }
  /// The round trips of each connection.
  var flights: [Int] { state.withLock { $0.lines.map(\.flights) } }
  /// The bytes sent over each connection, in both directions together.
  var passed: [Int] { state.withLock { $0.lines.map(\.passed) } }
  /// The bytes that clients took for no progress, of all connections together.
  var disregarded: Int { state.withLock { $0.lines.map(\.disregarded).reduce(0, +) } }
  /// The commands of all connections, in the connections' order.
  var commands: [String] { state.withLock { $0.lines.flatMap(\.session.commands) } }
  /// The number of attempts to connect.
  var attempts: Int { state.withLock { $0.attempts } }
  var isIdle: Bool { idleCount > 0 }
  /// The number of connections in IDLE.
  var idleCount: Int { state.withLock { $0.lines.count { $0.session.isIdle && !$0.isClosed } } }
  var openCount: Int { state.withLock { $0.lines.count { !$0.isClosed } } }

  /// Changes the mail; connections in IDLE get the change at once.
  func change<Value>(_ body: (inout ServerMail) -> sending Value) -> sending Value {
    let value = state.withLock { body(&$0.mail) }
    tellNews()
    return value
  }

  private func tellNews() {
    let readers = state.withLock { state in
      state.lines.indices.compactMap { index -> CheckedContinuation<Void, Never>? in
        guard !state.lines[index].isClosed, !state.lines[index].isSilent else { return nil }
        let news = state.lines[index].session.news(of: state.mail)
        state.lines[index].incoming += news
        return news.isEmpty ? nil : state.lines[index].takeReader()
      }
    }
    for reader in readers { reader.resume() }
  }

  func refuse(_ refusal: (@Sendable (String) -> String?)?) {
    state.withLock { state in
      state.refusal = refusal
      for index in state.lines.indices { state.lines[index].session.refusal = refusal }
    }
  }

  /// Sets the changes to make before each command, and the fate of each new connection.
  func live(
    _ happening: @escaping @Sendable (inout ServerMail, inout SplitMix64) -> Void,
    fate: @escaping @Sendable (inout SplitMix64) -> ImaginaryLine.Fate
  ) {
    state.withLock { ($0.happening, $0.fate) = (happening, fate) }
  }

  func onSilence(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onSilence = body } }

  /// Accepts all connections, or lets each fail in this way.
  func setReachable(_ isReachable: Bool, failure: NetworkError.Kind = .refused) {
    state.withLock { $0.failure = isReachable ? nil : failure }
  }

  /// Limits the number of simultaneous connections.
  func limit(to count: Int, _ fullness: Fullness) {
    state.withLock { ($0.limit, $0.fullness) = (count, fullness) }
  }

  /// Ends all connections.
  func cut() {
    let readers = state.withLock { state in
      state.lines.indices.compactMap { index in
        state.lines[index].isClosed = true
        return state.lines[index].takeReader()
      }
    }
    for reader in readers { reader.resume() }
  }

  /// An account on this server.
  func account(
    _ id: AccountID,
    password: String = ServerSession.password,
    log: (@Sendable (String) -> Void)? = nil,
    network: @escaping @Sendable () -> AsyncStream<NetworkState> = { AsyncStream { _ in } },
    pause: (@Sendable (Duration) async throws -> Void)? = nil,
    now: @escaping @Sendable () -> Int64
  ) -> IMAPAccount {
    var surroundings = SharedSession.Surroundings(now: now)
    if let pause { surroundings.pause = pause }
    return IMAPAccount(
      id: id,
      ServerAddress(user: ServerSession.user, host: "imap.example.org"),
      credentials: CredentialSource { _ in .password(password) },
      log: log,
      surroundings: surroundings,
      network: network,
      connect: { try self.connect() }
    )
  }

  // MARK: Connections

  func connect() throws -> any ServerStream {
    let index = try state.withLock { state throws(NetworkError) in
      state.attempts += 1
      let isFull = state.lines.count { !$0.isClosed } >= state.limit
      let isRefused = isFull && state.fullness == .refusesConnection
      if let failure = state.failure ?? (isRefused ? .refused : nil) { throw Self.lost(failure) }
      let random = SplitMix64(seed: state.random.next())
      var line = ImaginaryLine(
        ServerSession(state.traits, random: random),
        state.fate(&state.random)
      )
      line.session.refusal = state.refusal
      if isFull { line.turnAway(state.fullness) }
      state.lines.append(line)
      return state.lines.count - 1
    }
    return ImaginaryStream(server: self, index: index)
  }

  fileprivate static func lost(_ kind: NetworkError.Kind) -> NetworkError {
    NetworkError(host: "imap.example.org", port: 993, step: .reading, kind: kind)
  }

  fileprivate func write(_ bytes: [UInt8], on index: Int) throws {
    let (isBroken, reader, silence) = state.withLock { state in
      guard !state.lines[index].isClosed else {
        return (true, CheckedContinuation<Void, Never>?.none, (@Sendable () -> Void)?.none)
      }
      if state.lines[index].isSilent { return (false, nil, nil) }
      if state.lines[index].hasRead { state.lines[index].flights += 1 }
      state.lines[index].hasRead = false
      let room = state.lines[index].room
      let passed = bytes.prefix(room)
      state.lines[index].passed += passed.count
      let answer = state.lines[index].session.receive(Array(passed), &state.mail) { mail in
        state.happening(&mail, &state.random)
      }
      state.lines[index].incoming += answer
      let isBroken = bytes.count >= room && state.lines[index].end()
      let silence = state.lines[index].isSilent ? state.onSilence : nil
      return (isBroken && passed.count % 2 == 0, state.lines[index].takeReader(), silence)
    }
    silence?()
    reader?.resume()
    if isBroken { throw Self.lost(.connectionLost) }
  }

  private enum Reading {
    case bytes([UInt8])
    case waits
    case fails(NetworkError.Kind)
  }

  fileprivate func read(_ patience: Connection.Patience, on index: Int) async throws -> [UInt8] {
    while true {
      let (reading, silence) = state.withLock { state in self.reading(&state, patience, index) }
      silence?()
      switch reading {
      case .bytes(let bytes): return bytes
      case .fails(let kind): throw Self.lost(kind)
      case .waits: break
      }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isOver = state.withLock { state in
            let line = state.lines[index]
            let hasBytes = !line.incoming.isEmpty && !line.isSilent
            let isOver = Task.isCancelled || line.isClosed || hasBytes
            if !isOver { state.lines[index].reader = continuation }
            return isOver
          }
          if isOver { continuation.resume() }
        }
      } onCancel: {
        state.withLock { $0.lines[index].takeReader() }?.resume()
      }
      if Task.isCancelled { throw Self.lost(.cancelled) }
    }
  }

  private func reading(
    _ state: inout State,
    _ patience: Connection.Patience,
    _ index: Int
  ) -> (Reading, (@Sendable () -> Void)?) {
    let line = state.lines[index]
    if Task.isCancelled { return (.fails(.cancelled), nil) }
    if line.isClosed { return (index % 2 == 0 ? .bytes([]) : .fails(.connectionLost), nil) }
    if line.isSilent { return (.waits, nil) }
    guard !line.incoming.isEmpty else {
      guard case .limited = patience, !line.session.isIdle else { return (.waits, nil) }
      // The client waits for an answer, but all its commands are answered.
      state.violations.append("an answer is waited for that is not due")
      return (.fails(.timedOut(seconds: 30)), nil)
    }
    let most = min(line.incoming.count, line.room)
    let count = state.random.oneIn(3) ? most : state.random.number(min(1, most)...most)
    let bytes = Array(line.incoming.prefix(count))
    state.lines[index].incoming.removeFirst(count)
    state.lines[index].passed += count
    state.lines[index].hasRead = true
    if count >= line.room { _ = state.lines[index].end() }
    let silence = state.lines[index].isSilent ? state.onSilence : nil
    return (count > 0 ? .bytes(bytes) : .waits, silence)
  }

  fileprivate func disregard(_ count: Int, on index: Int) {
    state.withLock { $0.lines[index].disregarded += count }
  }

  fileprivate func close(_ index: Int) {
    state.withLock { state in
      state.lines[index].isClosed = true
      return state.lines[index].takeReader()
    }?.resume()
  }
}

/// One end of a connection to an imaginary server.
private struct ImaginaryStream: ServerStream {
  let server: ImaginaryServer
  let index: Int

  func read(_ patience: Connection.Patience) async throws -> [UInt8] {
    try await server.read(patience, on: index)
  }
  func disregard(_ count: Int) async { server.disregard(count, on: index) }
  func write(_ bytes: [UInt8]) async throws { try server.write(bytes, on: index) }
  func protect() async throws {}
  func close() async { server.close(index) }
}
