import FoundationEssentials
import Mail
import Network
import TidelineLocalization

/// The added accounts on servers, as a value. ``AccountListFile`` stores it.
package struct AccountList: Sendable, Equatable {
  /// The accounts, in the order in which they were added.
  package private(set) var accounts: [ListedAccount] = []
  /// The file's other members, of later versions.
  private var others: [String: KeptValue] = [:]

  package init() {}

  package func account(named name: String) -> ListedAccount? {
    accounts.first { $0.name == name }
  }

  package func account(at address: ServerAddress) -> ListedAccount? {
    accounts.first { $0.address == address }
  }

  /// Adds an account, or replaces the one with the same id.
  ///
  /// - Throws: ``AccountListError`` if another account has its name or its address, or the name is
  ///   not allowed.
  package mutating func put(_ account: ListedAccount) throws(AccountListError) {
    // A path comes before a name. Such a name may be in the file, from an earlier version.
    guard ![".", ".."].contains(account.name) else { throw .nameUnusable(account.name) }
    try take(account)
  }

  private mutating func take(_ account: ListedAccount) throws(AccountListError) {
    try Self.check(account.name)
    let others = accounts.filter { $0.id != account.id }
    guard !others.contains(where: { $0.name == account.name }) else {
      throw .nameTaken(account.name)
    }
    if let other = others.first(where: { $0.address == account.address }) {
      throw .addressTaken(account.address.url, by: other.name)
    }
    if let index = accounts.firstIndex(where: { $0.id == account.id }) {
      accounts[index] = account
    } else {
      accounts.append(account)
    }
  }

  package mutating func remove(_ id: UUID) { accounts.removeAll { $0.id == id } }

  /// A free name for an account without one: its mail address, or the address with a number.
  package func freeName(for address: ServerAddress) -> String {
    let wanted =
      address.user.contains("@") ? address.user : "\(address.user)@\(address.host)"
    let tame = String(String.UnicodeScalarView(wanted.unicodeScalars.filter(Self.isOfName)))
    let base = tame.isEmpty || tame.hasPrefix("-") ? "mail\(tame)" : tame
    var (name, number) = (String(base.prefix(Self.longestName - 10)), 1)
    while account(named: name) != nil {
      number += 1
      name = "\(base.prefix(Self.longestName - 10)) \(number)"
    }
    return name
  }

  private static let longestName = 100

  /// Refuses names that could be mistaken for a path, an option or a URL.
  private static func check(_ name: String) throws(AccountListError) {
    let isGood =
      !name.isEmpty && name.count <= longestName && !name.hasPrefix("-")
      && name.first != " " && name.last != " " && name.unicodeScalars.allSatisfy(isOfName)
    guard isGood else { throw .nameUnusable(name) }
  }

  private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "/" && !scalar.isTerminalControl
  }
}

extension AccountList: Codable {
  private enum CodingKeys: CodingKey, CaseIterable { case accounts, version }

  /// The version of the file's format. A later version cannot be read.
  static let version = 1

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    for account in try values.decode([ListedAccount].self, forKey: .accounts) { try take(account) }
    others = try KeptValue.others(in: decoder, than: CodingKeys.self)
  }

  package func encode(to encoder: any Encoder) throws {
    try others.encode(to: encoder)
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(Self.version, forKey: .version)
    try values.encode(accounts, forKey: .accounts)
  }
}

/// The reason why the list of accounts could not be read or changed. Its file is then unchanged.
package enum AccountListError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The content of the file is not a list of accounts.
  case damaged(path: String)
  /// A newer Tideline has written the file.
  case newer(path: String)
  case unreadable(path: String, reason: String)
  case notWritable(path: String, reason: String)
  /// Another Tideline has been changing the list for longer than any change takes.
  case busy(path: String)
  case nameTaken(String)
  case nameUnusable(String)
  case addressTaken(String, by: String)

  package var description: String {
    switch self {
    case .damaged(let path):
      tr(
        "The list of accounts, “%s”, is damaged, so it was left alone. "
          + "Repair it, or move it away and add the accounts again.",
        with: path
      )
    case .newer(let path):
      tr(
        "The list of accounts, “%s”, was written by a newer Tideline, so it was left alone. "
          + "Install that one.",
        with: path
      )
    case .unreadable(let path, let reason):
      tr(
        "The list of accounts, “%s”, cannot be read (%s). Check its permissions.",
        with: path,
        reason
      )
    case .notWritable(let path, let reason):
      tr(
        "The list of accounts, “%s”, cannot be written (%s). "
          + "Check the permissions of its folder, and whether there is space.",
        with: path,
        reason
      )
    case .busy(let path):
      tr(
        "Another Tideline is changing the list of accounts, “%s”. Try again in a moment.",
        with: path
      )
    case .nameTaken(let name):
      tr("There is an account “%s” already. Choose another name.", with: name)
    case .nameUnusable(let name):
      tr(
        "“%s” cannot be an account’s name. It must have 1 to 100 characters, without “/”, control "
          + "characters, or a space at either end. It must not begin with “-”, nor be “.” or “..”.",
        with: name
      )
    case .addressTaken(let address, let name):
      tr("The account “%s” has the address %s already.", with: name, address)
    }
  }
}

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
  /// The account's other members in the file, of later versions.
  private var others: [String: KeptValue] = [:]

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
  private enum CodingKeys: CodingKey, CaseIterable {
    case host, id, keyring, name, pins, port, security, user
  }

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
    others = try KeptValue.others(in: decoder, than: CodingKeys.self)
  }

  package func encode(to encoder: any Encoder) throws {
    try others.encode(to: encoder)
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

extension AccountList {
  /// The account as it would be in the list: a new one, or the changed account with this address.
  func described(_ address: ServerAddress, _ request: AccountSetup.Request) -> ListedAccount {
    guard var account = account(at: address) else {
      return ListedAccount(
        id: freeNumber(for: address),
        name: request.name ?? freeName(for: address),
        address: address,
        pins: request.pins
      )
    }
    if let name = request.name { account.name = name }
    if !request.pins.isEmpty { account.pins = request.pins }
    return account
  }

  /// Adds an account, or changes the one with its id.
  ///
  /// - Parameter isNamed: whether the account must have this name. Otherwise another free name may
  ///   be used, because another process may have taken it meanwhile.
  /// - Returns: the account as it is in the list.
  /// - Throws: as ``put(_:)``.
  mutating func add(
    _ account: ListedAccount,
    isNamed: Bool
  ) throws(AccountListError) -> ListedAccount {
    var account = account
    if !isNamed, self.account(at: account.address) == nil {
      account.name = freeName(for: account.address)
    }
    try put(account)
    return account
  }

  /// The id made from the address, so that its store is used again; a new id if that one is taken.
  private func freeNumber(for address: ServerAddress) -> UUID {
    guard case .server(let number) = AccountID.server(at: address),
      !accounts.contains(where: { $0.id == number })
    else { return UUID() }
    return number
  }
}
