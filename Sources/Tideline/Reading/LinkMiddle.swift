/// Finds the part of a long address that an ellipsis replaces in a link's text. The server's name
/// and the end of the address stay visible, since they tell addresses apart.
nonisolated enum LinkMiddle {
  /// The length in bytes from which an address is shortened.
  private static let shortest = 60
  /// The approximate lengths in bytes of the visible parts before and after the middle.
  private static let startLength = 32
  private static let endLength = 20
  /// The least length in bytes of a hidden middle.
  private static let leastHidden = 8

  /// - Parameter address: the address of a page, in ASCII.
  /// - Returns: the range of the hidden bytes; nil if the address is short or only names a server,
  ///   or if fewer than ``leastHidden`` bytes would be hidden.
  static func range(in address: String) -> Range<Int>? {
    let bytes = Array(address.utf8)
    let slash = UInt8(ascii: "/")
    guard bytes.count >= shortest, bytes.allSatisfy({ $0 < 0x80 }),
      let colon = address.utf8.firstRange(of: "://".utf8),
      let server = bytes[address.utf8.distance(from: address.startIndex, to: colon.upperBound)...]
        .firstIndex(where: { $0 == slash || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") })
    else { return nil }
    // Both visible parts are cut at a slash, if there is one.
    let first = bytes[..<max(startLength, server + 1)]
    let start = first.lastIndex(of: slash).map { max($0, server) + 1 } ?? server + 1
    let last = bytes.count - endLength
    let end = bytes[last...].firstIndex(of: slash) ?? last
    return end - start >= leastHidden ? start..<end : nil
  }
}
