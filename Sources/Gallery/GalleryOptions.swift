/// The options of the command line.
struct GalleryOptions: Equatable {
  var page: String?
  var isDark = false
  var isRightToLeft = false
  var pictures: String?
  var asksForHelp = false

  static let usage = """
    Usage: Gallery [--page NAME] [--dark] [--rtl]
           Gallery --pictures DIRECTORY

      --page NAME           open on this page
      --dark                show everything dark
      --rtl                 show everything from right to left
      --pictures DIRECTORY  draw every row in every state into PNG files there, and end
      --help                show this text, with the pages' names
    """

  struct UsageError: Error, Equatable {
    let message: String
  }

  /// - Parameter arguments: the arguments without the program's name.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--dark": isDark = true
      case "--rtl": isRightToLeft = true
      case "--help", "-h": asksForHelp = true
      case "--page": page = try Self.value(of: argument, &rest)
      case "--pictures": pictures = try Self.value(of: argument, &rest)
      default: throw UsageError(message: "There is no option \(argument).")
      }
    }
  }

  private static func value(
    of option: String,
    _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let value = rest.popFirst(), !value.hasPrefix("--") else {
      throw UsageError(message: "\(option) needs a value.")
    }
    return value
  }
}
