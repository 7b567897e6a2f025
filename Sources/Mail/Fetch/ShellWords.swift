import CTidelineGLib
import Glibc

/// Takes a command line apart as a shell does: by white space, except within quotation marks or
/// behind a backslash. Nothing else of a shell happens: no variables, patterns, pipes.
enum ShellWords {
  /// A quotation mark is not closed, or nothing follows a backslash.
  struct Unbalanced: Error {}

  /// - Parameter text: with something but white space in it.
  /// - Returns: at least one word. `~/` at the beginning of a word, in quotation marks or not, is
  ///   the home folder.
  static func split(_ text: String) throws(Unbalanced) -> [String] {
    var count: Int32 = 0
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    // It has no words where all of it is a comment.
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
