import FoundationEssentials

/// How far down a folder has been read: all of its mail that is newer is in the store, and of what
/// is older nothing is certain.
public struct Horizon: Sendable, Hashable {
  /// In seconds since 1970, as the list's dates are. Mail of this very second may be missing.
  public var seconds: Int64
  /// Where the account goes on from; meaningful to the account alone.
  public var key: Data

  /// Joins the two.
  public init(seconds: Int64, key: Data = Data()) {
    (self.seconds, self.key) = (seconds, key)
  }

  /// Of a folder of which nothing has been read.
  public static let unread = Horizon(seconds: .max)
}

/// What a batch of mail says of its folder's horizon.
public enum HorizonChange: Sendable, Hashable {
  /// With this batch, all mail that is newer is in the store.
  case moved(to: Horizon)
  /// With this batch, all of the folder's mail is in the store.
  case reachedEnd
}
