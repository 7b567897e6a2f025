/// Placeholder.
enum ContentField {
  static func mended(_ value: Bytes) -> [UInt8]? { nil }
}
