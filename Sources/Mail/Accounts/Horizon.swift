import FoundationEssentials

/// How far down a folder has been read. All mail newer than the horizon is in the store; older mail
/// may be missing.
public struct Horizon: Sendable, Hashable {
  /// In seconds since 1970, comparable with the list's dates. Mail of exactly this second may be
  /// missing.
  public var seconds: Int64
  /// The account's own note of where to continue.
  public var key: Data

  /// Makes the value from its two properties.
  public init(seconds: Int64, key: Data = Data()) {
    (self.seconds, self.key) = (seconds, key)
  }

  /// The horizon of a folder that was never read.
  public static let unread = Horizon(seconds: .max)
}

/// A batch's change of its folder's horizon.
public enum HorizonChange: Sendable, Hashable {
  /// With this batch, all mail newer than the horizon is in the store.
  case moved(to: Horizon)
  /// With this batch, all of the folder's mail is in the store.
  case reachedEnd
}
