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
    let job = PrintJob(parts, footer: footer, end: end)
    let calls = TidelinePrintCalls(
      lay_out: { context, paper in
        MainActor.assumeIsolated { PrintJob.from(context).layOut(on: paper) }
      },
      draw: { context, paper, page in
        MainActor.assumeIsolated { PrintJob.from(context).draw(Int(page), on: paper) }
      },
      end: { context, reason in
        let reason = reason.map { String(cString: $0) }
        MainActor.assumeIsolated { PrintJob.from(context).finish(reason) }
      }
    )
    tideline_print(parent, ShownText.line(title), pdf, target(owning: job), calls)
  }

  private static func from(_ context: UnsafeMutableRawPointer) -> PrintJob {
    Unmanaged<PrintJob>.fromOpaque(context).takeUnretainedValue()
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
