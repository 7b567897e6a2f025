import FoundationEssentials

/// Names an account in stores and settings, the same in every run.
public enum AccountID: Sendable, Hashable {
  /// Mail on disk, by the path of its folder or file without links. A path that is not UTF-8 is
  /// written in hexadecimal.
  case disk(path: String)
  /// Mail on a server; the number was given when the account was added.
  case server(UUID)

  /// What a store's table holds. Two accounts never have the same.
  var storeKey: String {
    switch self {
    case .disk(let path): "mail:" + path
    case .server(let id): "server:" + id.uuidString
    }
  }
}
