import CTidelineGLib
import FoundationEssentials
import Glibc
import Mail
import SystemPackage

/// Stores the ``AccountList`` in a file that only its user may read. The file is replaced as a
/// whole: if the process is killed, the old or the new file is there. Processes that change it at
/// the same time wait for each other.
package struct AccountListFile: Sendable {
  package let path: String

  /// `accounts.json`, below `$XDG_CONFIG_HOME/tideline`.
  package init() {
    self.init(path: "\(String(cString: g_get_user_config_dir()))/tideline/accounts.json")
  }

  package init(path: String) { self.path = path }

  /// The stored list; an empty list if there is no file. Waits for the disk.
  package func read() throws(AccountListError) -> AccountList {
    guard let bytes = try contents() else { return AccountList() }
    let decoder = JSONDecoder()
    guard let version = try? decoder.decode(Version.self, from: Data(bytes)).version else {
      throw .damaged(path: path)
    }
    guard version <= AccountList.version else { throw .newer(path: path) }
    do {
      return try decoder.decode(AccountList.self, from: Data(bytes))
    } catch {
      throw .damaged(path: path)
    }
  }

  /// Changes the stored list, as it is at this moment. Waits for the disk, and up to 10 s for other
  /// processes.
  ///
  /// - Parameter change: an error that it throws leaves the file unchanged.
  package func change<Value>(_ change: (inout AccountList) throws -> Value) throws -> Value {
    try locked {
      var list = try read()
      let before = list
      let value = try change(&list)
      if list != before { try write(list) }
      return value
    }
  }

  /// Checks that ``change(_:)`` can write the list, by writing it as it is.
  package func checkWritable() throws { try locked { try write(try read()) } }

  private func locked<Value>(_ body: () throws -> Value) throws -> Value {
    try makeFolder()
    let lock = try lock()
    defer { lock.release() }
    return try body()
  }

  /// The folder in which the file is, or will be, without links: its changes tell those of the
  /// list. Waits for the disk.
  ///
  /// - Parameter makes: whether to make a missing folder. There is then no list yet.
  /// - Returns: nil if there is no folder.
  package func folder(makes: Bool) -> String? {
    if makes { try? makeFolder() }
    let folder = FilePath(FilePath(path).resolvedPath).removingLastComponent().string
    return WritablePath.isFolder(folder) ? folder : nil
  }

  private struct Version: Decodable {
    let version: Int
  }

  /// The largest size of the file, in bytes. A larger file cannot be a list of accounts.
  private static let largest = 4 << 20

  private func contents() throws(AccountListError) -> [UInt8]? {
    do {
      // Opens without blocking, because reading a pipe at this path would never end.
      let file = try FileDescriptor.open(
        FilePath(path),
        .readOnly,
        options: [.closeOnExec, .nonBlocking]
      )
      defer { try? file.close() }
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 14)
      while true {
        let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
        guard count > 0 else { return bytes }
        bytes += buffer[..<count]
        guard bytes.count <= Self.largest else { throw AccountListError.damaged(path: path) }
      }
    } catch Errno.noSuchFileOrDirectory {
      return nil
    } catch let error as AccountListError {
      throw error
    } catch {
      throw .unreadable(path: path, reason: "\(error)")
    }
  }

  private func makeFolder() throws(AccountListError) {
    let folder = FilePath(path).removingLastComponent().string
    guard g_mkdir_with_parents(folder, 0o700) == 0 else {
      throw .notWritable(path: path, reason: "\(Errno(rawValue: errno))")
    }
    WritablePath.takeFromOthers(folder)
  }

  private func lock() throws(AccountListError) -> FileLock {
    do throws(Errno) {
      return try FileLock(path + ".lock", within: .seconds(10))
    } catch {
      if error == .wouldBlock { throw .busy(path: path) }
      throw .notWritable(path: path, reason: "\(error)")
    }
  }

  private func write(_ list: AccountList) throws(AccountListError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes: [UInt8]
    do {
      bytes = Array(try encoder.encode(list)) + [10]
    } catch {
      throw .notWritable(path: path, reason: "\(error)")
    }
    // Keeps a symbolic link, for example to a folder of settings, and writes its target.
    let resolved = FilePath(path).resolvedPath
    // Sets the permissions, because newer versions of GLib keep those of an existing file. A folder
    // keeps its own: it is not replaced.
    if g_file_test(resolved, G_FILE_TEST_IS_REGULAR) != 0 { chmod(resolved, 0o600) }
    var failure: UnsafeMutablePointer<GError>?
    bytes.withUnsafeBytes {
      _ = g_file_set_contents_full(
        resolved,
        $0.baseAddress?.assumingMemoryBound(to: CChar.self),
        $0.count,
        GFileSetContentsFlags(
          G_FILE_SET_CONTENTS_CONSISTENT.rawValue | G_FILE_SET_CONTENTS_DURABLE.rawValue
        ),
        0o600,
        &failure
      )
    }
    guard let failure else { return }
    defer { g_error_free(failure) }
    throw .notWritable(path: path, reason: String(cString: failure.pointee.message))
  }
}

extension FilePath {
  /// The path without links; the path itself if there is no file.
  fileprivate var resolvedPath: String {
    guard let path = realpath(string, nil) else { return string }
    defer { free(path) }
    return String(cString: path)
  }
}

/// A value of JSON that this version does not know, and writes again as it was.
enum KeptValue: Sendable, Hashable, Codable {
  case null
  case flag(Bool)
  case whole(Int64)
  case number(Double)
  case text(String)
  case list([KeptValue])
  case object([String: KeptValue])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    func read<Content: Decodable>(_ make: (Content) -> Self) -> Self? {
      (try? value.decode(Content.self)).map(make)
    }
    if value.decodeNil() {
      self = .null
    } else if let known = read(Self.flag) ?? read(Self.whole) ?? read(Self.number)
      ?? read(Self.text) ?? read(Self.list)
    {
      self = known
    } else {
      self = .object(try value.decode([String: KeptValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .null: try value.encodeNil()
    case .flag(let flag): try value.encode(flag)
    case .whole(let number): try value.encode(number)
    case .number(let number): try value.encode(number)
    case .text(let text): try value.encode(text)
    case .list(let list): try value.encode(list)
    case .object(let members): try value.encode(members)
    }
  }

  /// The members of an object without those that this version knows.
  static func others<Key: CodingKey & CaseIterable>(
    in decoder: any Decoder,
    than known: Key.Type
  ) throws -> [String: KeptValue] {
    let names = Set(Key.allCases.map(\.stringValue))
    return try [String: KeptValue](from: decoder).filter { !names.contains($0.key) }
  }
}
