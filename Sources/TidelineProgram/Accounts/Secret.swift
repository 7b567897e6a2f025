import FoundationEssentials
import Glibc
import Mail
import Synchronization
import SystemPackage
import TidelineLocalization

/// Finds the password of an account: in the named file, in this process, in the keyring, or by
/// asking.
package actor Secret {
  private let address: ServerAddress
  private let account: ListedAccount?
  private let access: AccountAccess
  /// The typed password, so that nobody has to type it twice.
  private var typed: String?
  private var refused: String?
  /// The password that was typed to replace the refused one, while it is tried.
  private var replacement: String?

  /// - Parameter account: the listed account; nil if it was not added, so that the keyring has no
  ///   password for it.
  package init(_ address: ServerAddress, _ account: ListedAccount?, _ access: AccountAccess) {
    (self.address, self.account, self.access) = (address, account, access)
  }

  /// - Parameter mayAsk: false if no user waits for the password, so that no question may appear.
  /// - Throws: `ServerFailure` if no password is known and nobody can be asked, or
  ///   `CancellationError`.
  package func password(mayAsk: Bool) async throws -> String {
    if let typed { return typed }
    CoreDump.prevent()
    if let path = access.passwordFile {
      do {
        return try await ReadingThreads.run { try PasswordFile.read(path) }
      } catch {
        throw failure("\(error)")
      }
    }
    var reason = tr("it was not added")
    var remark: String?
    if let account {
      if let typed = SessionPasswords.password(of: account.id) { return typed }
      reason = tr("the keyring has none for it")
      do {
        if account.isInKeyring, let kept = try await Keyring.password(of: account.id) {
          if kept != refused {
            replacement = nil
            return kept
          }
          if mayAsk, let answer = try await askForReplacement() { return answer }
          throw unanswered(tr("the server has refused the one in the keyring"))
        }
      } catch let error as KeyringFailure {
        reason = error.reason
        remark = error.description
      }
    }
    if mayAsk {
      typed = try await access.ask?(PasswordRequest(address: address, remark: remark))
    }
    if let typed { return typed }
    throw unanswered(reason)
  }

  private func askForReplacement() async throws -> String? {
    let remark =
      replacement == nil ? tr("The server has refused the password in the keyring.") : Self.wrong
    let request = PasswordRequest(address: address, remark: remark, isKept: true)
    replacement = try await access.ask?(request)
    // Trusts the keyring's password again if no better one is known: the server may be wrong.
    if replacement == nil { refused = nil }
    return replacement
  }

  private static var wrong: String { tr("The server has refused this password.") }

  /// Asks for another password after the server has refused one: a typed one, or the one in the
  /// keyring.
  ///
  /// - Returns: nil if nobody can be asked, or nobody answers.
  func renewed(mayAsk: Bool) async throws -> String? {
    if access.passwordFile != nil { return nil }
    if typed != nil || account.flatMap({ SessionPasswords.password(of: $0.id) }) != nil {
      typed = nil
      if let account { SessionPasswords.forget(account.id) }
      guard mayAsk, access.asksAgain else { return nil }
      typed = try await access.ask?(PasswordRequest(address: address, remark: Self.wrong))
      return typed
    }
    guard mayAsk, let account, account.isInKeyring else { return nil }
    if replacement == nil {
      refused = try? await Keyring.password(of: account.id)
    } else if !access.asksAgain {
      return nil
    }
    return try await askForReplacement()
  }

  /// Called when the server has accepted a credential. Stores a password that was typed to replace
  /// the keyring's.
  func accepted(_ credential: Credential) async {
    guard let account, let replacement, credential == .password(replacement) else { return }
    (refused, self.replacement) = (nil, nil)
    do {
      try await Keyring.store(replacement, of: account)
    } catch {
      typed = replacement
    }
  }

  private func unanswered(_ reason: String) -> ServerFailure {
    // Why a password is not known, in the middle of a sentence: why the keyring has none, and then
    // why there is no other.
    failure(tr("%s, and %s", with: reason, access.unanswered))
  }

  private func failure(_ reason: String) -> ServerFailure {
    ServerFailure(.passwordMissing, host: address.host, reason: reason)
  }
}

/// A file whose first line is a password.
package enum PasswordFile {
  /// Reads the password. Waits for the file, which may be a pipe.
  ///
  /// - Throws: ``Unusable``.
  package static func read(_ path: String) throws -> String {
    let bytes: [UInt8]
    do {
      let file = try FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec)
      defer { try? file.close() }
      guard try !isOpenToOthers(file) else {
        throw Unusable(
          description: "the file “\(path)” can be read by others; chmod 600 takes that from them"
        )
      }
      bytes = try firstLine(of: file)
    } catch let error as Errno {
      throw Unusable(description: "the file “\(path)” cannot be read: \(error)")
    }
    guard bytes.count <= longest, let line = String(validating: bytes, as: UTF8.self) else {
      throw Unusable(description: "the first line of the file “\(path)” is no password")
    }
    guard !line.isEmpty else {
      throw Unusable(description: "the first line of the file “\(path)” is empty")
    }
    return line
  }

  /// The reason why the file cannot be used, and the remedy; a part of a sentence.
  package struct Unusable: Error, CustomStringConvertible {
    package let description: String
  }

  private static let longest = 4096

  /// Whether other users may read the file. An unnamed pipe is never open to others, whatever its
  /// permissions say.
  private static func isOpenToOthers(_ file: FileDescriptor) throws(Errno) -> Bool {
    var status = stat()
    guard fstat(file.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
    return status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o077 != 0
  }

  private static func firstLine(of file: FileDescriptor) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1024)
    while bytes.count <= longest {
      let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
      bytes += buffer[..<count]
      if count == 0 || buffer[..<count].contains(10) { break }
    }
    let line = bytes.prefix { $0 != 10 }
    return Array(line.last == 13 ? line.dropLast() : line)
  }
}

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

/// The image of a process's memory that the system writes when the process crashes.
enum CoreDump {
  /// Prevents the image. A password is in memory in copies that cannot be found and erased: in
  /// Swift's strings, GLib's buffers and the encryption's.
  static func prevent() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0 else { return }
    // A limit of 1 byte is too small for a file. It is also the only limit with which the kernel
    // does not pass the image to a program such as systemd-coredump, which ignores other limits.
    limit.rlim_cur = min(1, limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
  }
}
