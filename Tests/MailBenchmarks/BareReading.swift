import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// The least work of any reader of a Maildir: open each file, read it, close it.
enum BareReading {
  /// - Returns: the number of bytes.
  static func read(_ path: String, threads: Int) -> Int {
    ["cur", "new"].reduce(0) { $0 + readFolder("\(path)/\($1)", threads: threads) }
  }

  private static func readFolder(_ path: String, threads: Int) -> Int {
    guard let folder = opendir(path) else { return 0 }
    defer { closedir(folder) }
    var names: [[CChar]] = []
    while let entry = readdir(folder) {
      withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { name in
          if name.pointee != CChar(UInt8(ascii: ".")) {
            names.append(Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1)))
          }
        }
      }
    }
    let (all, descriptor) = (names, dirfd(folder))
    let sum = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      let part = all.count * thread / threads..<all.count * (thread + 1) / threads
      sum.add(readFiles(all[part], in: descriptor), ordering: .relaxed)
    }
    return sum.load(ordering: .relaxed)
  }

  private static func readFiles(_ names: ArraySlice<[CChar]>, in folder: Int32) -> Int {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    var sum = 0
    for name in names {
      let file = openat(folder, name, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { continue }
      while case let count = Glibc.read(file, buffer.baseAddress, buffer.count), count > 0 {
        sum += count
      }
      close(file)
    }
    return sum
  }
}
