import CTidelineGLib
import Glibc

/// Splits a command line as a shell does: at white space, except in quotation marks or after a
/// backslash. It has no other features of a shell, such as variables, patterns or pipes.
enum ShellWords {
  /// A quotation mark is not closed, or nothing follows a backslash.
  struct Unbalanced: Error {}

  /// - Parameter text: not white space alone.
  /// - Returns: at least one word. `~/` at the beginning of a word stands for the home folder, even
  ///   in quotation marks.
  static func split(_ text: String) throws(Unbalanced) -> [String] {
    var count: Int32 = 0
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    // A command line that is only a comment has no words.
    guard g_shell_parse_argv(text, &count, &words, nil) != 0, let words, count > 0 else {
      throw Unbalanced()
    }
    defer { g_strfreev(words) }
    return (0..<Int(count)).map { words[$0].map { withHome(String(cString: $0)) } ?? "" }
  }

  private static func withHome(_ word: String) -> String {
    word.hasPrefix("~/") ? HomeFolder.path + word.dropFirst() : word
  }
}
