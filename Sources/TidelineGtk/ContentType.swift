import CPullToRefreshGtk
import PullToRefreshGtk

/// The type of a file's content, as the desktop's database names it.
package nonisolated enum ContentType {
  /// Guesses the type of a file by its name and its first bytes.
  ///
  /// - Parameters:
  ///   - name: the file's name; nil to use only the content.
  ///   - content: the file's first bytes; 4 kB are enough for any type.
  package static func guess(name: String?, _ content: some Collection<UInt8>) -> String {
    let bytes = Array(content.prefix(4_096))
    guard let type = g_content_type_guess(name, bytes, gsize(bytes.count), nil) else {
      return "application/octet-stream"
    }
    defer { g_free(type) }
    return String(cString: type)
  }

  /// Whether a type is the same as another, or a kind of it.
  package static func isKind(_ type: String, of other: String) -> Bool {
    g_content_type_is_a(type, other) != 0
  }
}
