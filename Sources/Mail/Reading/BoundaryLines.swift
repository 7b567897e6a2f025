import CGMime
import Foundation

/// The lines that part a message's parts from each other.
enum BoundaryLines {
  /// Where to cut a message that has more parts than anybody shows. GMime makes objects of each,
  /// which take hundreds of times the room of the line.
  ///
  /// Only lines that are a boundary which some field of the message sets are counted: text may
  /// have any number of lines that begin with dashes.
  ///
  /// - Parameters:
  ///   - message: header and body.
  ///   - limit: how many such lines may be.
  /// - Returns: where the first line begins that is too many; nil where none is.
  static func cut(in message: Bytes, limit: Int) -> Int? {
    guard mayExceed(limit, message) else { return nil }
    var boundaries: Set<[UInt8]> = []
    var count = 0
    var start = 0
    while start < message.count {
      var end = endOfLine(start, message)
      let line = Bytes(rebasing: message[start..<end])
      if line.starts(with: "--".utf8) {
        if !boundaries.isEmpty, boundaries.contains(trimmed(line.dropFirst(2))) {
          count += 1
        }
        if count > limit { return start }
      } else if let colon = endOfContentType(line) {
        while end < message.count, isBlank(message[end]) { end = endOfLine(end, message) }
        if let boundary = boundary(setBy: message[(start + colon + 1)..<end]) {
          boundaries.insert(boundary)
        }
      }
      start = end
    }
    return nil
  }

  /// Whether enough lines begin with dashes. Most messages are done with here.
  private static func mayExceed(_ limit: Int, _ message: Bytes) -> Bool {
    var count = 0
    var start = 0
    while start < message.count {
      if message[start...].starts(with: "--".utf8) { count += 1 }
      if count > limit { return true }
      start = endOfLine(start, message)
    }
    return false
  }

  /// Without the blanks at the end, which do not count.
  private static func trimmed(_ boundary: some BidirectionalCollection<UInt8>) -> [UInt8] {
    var boundary = Array(boundary)
    while let last = boundary.last, last <= 0x20 { boundary.removeLast() }
    return boundary
  }

  /// Where the colon of a Content-Type field is.
  private static func endOfContentType(_ line: Bytes) -> Int? {
    let name = "content-type"
    guard line.count > name.utf8.count,
      zip(line, name.utf8).allSatisfy({ $0 == $1 || $0 | 0x20 == $1 })
    else { return nil }
    let colon = line.dropFirst(name.utf8.count).drop { isBlank($0) }
    return colon.first == UInt8(ascii: ":") ? colon.startIndex : nil
  }

  /// As GMime reads it: it may be folded, split, encoded and commented.
  private static func boundary(setBy value: Slice<Bytes>) -> [UInt8]? {
    let type = (Array(value) + [0]).withUnsafeBufferPointer { value in
      value.withMemoryRebound(to: CChar.self) {
        $0.baseAddress.flatMap { g_mime_content_type_parse(GMimeLibrary.options.pointer, $0) }
      }
    }
    guard let type else { return nil }
    defer { g_object_unref(type) }
    return g_mime_content_type_get_parameter(type, "boundary").map {
      trimmed(String(cString: $0).utf8)
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func endOfLine(_ start: Int, _ message: Bytes) -> Int {
    guard let base = message.baseAddress,
      let found = memchr(base + start, 10, message.count - start)
    else { return message.count }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
  }
}
