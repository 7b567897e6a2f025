import Foundation
import PullToRefresh
import TidelineGtk
import TidelineLooks

/// The library's styles and features, one page each: `make gallery`.
@main
enum Gallery {
  static func main() {
    do throws(GalleryOptions.UsageError) {
      let options = try GalleryOptions(Array(CommandLine.arguments.dropFirst()))
      if options.asksForHelp { return print(help) }
      exit(run(options, opening: try page(of: options)))
    } catch {
      FileHandle.standardError.write(Data("\(error.message)\n\n\(GalleryOptions.usage)\n".utf8))
      exit(64)
    }
  }

  private static var help: String {
    GalleryOptions.usage + "\n\nPages: " + pages.map(\.name).joined(separator: ", ")
  }

  private static func page(of options: GalleryOptions) throws(GalleryOptions.UsageError) -> Page? {
    guard let name = options.page else { return nil }
    guard let page = pages.first(where: { $0.name == name }) else {
      throw GalleryOptions.UsageError(message: "There is no page \(name); --help names them.")
    }
    return page
  }

  private static func run(_ options: GalleryOptions, opening page: Page?) -> Int32 {
    let application = Application(nonUnique: "org.tideline.Gallery")
    var status: Int32 = 0
    application.onActivate { [application = Unowned(application)] in
      CssProvider(css).addToDefaultDisplay(priority: .application)
      if let directory = options.pictures {
        application.object.hold()
        Task {
          status = await ContactSheets.draw(application.object, into: directory)
          application.object.release()
        }
        return
      }
      if options.isDark { Settings.preferDark(true) }
      if options.isRightToLeft { TextDirection.setDefault(.rightToLeft) }
      GalleryWindow.open(application.object, page: page)
    }
    let ended = application.run([CommandLine.arguments[0]])
    reportLeaksIfAsked()
    return ended == 0 ? status : ended
  }

  /// Prints, with `GALLERY_DEBUG=leaks`, the number of signal connections that outlived the window.
  private static func reportLeaksIfAsked() {
    #if DEBUG
      guard ProcessInfo.processInfo.environment["GALLERY_DEBUG"] == "leaks" else { return }
      MainLoop.run(timeout: 10) { Signal.liveBoxes <= 1 }
      // Subtracts the application's own connection, for its start.
      FileHandle.standardError.write(Data("live signal boxes: \(Signal.liveBoxes - 1)\n".utf8))
    #endif
  }

  private static let css = """
    .heading { font-weight: bold; opacity: 0.7; margin: 12px 0 3px; }
    .cell { margin: 8px 12px; }
    .about { margin: 12px; }
    .caption { font-size: smaller; opacity: 0.7; margin: 12px; }
    .sheet { padding: 12px; background-color: @theme_bg_color; color: @theme_fg_color; }
    .controls { margin: 0 12px 12px; }
    .boxed-list { border: 1px solid @borders; }
    .boxed-list > row { border-bottom: 1px solid @borders; padding: 0; }

    """ + LookEditor.css
}

/// Every page, in the order of the sidebar.
extension Gallery {
  static let sections: [(title: String, pages: [Page])] = [
    ("Indicators", indicators),
    ("Looks", looks),
    ("Refreshing", refreshing),
    ("Loading more", loadingMore),
    ("Edges and devices", edgesAndDevices),
    ("Any widget", anyWidget),
  ]

  static var pages: [Page] { sections.flatMap(\.pages) }
}

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
