import CGMime

/// The line that begins a message in an mbox: `From address date`.
enum FromLine {
  static let mark = Array("From ".utf8)
}
