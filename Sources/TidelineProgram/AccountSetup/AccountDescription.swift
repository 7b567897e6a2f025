import FoundationEssentials
import Mail

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
