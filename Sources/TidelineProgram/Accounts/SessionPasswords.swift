import FoundationEssentials
import Synchronization

/// Passwords that no keyring has stored, kept until this process ends, so that the user types each
/// one only once.
enum SessionPasswords {
  private static let passwords = Mutex<[UUID: String]>([:])

  static func keep(_ password: String, of account: UUID) {
    passwords.withLock { $0[account] = password }
  }

  static func forget(_ account: UUID) { passwords.withLock { $0[account] = nil } }

  static func password(of account: UUID) -> String? { passwords.withLock { $0[account] } }
}
