import Foundation

/// The open sockets of this process.
struct Sockets {
  let count: Int

  init(toPort port: UInt16) {
    let port = String(format: ":%04X", port)
    // Reads by a file handle: reading the file as a whole would end after its first page.
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
