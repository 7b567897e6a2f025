import Foundation
import PullToRefresh
import TidelineGtk
import TidelineLooks

/// Pictures of every row in every state and style: one picture for each color scheme and
/// direction.
enum ContactSheets {
  private struct Look {
    let name: String
    let theme: String
    let isDark: Bool
    let direction: TextDirection
  }

  private static let looks = [
    ("light", "Default", false), ("dark", "Default", true),
    ("high-contrast", "HighContrast", false), ("high-contrast-dark", "HighContrast", true),
  ].flatMap { name, theme, isDark in
    [
      Look(name: "\(name)-ltr", theme: theme, isDark: isDark, direction: .leftToRight),
      Look(name: "\(name)-rtl", theme: theme, isDark: isDark, direction: .rightToLeft),
    ]
  }

  /// Draws the pictures into a directory, which is made if necessary, and prints their paths.
  ///
  /// - Returns: the exit status.
  static func draw(_ application: Application, into directory: String) async -> Int32 {
    do {
      try FileManager.default.createDirectory(
        atPath: directory,
        withIntermediateDirectories: true
      )
    } catch {
      return failed("cannot make \(directory): \(error.localizedDescription)")
    }
    // Switches animations off, so that each row is drawn at its beginning.
    Settings.animationsEnabled = false
    for look in looks {
      let path = URL(filePath: directory).appending(path: "rows-\(look.name).png").path
      guard await draw(look, application, to: path) else { return failed("cannot draw \(path)") }
      print(path)
    }
    return 0
  }

  private static func draw(
    _ look: Look,
    _ application: Application,
    to path: String
  ) async -> Bool {
    Settings.useTheme(look.theme)
    Settings.preferDark(look.isDark)
    TextDirection.setDefault(look.direction)
    let sheet = ContactSheet.make(title: look.name)
    let window = Window(
      of: application,
      width: 800,
      height: 600,
      child: ScrolledWindow(sheet)
    )
    defer { window.destroy() }
    window.present()
    await frames(10, of: window)
    return sheet.savePicture(to: path)
  }

  /// Returns after this many frames: by then all widgets have their new styles and sizes.
  private static func frames(_ count: Int, of window: Window) async {
    await withCheckedContinuation { continuation in
      var left = count
      window.addTickCallback { [window = Unowned(window)] _ in
        left -= 1
        window.object.queueAllocate()
        if left == 0 { continuation.resume() }
        return left > 0
      }
    }
  }

  private static func failed(_ message: String) -> Int32 {
    FileHandle.standardError.write(Data("Gallery: \(message)\n".utf8))
    return 1
  }
}

/// The rows of both edges: one state in each line, one style in each column.
private enum ContactSheet {
  private static let captionWidth = 170
  private static let columnWidth = 330

  static func make(title: String) -> Box {
    let sheet = Box(.vertical, spacing: 6)
    sheet.addStyleClass("sheet")
    let columns = SheetColumn.all
    sheet.append(line(title, columns.map { caption($0.title, isHeading: true) }))
    sheet.append(caption("Header", isHeading: true))
    for (name, state) in SheetState.header {
      sheet.append(line(name, columns.map { $0.header(state) }))
    }
    for (name, state) in SheetState.headerWithoutDate {
      sheet.append(line(name, columns.map { $0.header(state, hasDate: false) }))
    }
    sheet.append(caption("Footer", isHeading: true))
    for (name, state) in SheetState.footer {
      sheet.append(line(name, columns.map { $0.footer(state) }))
    }
    return sheet
  }

  private static func line(_ name: String, _ cells: [Widget]) -> Box {
    let line = Box(.horizontal, spacing: 12)
    line.append(cell(caption(name), width: captionWidth))
    for widget in cells { line.append(cell(widget, width: columnWidth)) }
    return line
  }

  private static func caption(_ text: String, isHeading: Bool = false) -> Widget {
    let label = Label(text)
    label.xalign = 0
    if isHeading { label.addStyleClass("heading") }
    return label.asWidget
  }

  /// Gives each cell the same width, even if its content is wider.
  private static func cell(_ widget: Widget, width: Int) -> Widget {
    let cell = ScrolledWindow(widget)
    cell.setPolicy(horizontal: .external, vertical: .never)
    cell.setSizeRequest(width: width)
    return cell.asWidget
  }
}

/// A style, and the rows in this style.
private struct SheetColumn {
  let title: String
  let indicator: IndicatorStyle

  static var all: [SheetColumn] {
    [
      SheetColumn(title: "Spinner", indicator: .spinner),
      SheetColumn(title: "Arrow", indicator: .arrow),
      SheetColumn(title: "Ring", indicator: .ring),
      SheetColumn(title: "Turning picture", indicator: .picture(turning)),
      SheetColumn(title: "Frames", indicator: .picture(IndicatorPicture(frames: Frames.moon))),
      SheetColumn(title: "None", indicator: .none),
    ]
  }

  private static let turning = IndicatorPicture(icon: "view-refresh-symbolic")

  func header(_ state: RefreshState, hasDate: Bool = true) -> Widget {
    var header = RowConfiguration.refresh
    header.indicator = indicator
    if hasDate { header.lastUpdated = LastUpdated(key: "", store: PreviewLastUpdated()) }
    return header.preview(of: state)
  }

  func footer(_ state: RefreshState) -> Widget {
    var footer = RowConfiguration.loadMore
    footer.indicator = indicator
    return footer.preview(of: state)
  }
}

/// The states to draw, with their captions.
private enum SheetState {
  static let header: [(String, RefreshState)] = [
    ("Peeking", state(.top, .peeking, 0.5)),
    ("Pulling, 30 %", state(.top, .pulling, 0.3)),
    ("Pulling, 80 %", state(.top, .pulling, 0.8)),
    ("Armed", state(.top, .armed)),
    ("Running", state(.top, .running)),
    ("Stuck", RefreshState(edge: .top, moment: .running, isStuck: true)),
    ("Succeeded", state(.top, .succeeded(summary: nil))),
    ("With a summary", state(.top, .succeeded(summary: "3 new"))),
    ("Failed", state(.top, .failed(message: "the server did not answer"))),
    ("Failed, at length", state(.top, .failed(message: long))),
    ("Canceled", state(.top, .cancelled)),
  ]

  static let headerWithoutDate: [(String, RefreshState)] = [
    ("Armed, first time", state(.top, .armed)),
    ("Running, first time", state(.top, .running)),
  ]

  private static let long = "mail.example.org is not known in any network that we are in"

  static let footer: [(String, RefreshState)] = [
    ("Idle", state(.bottom, .idle)),
    ("Pulling, 30 %", state(.bottom, .pulling, 0.3)),
    ("Pulling, 80 %", state(.bottom, .pulling, 0.8)),
    ("Armed", state(.bottom, .armed)),
    ("Waiting", state(.bottom, .waiting)),
    ("Running", state(.bottom, .running)),
    ("Stuck", RefreshState(edge: .bottom, moment: .running, isStuck: true)),
    ("Failed", state(.bottom, .failed(message: "the server did not answer"))),
    ("Nothing came", state(.bottom, .failed(message: nil))),
    ("Exhausted", state(.bottom, .exhausted)),
  ]

  private static func state(
    _ edge: PullEdge,
    _ moment: RefreshState.Moment,
    _ progress: Double = 1
  ) -> RefreshState {
    RefreshState(edge: edge, moment: moment, progress: progress)
  }
}
