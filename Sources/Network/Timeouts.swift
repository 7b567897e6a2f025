/// How long a connection waits for its server.
public struct Timeouts: Sendable, Hashable {
  /// For looking up the host, connecting and the TLS handshake together.
  public var connect: Duration
  /// For the next byte of an answer, or for room to send the next one.
  public var silence: Duration
  /// Below this many bytes a second, measured over ``slowness``, an answer is given up.
  public var slowestRate: Int
  public var slowness: Duration

  public init(
    connect: Duration = .seconds(20),
    silence: Duration = .seconds(30),
    slowestRate: Int = 1000,
    slowness: Duration = .seconds(120)
  ) {
    self.connect = connect
    self.silence = silence
    self.slowestRate = slowestRate
    self.slowness = slowness
  }
}
