import Foundation
import Synchronization

@testable import Network

/// The certificates that `certificates.sh` makes, once for all tests.
enum Certificates {
  static let folder: URL = {
    let folder = FileManager.default.temporaryDirectory.appending(path: "network-\(getpid())")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let script = Process()
    script.executableURL = sources.appending(path: "certificates.sh")
    script.arguments = [folder.path]
    try? script.run()
    script.waitUntilExit()
    return folder
  }()

  static let sources = URL(filePath: #filePath).deletingLastPathComponent()

  static func path(_ name: String) -> String { folder.appending(path: name).path }

  static func fingerprint(_ name: String) -> CertificateFingerprint? {
    let text = try? String(contentsOfFile: path("\(name).sha256"), encoding: .utf8)
    let digits = text?.drop { $0 != "=" }.dropFirst().filter { !$0.isWhitespace }
    return CertificateFingerprint(hexadecimal: String(digits ?? ""))
  }

  /// Trusts only the authority that has signed the good certificates.
  static var trust: CertificateTrust { .authorities(path("authority.pem")) }
}

/// Runs `server.py` as a process, which ends with this object.
final class Server: Sendable {
  enum Mode: String { case plain, tls, tls12, tls11, mute, full }

  let port: UInt16
  private let process = Process()
  private let input = Pipe()
  /// The lines of the server's output.
  private let lines: Mutex<FileHandle>

  init(_ mode: Mode, certificate: String = "good") throws {
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = [
      Certificates.sources.appending(path: "server.py").path, mode.rawValue,
      Certificates.path("\(certificate).pem"), Certificates.path("\(certificate).key"),
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    lines = Mutex(output.fileHandleForReading)
    port = UInt16(Self.line(output.fileHandleForReading)) ?? 0
  }

  deinit { process.terminate() }

  /// Kills the server, so that its sockets are closed without a goodbye.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Makes the server send the next byte of a `drip`.
  func drop() { input.fileHandleForWriting.write(Data("\n".utf8)) }

  /// Waits until the server has printed this line.
  func waitFor(_ line: String) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        lines.withLock { handle in
          while true {
            let next = Self.line(handle)
            if next == line || next.isEmpty { break }
          }
        }
        continuation.resume()
      }
    }
  }

  private static func line(_ handle: FileHandle) -> String {
    var line = ""
    while let byte = try? handle.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
      line.append(Character(UnicodeScalar(byte)))
    }
    return line
  }

  /// - Parameter clock: by default, one that stands still, so that a busy computer fails no test.
  func connect(
    _ security: Endpoint.Security = .tls,
    host: String = "localhost",
    trust: CertificateTrust = Certificates.trust,
    timeouts: Timeouts = Timeouts(),
    clock: any Clock<Duration> = ManualClock()
  ) async throws(NetworkError) -> Connection {
    try await .connect(
      to: Endpoint(host: host, port: port, security: security),
      trust: trust,
      timeouts: timeouts,
      clock: clock
    )
  }
}

extension Connection {
  func ask(_ line: String) async throws(NetworkError) {
    try await write(Array("\(line)\n".utf8))
  }

  /// Waits until a read or a write is in progress.
  func untilBusy() async {
    while !isBusy { await turn() }
  }

  /// Reads until this many bytes have come, or the end of the stream.
  func read(count: Int) async throws(NetworkError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = try await read()
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  func text(count: Int) async throws(NetworkError) -> String {
    String(decoding: try await read(count: count), as: UTF8.self)
  }
}

/// The error that a call throws; nil if it throws none.
func error(
  isolation: isolated (any Actor)? = #isolation,
  of call: @autoclosure () async throws(NetworkError) -> some Any
) async -> NetworkError? {
  do throws(NetworkError) {
    _ = try await call()
    return nil
  } catch {
    return error
  }
}

func kind(
  isolation: isolated (any Actor)? = #isolation,
  of call: @autoclosure () async throws(NetworkError) -> some Any
) async -> NetworkError.Kind? {
  await error(of: try await call())?.kind
}

/// The open sockets of this process.
struct Sockets {
  let count: Int

  init(toPort port: UInt16) {
    let port = String(format: ":%04X", port)
    // Read in pieces, since a single read of the whole file would end after its first page.
    let file = FileHandle(forReadingAtPath: "/proc/self/net/tcp")
    let table = file.flatMap { try? $0.readToEnd() } ?? Data()
    let rows = String(decoding: table, as: UTF8.self).split(separator: "\n")
    let connected = rows.map { $0.split(separator: " ") }
      .filter { $0.count > 9 && $0[2].hasSuffix(port) }
    let inodes = Set(connected.map { "socket:[\($0[9])]" })
    let folder = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    count =
      names.count {
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
        return inodes.contains(target ?? "")
      }
  }

  static var networkThreads: Int {
    let folder = "/proc/self/task"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.count {
      (try? String(contentsOfFile: "\(folder)/\($0)/comm", encoding: .utf8)) == "network\n"
    }
  }
}
