import TidelineGtk

/// One style or feature of the library, live, beside the code that makes it.
///
/// Each page is a file below `Pages`, with an entry in ``Gallery/sections``. Its shown code is the
/// part of that file between two comments:
///
/// ```swift
/// // snippet.show
/// list.refreshable { try await rows.fetch() }
/// // snippet.hide
/// ```
struct Page {
  let title: String
  /// A sentence or two on how to try it.
  let about: String
  /// The path of the page's source when it was compiled.
  let file: String
  /// Makes the live part; called each time the page is opened.
  let make: @MainActor () -> any WidgetConvertible

  init(
    _ title: String,
    about: String,
    file: String = #filePath,
    make: @escaping @MainActor () -> any WidgetConvertible
  ) {
    self.title = title
    self.about = about
    self.file = file
    self.make = make
  }

  /// The page's name on the command line.
  var name: String { title.lowercased().replacing(" ", with: "-") }
}
