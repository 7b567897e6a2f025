import CSecret
import CTidelineGLib
import FoundationEssentials
import Mail
import TidelineLocalization

/// The user's keyring, the only place where passwords of accounts are stored.
///
/// A locked keyring asks the user in its own window, and a call waits for the answer. Each call
/// ends when its task is cancelled, and after a time limit.
package enum Keyring {
  /// The password of an account; nil if the keyring has none.
  ///
  /// - Throws: ``KeyringFailure`` or `CancellationError`.
  package static func password(of account: UUID) async throws -> String? {
    let number = account.uuidString
    return try await call {
      var error: UnsafeMutablePointer<GError>?
      let password = csecret_lookup(number, $0, &error)
      defer { password.map { secret_password_free($0) } }
      try check(error)
      if password == nil { try checkLock(of: number, $0) }
      return password.map { String(cString: $0) }
    }
  }

  /// Stores a password. A former password of the account is removed once the new one is stored.
  ///
  /// - Throws: ``KeyringFailure`` or `CancellationError`.
  package static func store(_ password: String, of account: ListedAccount) async throws {
    let (address, number) = (account.address, account.id.uuidString)
    try await call {
      var error: UnsafeMutablePointer<GError>?
      let attributes = csecret_attributes(
        number,
        address.user,
        address.host,
        Int32(address.port),
        address.security.rawValue
      )
      defer { g_hash_table_unref(attributes) }
      let label = "Tideline: \(address.user) on \(address.host)"
      if csecret_store(label, password, attributes, $0, &error) != 0 {
        csecret_remove_older(number, attributes, $0, &error)
      }
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
      try checkLock(of: number, $0)
      return wasThere
    }
  }

  /// The time limit in seconds, long enough for a user to type the keyring's own password.
  private static let limit = 60

  /// Throws if an item is still locked after a call, because the user has not unlocked it.
  private static func checkLock(of number: String, _ cancellable: GCancellable) throws {
    var error: UnsafeMutablePointer<GError>?
    let isLocked = csecret_is_locked(number, cancellable, &error) != 0
    try check(error)
    if isLocked { throw KeyringFailure.locked }
  }

  private static func check(_ error: UnsafeMutablePointer<GError>?) throws {
    guard let error else { return }
    defer { g_error_free(error) }
    if g_error_matches(error, secret_error_get_quark(), Int32(SECRET_ERROR_IS_LOCKED.rawValue)) != 0
    {
      throw KeyringFailure.locked
    }
    throw KeyringFailure.failed(reason: String(cString: error.pointee.message))
  }

  private static func call<Value: Sendable>(
    _ body: @escaping @Sendable (GCancellable) throws -> Value
  ) async throws -> Value {
    let late = KeyringFailure.failed(reason: tr("nothing came within %s s", with: String(limit)))
    return try await WaitingCall.run(seconds: limit, late: late, body)
  }
}

/// The reason why the keyring gives no answer.
package enum KeyringFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The keyring is locked, and the user did not unlock it when it asked.
  case locked
  /// The keyring is missing, or returned an error.
  case failed(reason: String)

  package var description: String {
    switch self {
    case .locked: tr("The keyring is locked.")
    case .failed(let reason): tr("The keyring does not answer (%s).", with: reason)
    }
  }

  /// The failure as a part of a sentence.
  var reason: String {
    switch self {
    case .locked: tr("the keyring is locked")
    case .failed(let reason): tr("the keyring does not answer: %s", with: reason)
    }
  }
}

/// A blocking call of the system, on its own thread. It ends when its task is cancelled, and after
/// a time limit; a call that does not end then is abandoned.
enum WaitingCall {
  /// - Parameters:
  ///   - limit: the longest time, in seconds, 1 or more.
  ///   - body: makes the call, which ends when the cancellable is cancelled.
  static func run<Value: Sendable>(
    seconds limit: Int,
    late: any Error,
    _ body: @escaping @Sendable (GCancellable) throws -> Value
  ) async throws -> Value {
    // Safe, because a cancellable may be used from any thread.
    nonisolated(unsafe) let cancellable = GCancellable()
    defer { g_cancellable_cancel(cancellable) }
    return try await abandoning(after: (.seconds(limit), late)) {
      try await ReadingThreads.run { try body(cancellable) }
    }
  }
}
