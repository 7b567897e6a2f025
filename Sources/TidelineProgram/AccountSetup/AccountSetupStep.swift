import Mail

/// The present step of an ``AccountSetupRun``.
package enum AccountSetupStep: Sendable, Hashable {
  /// The domain's own sources are asked for its server.
  case searching(domain: String)
  /// Thunderbird's database of providers is asked about a domain.
  case askingDatabase(domain: String)
  case connecting(ServerAddress)
  case loggingIn(ServerAddress)
  case listing(ServerAddress)
  case storingPassword
}

extension AccountSetupRun {
  /// A run with a password that the user has already typed.
  ///
  /// - Parameters:
  ///   - report: called for each step as it begins, from any thread.
  ///   - ask: asks a person.
  package init(
    password: String,
    log: (@Sendable (String) -> Void)? = AccountAccess().log,
    report: @escaping @Sendable (AccountSetupStep) -> Void,
    ask: @escaping @Sendable (AccountSetup.Question) async throws -> Bool
  ) {
    self.init(
      search: { address in
        report(.searching(domain: address.domain))
        return try await ServerSearch.run(for: address, trust: ServerAccount.trust([])) {
          if case .asking(.database) = $0 { report(.askingDatabase(domain: address.domain)) }
        }
      },
      check: { account in
        let address = account.address
        report(.connecting(address))
        try await AccountCheck.run(
          address,
          trust: ServerAccount.trust(account.pins),
          credentials: CredentialSource { _ in .password(password) },
          log: log,
          report: { step in
            switch step.finding {
            case .connected: break
            case .greeted: report(.loggingIn(address))
            case .loggedIn: report(.listing(address))
            case .listed: report(.storingPassword)
            }
          }
        )
        return password
      },
      ask: ask
    )
  }
}
