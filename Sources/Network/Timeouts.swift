/// The time limits of a connection.
public struct Timeouts: Sendable, Hashable {
  /// The limit for lookup, connecting and TLS handshake together.
  public var connect: Duration
  /// The limit for receiving the next byte of an answer, or for sending the next byte.
  public var silence: Duration
  /// The lowest rate in bytes per second, measured over ``slowness``; a slower exchange is given
  /// up.
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
