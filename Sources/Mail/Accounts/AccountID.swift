import FoundationEssentials

/// Identifies an account in stores and settings, the same in every run.
public enum AccountID: Sendable, Hashable {
  /// Mail on disk, by the path of its folder or file, without links. A path that is invalid UTF-8
  /// or has decomposed accents is written in hexadecimal.
  case disk(path: String)
  /// Mail on a server, by an id given when the account was added.
  case server(UUID)

  /// The key in a store's table, different for any two accounts.
  var storeKey: String {
    switch self {
    case .disk(let path): "mail:" + path
    case .server(let id): "server:" + id.uuidString
    }
  }
}

extension AccountID {
  /// An id derived from a server's address, always the same for the same address.
  public static func server(at address: ServerAddress) -> AccountID {
    var url = address.url
    url.makeContiguousUTF8()
    return .server(UUID(namedBy: url))
  }
}

extension UUID {
  /// Derives a UUID from a name, always the same for the same name (version 8 of RFC 9562).
  fileprivate init(namedBy name: String) {
    let sum = Checksum()
    name.utf8.withContiguousStorageIfAvailable { sum.add($0) }
    var bytes = sum.digest
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    self.init(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
        bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      )
    )
  }
}
