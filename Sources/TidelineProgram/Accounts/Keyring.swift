import CSecret
import CTidelineGLib
import FoundationEssentials
import Mail
import TidelineLocalization

/// The user's keyring, which is where passwords of accounts are kept, and nowhere else.
///
/// A keyring that is locked asks its user by a window of its own, so a call may take as long as
/// people take. Each ends when its task is cancelled, and after a time limit.
package enum Keyring {
  /// The password of an account; nil where the keyring has none.
  ///
  /// - Throws: ``KeyringFailure`` or `CancellationError`.
  package static func password(of account: UUID) async throws -> String? {
    let number = account.uuidString
    return try await call {
      var error: UnsafeMutablePointer<GError>?
      let password = csecret_lookup(number, $0, &error)
      defer { password.map { secret_password_free($0) } }
      try check(error)
      return password.map { String(cString: $0) }
    }
  }

  /// Keeps a password, in place of one that the account had.
  ///
  /// - Throws: ``KeyringFailure`` or `CancellationError`.
  package static func store(_ password: String, of account: ListedAccount) async throws {
    // An older one may have been for another address.
    try await remove(account.id)
    let (address, number) = (account.address, account.id.uuidString)
    try await call {
      var error: UnsafeMutablePointer<GError>?
      _ = csecret_store(
        "Tideline: \(address.user) on \(address.host)",
        password,
        number,
        address.user,
        address.host,
        Int32(address.port),
        address.security.rawValue,
        $0,
        &error
      )
      try check(error)
    }
  }

  /// Removes the password of an account.
  ///
  /// - Returns: whether there was one.
  /// - Throws: ``KeyringFailure`` or `CancellationError`.
  @discardableResult
  package static func remove(_ account: UUID) async throws -> Bool {
    let number = account.uuidString
    return try await call {
      var error: UnsafeMutablePointer<GError>?
      let wasThere = csecret_remove(number, $0, &error) != 0
      try check(error)
      return wasThere
    }
  }

  /// As long as somebody may take to type the keyring's own password.
  private static let limit = 60

  private static func check(_ error: UnsafeMutablePointer<GError>?) throws {
    guard let error else { return }
    defer { g_error_free(error) }
    throw KeyringFailure(reason: String(cString: error.pointee.message))
  }

  private static func call<Value: Sendable>(
    _ body: @escaping @Sendable (GCancellable) throws -> Value
  ) async throws -> Value {
    let late = KeyringFailure(reason: "nothing came within \(limit) s")
    return try await WaitingCall.run(seconds: limit, late: late, body)
  }
}

/// The keyring does not answer, or refuses.
package struct KeyringFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The system's words.
  package let reason: String

  package init(reason: String) { self.reason = reason }

  package var description: String { tr("The keyring does not answer (%s).", with: reason) }
}
