import FoundationEssentials
import Mail
import Network

/// An added account: everything known of it except its password.
package struct ListedAccount: Sendable, Hashable, Identifiable {
  /// The id of the account, which never changes. It identifies the account's store and password.
  package let id: UUID
  /// The name, unique among the accounts, for people and the command line.
  package var name: String
  package var address: ServerAddress
  /// The only certificates that are accepted from the server, if there are any.
  package var pins: Set<CertificateFingerprint>
  /// Whether its password is in the keyring.
  package var isInKeyring: Bool

  package init(
    id: UUID = UUID(),
    name: String,
    address: ServerAddress,
    pins: Set<CertificateFingerprint> = [],
    isInKeyring: Bool = false
  ) {
    (self.id, self.name, self.address) = (id, name, address)
    (self.pins, self.isInKeyring) = (pins, isInKeyring)
  }
}

extension ListedAccount: Codable {
  private enum CodingKeys: CodingKey { case host, id, keyring, name, pins, port, security, user }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(UUID.self, forKey: .id)
    name = try values.decode(String.self, forKey: .name)
    address = ServerAddress(
      user: try values.decode(String.self, forKey: .user),
      host: try values.decode(String.self, forKey: .host),
      port: try values.decode(UInt16.self, forKey: .port),
      security: try values.decode(ServerAddress.Security.self, forKey: .security)
    )
    // Fails on an unreadable fingerprint. Without its pins, the account would accept every
    // certificate that an authority has signed.
    pins = Set(
      try values.decode([String].self, forKey: .pins).map { digits in
        guard let pin = CertificateFingerprint(hexadecimal: digits) else {
          throw DecodingError.dataCorruptedError(
            forKey: .pins,
            in: values,
            debugDescription: "no fingerprint"
          )
        }
        return pin
      }
    )
    isInKeyring = try values.decode(Bool.self, forKey: .keyring)
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(id, forKey: .id)
    try values.encode(name, forKey: .name)
    try values.encode(address.user, forKey: .user)
    try values.encode(address.host, forKey: .host)
    try values.encode(address.port, forKey: .port)
    try values.encode(address.security, forKey: .security)
    try values.encode(pins.map(\.hexadecimal).sorted(), forKey: .pins)
    try values.encode(isInKeyring, forKey: .keyring)
  }
}
