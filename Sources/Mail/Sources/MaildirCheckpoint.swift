import Foundation

/// What a Maildir looked like when it was last read to its end: two times and a flag, 17 bytes.
struct MaildirCheckpoint: Hashable {
  var stamp: MaildirStamp
  /// Whether an equal stamp proves that nothing changed.
  var isSettled: Bool

  init(stamp: MaildirStamp, isSettled: Bool) {
    self.stamp = stamp
    self.isSettled = isSettled
  }

  init?(_ checkpoint: SourceCheckpoint?) {
    guard let bytes = checkpoint.map({ Array($0.bytes) }), bytes.count == 17 else { return nil }
    func number(at offset: Int) -> Int64 {
      bytes[offset..<offset + 8].reduce(0) { $0 << 8 | Int64($1) }
    }
    stamp = MaildirStamp(cur: number(at: 0), new: number(at: 8))
    isSettled = bytes[16] == 1
  }

  var encoded: SourceCheckpoint {
    var bytes = Data()
    for number in [stamp.cur, stamp.new] {
      withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
    bytes.append(isSettled ? 1 : 0)
    return SourceCheckpoint(bytes: bytes)
  }
}
