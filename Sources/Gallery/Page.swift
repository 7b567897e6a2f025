import TidelineGtk

/// One style or feature of the library, live, beside the code that makes it.
///
/// Each page is a file below `Pages`, and stands in the list of ``Gallery/sections``. What it shows
/// as its code is what stands in that file between two comments:
///
/// ```swift
/// // snippet.show
/// list.refreshable { try await rows.fetch() }
/// // snippet.hide
/// ```
struct Page {
  let title: String
  /// What to try, in a sentence or two.
  let about: String
  /// Where the page's source was when it was compiled.
  let file: String
  /// Makes the live part; called each time that the page is opened.
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

  /// How the command line calls it.
  var name: String { title.lowercased().replacing(" ", with: "-") }
}
