import Glibc

/// Records in one buffer, sorted by the key at the beginning of each record.
///
/// A dictionary with a million arrays as keys takes at least 64 MB more than its contents; this
/// table takes only 16 MB more.
struct KeyTable<Value: Sendable>: Sendable {
  private struct Entry {
    var offset: Int
    var keyLength: UInt32
    var length: UInt32
    var value: Value
  }

  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  /// Records replaced by a later record with the same key, and that record's position.
  private var doubles: [(position: Int, entry: Entry)] = []

  /// Adds a record, whose key is its first `keyLength` bytes. It can be found only after
  /// ``sort()``.
  mutating func append(_ record: UnsafeRawBufferPointer, keyLength: Int, _ value: Value) {
    entries.append(
      Entry(
        offset: bytes.count,
        keyLength: UInt32(keyLength),
        length: UInt32(record.count),
        value: value
      )
    )
    bytes.append(contentsOf: record)
  }

  /// Sorts the records by key, in SQLite's order of blobs. If records have the same key, the last
  /// one added remains.
  mutating func sort() {
    var sorted = entries
    entries = []
    bytes.withUnsafeBytes { bytes in
      sorted.sort { one, other in
        let order = Self.order(Self.key(one, bytes), Self.key(other, bytes))
        return order == 0 ? one.offset < other.offset : order < 0
      }
      var end = 0
      for index in sorted.indices {
        let key = Self.key(sorted[index], bytes)
        if end > 0, Self.order(Self.key(sorted[end - 1], bytes), key) == 0 {
          end -= 1
          doubles.append((end, sorted[end]))
        }
        sorted[end] = sorted[index]
        end += 1
      }
      sorted.removeSubrange(end...)
    }
    entries = sorted
  }

  var count: Int { entries.count }

  /// Passes on the records replaced by a later record with the same key, and the position of that
  /// record.
  func forEachDouble(
    _ body: (_ position: Int, _ record: UnsafeRawBufferPointer, _ keyLength: Int, Value) -> Void
  ) {
    for (position, entry) in doubles {
      bytes.withUnsafeBytes { bytes in
        let record = bytes[entry.offset..<entry.offset + Int(entry.length)]
        body(position, UnsafeRawBufferPointer(rebasing: record), Int(entry.keyLength), entry.value)
      }
    }
  }

  /// - Parameter position: an index below ``count``, in the order of the keys.
  func value(at position: Int) -> Value { entries[position].value }

  /// Calls `body` with a record, which is valid only during the call.
  func withRecord<Result>(
    at position: Int,
    _ body: (_ record: UnsafeRawBufferPointer, _ keyLength: Int) throws -> Result
  ) rethrows -> Result {
    let entry = entries[position]
    return try bytes.withUnsafeBytes { bytes in
      let record = bytes[entry.offset..<entry.offset + Int(entry.length)]
      return try body(UnsafeRawBufferPointer(rebasing: record), Int(entry.keyLength))
    }
  }

  /// The index of the record with a key; nil if there is none.
  func position(of key: UnsafeRawBufferPointer) -> Int? {
    bytes.withUnsafeBytes { bytes in
      var (low, high) = (0, entries.count)
      while low < high {
        let middle = low + (high - low) / 2
        let order = Self.order(Self.key(entries[middle], bytes), key)
        if order == 0 { return middle }
        if order < 0 { low = middle + 1 } else { high = middle }
      }
      return nil
    }
  }

  private static func key(
    _ entry: Entry,
    _ bytes: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[entry.offset..<entry.offset + Int(entry.keyLength)])
  }

  /// Compares keys, with a result as in C: less than 0, 0, or more.
  private static func order(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Int {
    let shared = min(one.count, other.count)
    if shared > 0, let one = one.baseAddress, let other = other.baseAddress {
      let order = memcmp(one, other, shared)
      if order != 0 { return Int(order) }
    }
    return one.count - other.count
  }
}
