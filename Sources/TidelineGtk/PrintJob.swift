import CPullToRefreshShim
import CTidelineShim
import PullToRefreshGtk

/// Prints parts one below the other. Wraps `GtkPrintOperation`.
///
/// Pages break between any two lines, but not after a heading. The window stays responsive: parts
/// are laid out, and pages are drawn, one at a time while the main loop is idle.
public final class PrintJob {
  private var parts: ArraySlice<PrintedPart>
  /// The part that was laid out last.
  private var before: PrintedPart?
  private let footer: (_ page: Int, _ count: Int) -> String
  private var end: ((String?) -> Void)?
  private var flow: PageFlow?
  /// The lines of each page, each with its distance from the page's top.
  private var lines: [[(line: PrintedLine, top: Double)]] = []

  /// The margin on all four sides, in addition to the printer's own, and the height for the footer
  /// below the text, in points.
  private static let (margin, footerRoom) = (36.0, 30.0)
  /// The least height left for the next part below a part that is kept with it, in points.
  private static let leastRoom = 40.0

  private init(
    _ parts: [PrintedPart],
    footer: @escaping (Int, Int) -> String,
    end: @escaping (String?) -> Void
  ) {
    (self.parts, self.footer, self.end) = (parts[...], footer, end)
  }

  /// - Parameters:
  ///   - title: the name of the job for the desktop.
  ///   - parent: the parent window of the desktop's dialog.
  ///   - pdf: the path of a PDF to write without a dialog; nil to show the dialog.
  ///   - footer: returns the text below a page. Pages are counted from 1.
  ///   - end: called once at the end, with the reason if nothing was printed.
  public static func print(
    _ parts: [PrintedPart],
    title: String,
    over parent: Window?,
    to pdf: String? = nil,
    footer: @escaping (_ page: Int, _ count: Int) -> String,
    end: @escaping (_ reason: String?) -> Void
  ) {
    let (job, title) = (PrintJob(parts, footer: footer, end: end), ShownText.line(title))
    let operation = gtk_print_operation_new()
    // The operation keeps a reference to itself until it is done.
    defer { g_object_unref(operation) }
    gtk_print_operation_set_job_name(operation, title)
    // Sets the name of the file, if the user prints into a file.
    let settings = gtk_print_settings_new()
    let name = String(title.map { $0 == "/" ? "_" : $0 })
    gtk_print_settings_set(settings, GTK_PRINT_SETTINGS_OUTPUT_BASENAME, name)
    gtk_print_operation_set_print_settings(operation, settings)
    g_object_unref(settings.map { UnsafeMutableRawPointer($0) })
    gtk_print_operation_set_unit(operation, GTK_UNIT_POINTS)
    gtk_print_operation_set_embed_page_setup(operation, 1)
    gtk_print_operation_set_allow_async(operation, 1)
    if let pdf { gtk_print_operation_set_export_filename(operation, pdf) }
    job.connect(to: unsafeBitCast(operation, to: Object.self))
    var error: UnsafeMutablePointer<GError>?
    let action =
      pdf == nil ? GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG : GTK_PRINT_OPERATION_ACTION_EXPORT
    gtk_print_operation_run(operation, action, parent, &error)
    job.finish(ifFailed: error)
  }

  private func connect(to operation: Object) {
    typealias Operation = UnsafeMutablePointer<GtkPrintOperation>
    operation.connect("paginate") { [self] in
      let pages = $0.pointer(1).map { layOut(on: $0) } ?? 0
      if pages > 0 { gtk_print_operation_set_n_pages(Operation($0.pointer(0)), pages) }
      return pages > 0
    }
    operation.connect("draw-page") { [self] in
      if let paper = $0.pointer(1) { draw($0.int(2), on: paper) }
      return false
    }
    operation.connect("done") { [self] in
      var error: UnsafeMutablePointer<GError>?
      if GtkPrintOperationResult($0.enumeration(1)) == GTK_PRINT_OPERATION_RESULT_ERROR {
        gtk_print_operation_get_error(Operation($0.pointer(0)), &error)
      }
      finish(ifFailed: error)
      finish(nil)
      return false
    }
  }

  /// - Parameter error: the error, which this method frees; nil without one.
  private func finish(ifFailed error: UnsafeMutablePointer<GError>?) {
    guard let error else { return }
    finish(String(cString: error.pointee.message))
    g_error_free(error)
  }

  private func finish(_ reason: String?) {
    end?(reason)
    end = nil
  }

  // MARK: Pages

  /// - Returns: the number of pages once all parts are laid out, 0 before.
  private func layOut(on paper: OpaquePointer) -> Int32 {
    let width = gtk_print_context_get_width(paper) - 2 * Self.margin
    var flow =
      flow
      ?? PageFlow(height: gtk_print_context_get_height(paper) - 2 * Self.margin - Self.footerRoom)
    if let part = parts.popFirst() {
      let added = PrintedLine.lines(of: part, on: paper, width: width, pageHeight: flow.height)
      flow.leave(part.gap)
      if part.keepsWithNext {
        flow.reserve(added.reduce(Self.leastRoom) { $0 + $1.height })
      }
      for (number, line) in added.enumerated() {
        let place = flow.add(line.height)
        while lines.count <= place.page { lines.append([]) }
        if number == 0, place.top > 0, let before {
          let gap = PrintedLine.gap(above: part, after: before, width: width)
          lines[place.page].append((gap, place.top - part.gap))
        }
        lines[place.page].append((line, place.top))
      }
      before = part
    }
    self.flow = flow
    return parts.isEmpty ? Int32(clamping: flow.pages) : 0
  }

  private func draw(_ page: Int, on paper: OpaquePointer) {
    guard let canvas = gtk_print_context_get_cairo_context(paper) else { return }
    for (line, top) in lines.indices.contains(page) ? lines[page] : [] {
      line.draw(canvas, Self.margin, Self.margin + top)
    }
    let width = gtk_print_context_get_width(paper)
    let bottom = gtk_print_context_get_height(paper) - Self.margin
    Markup(footer(page + 1, flow?.pages ?? 1))
      .lines(font: "Sans 8", on: paper, width: width, isCentered: true)
      .first?.draw(canvas, 0, bottom - Self.footerRoom / 2)
  }
}

/// A part of a printed document, below the part before it.
public struct PrintedPart {
  package enum Content {
    case text(Markup, font: String)
    case picture(Paintable)
    case rule
    case row([PrintedCell])
  }

  package let content: Content
  /// The indent from the left, or from the right if ``isFromRight``, in points.
  public var indent = 0.0
  /// The distances of the quote bars from the side of ``indent``, in points.
  public var bars: [Double] = []
  /// A bullet or number before the first line.
  public var mark = ""
  /// The space above the part, in points.
  public var gap = 8.0
  /// The gray of the text: 0 for black, up to 1 for white.
  public var gray = 0.0
  /// Whether the part must be on the same page as the beginning of the next part.
  public var keepsWithNext = false
  /// Whether the part is laid out from the right.
  public var isFromRight = false

  private init(_ content: Content) { self.content = content }

  /// Text of any number of lines, each aligned by its own direction. Write links as plain text.
  public static func text(_ text: Markup, font: String = "Sans 10") -> PrintedPart {
    PrintedPart(.text(text, font: font))
  }

  public static func text(_ text: String, font: String = "Sans 10") -> PrintedPart {
    PrintedPart.text(Markup(text), font: font)
  }

  /// A picture, scaled down if it is larger than the page.
  public static func picture(_ picture: Paintable) -> PrintedPart { PrintedPart(.picture(picture)) }

  /// A horizontal rule across the page.
  public static var rule: PrintedPart { PrintedPart(.rule) }

  /// A row of a table, with a rule below. A row that is higher than a page is divided: its cells
  /// are printed one below the other.
  public static func row(_ cells: [PrintedCell]) -> PrintedPart { PrintedPart(.row(cells)) }
}

public struct PrintedCell {
  let start: Double
  let width: Double
  let parts: [PrintedPart]

  /// - Parameters:
  ///   - start: the distance from the row's start, as a fraction of the row's width, 0…1.
  ///   - width: the width, as a fraction of the row's width, 0…1.
  ///   - parts: the content, without rows.
  public init(start: Double, width: Double, parts: [PrintedPart]) {
    (self.start, self.width, self.parts) = (start, width, parts)
  }
}

/// Distributes lines over pages of equal height, in order.
public nonisolated struct PageFlow {
  /// The position of a line.
  public struct Place: Equatable {
    /// The index of the page, from 0.
    public let page: Int
    /// The distance from the page's top, in the unit of the heights.
    public let top: Double
  }

  /// The height of a page.
  public let height: Double
  private var page = 0
  /// The filled height of the last page.
  private var filled = 0.0

  public init(height: Double) { self.height = height }

  /// The number of pages; 1 without any line.
  public var pages: Int { page + 1 }

  /// Leaves a gap before the next line, unless the line begins a page.
  public mutating func leave(_ room: Double) {
    if filled > 0 { filled += room }
  }

  /// Begins a new page if this one has less height left. An empty page takes any height.
  public mutating func reserve(_ room: Double) {
    guard filled > 0, filled + room > height else { return }
    page += 1
    filled = 0
  }

  /// Adds a line of this height, on a new page if it does not fit. A line that is higher than a
  /// page has a page of its own.
  public mutating func add(_ line: Double) -> Place {
    reserve(line)
    defer { filled += line }
    return Place(page: page, top: filled)
  }
}
