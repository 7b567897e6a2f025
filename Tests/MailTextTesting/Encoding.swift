import Foundation

/// Text in the charsets of old mail.
package enum Encoding {
  /// Encodes the whole text at once, since some charsets begin with a mark or keep a state.
  package static func encode(_ text: String, _ name: String) -> [UInt8] {
    let converter = iconv_open(name, "UTF-8")
    guard let converter, Int(bitPattern: converter) != -1 else { return [] }
    defer { iconv_close(converter) }
    var input = text.utf8.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: input.count * 8 + 64)
    let capacity = output.count
    let left = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output -> Int in
        var from = input.baseAddress
        var fromLeft = input.count
        var to = output.baseAddress
        var toLeft = capacity
        guard iconv(converter, &from, &fromLeft, &to, &toLeft) != -1 else { return capacity }
        _ = iconv(converter, nil, nil, &to, &toLeft)
        return toLeft
      }
    }
    return output.prefix(capacity - left).map { UInt8(bitPattern: $0) }
  }
}
