import CPullToRefreshShim
import CTidelineShim
import PullToRefreshGtk

/// A part of what is printed.
public struct PrintedPart {
  package enum Content {
    case text(String, font: String, gray: Double)
    case picture(Paintable)
  }

  package let content: Content

  /// Text of any number of lines, each from the side from which it is read.
  public static func text(_ text: String, font: String = "Sans 10", gray: Double = 0)
    -> PrintedPart
  {
    PrintedPart(content: .text(ShownText.lines(text), font: font, gray: gray))
  }

  /// A picture, made smaller where the page is.
  public static func picture(_ picture: Paintable) -> PrintedPart {
    PrintedPart(content: .picture(picture))
  }
}

/// Prints parts one below the other: a face of `GtkPrintOperation`.
///
/// Pages break between any two lines. The window stays in use meanwhile: each part is laid out, and
/// each page is drawn, when nothing else is to be done.
public final class PrintJob {
  private var parts: ArraySlice<PrintedPart>
  private let footer: (_ page: Int, _ count: Int) -> String
  private var end: ((String?) -> Void)?
  private var flow: PageFlow?
  private var lines: [[Line]] = []

  private struct Line {
    let draw: (_ canvas: OpaquePointer, _ top: Double) -> Void
    let top: Double
  }

  /// In points: at each side, besides what the printer leaves, and below the text for the page's
  /// number.
  private static let (margin, footerRoom) = (36.0, 30.0)
  private static let partGap = 8.0

  private init(
    _ parts: [PrintedPart],
    footer: @escaping (Int, Int) -> String,
    end: @escaping (String?) -> Void
  ) {
    (self.parts, self.footer, self.end) = (parts[...], footer, end)
  }

  /// - Parameters:
  ///   - title: what the desktop calls it.
  ///   - parent: over which the desktop's dialogue stands.
  ///   - pdf: the path of a file that is written without a dialogue.
  ///   - footer: what stands below each page, counted from 1.
  ///   - end: called once all is done, with the reason where nothing was printed.
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

  /// - Returns: the number of pages once everything has its place, 0 before.
  private func layOut(on paper: OpaquePointer) -> Int32 {
    let width = gtk_print_context_get_width(paper) - 2 * Self.margin
    var flow =
      flow
      ?? PageFlow(height: gtk_print_context_get_height(paper) - 2 * Self.margin - Self.footerRoom)
    if let part = parts.popFirst() {
      flow.leave(Self.partGap)
      switch part.content {
      case .text(let text, let font, let gray):
        let layout = TextLayout(text, font: font, on: paper, width: width)
        layout.eachLine { line, height, x, baseline in
          add(height, to: &flow) { canvas, top in
            cairo_set_source_rgb(canvas, gray, gray, gray)
            cairo_move_to(canvas, Self.margin + x, top + baseline)
            pango_cairo_show_layout_line(canvas, line)
            withExtendedLifetime(layout) {}
          }
        }
      case .picture(let picture):
        let columns = Double(gdk_paintable_get_intrinsic_width(picture))
        let rows = Double(gdk_paintable_get_intrinsic_height(picture))
        guard columns > 0, rows > 0 else { break }
        let scale = min(0.75, width / columns, flow.height / rows)
        add(rows * scale, to: &flow) { canvas, top in
          tideline_paint_picture(
            canvas,
            picture,
            Self.margin,
            top,
            columns * scale,
            rows * scale
          )
        }
      }
    }
    self.flow = flow
    return parts.isEmpty ? Int32(clamping: flow.pages) : 0
  }

  private func add(
    _ height: Double,
    to flow: inout PageFlow,
    draw: @escaping (OpaquePointer, Double) -> Void
  ) {
    let place = flow.add(height)
    while lines.count <= place.page { lines.append([]) }
    lines[place.page].append(Line(draw: draw, top: place.top))
  }

  private func draw(_ page: Int, on paper: OpaquePointer) {
    guard let canvas = gtk_print_context_get_cairo_context(paper) else { return }
    for line in lines.indices.contains(page) ? lines[page] : [] {
      line.draw(canvas, Self.margin + line.top)
    }
    let width = gtk_print_context_get_width(paper)
    let text = footer(page + 1, flow?.pages ?? 1)
    let layout = TextLayout(text, font: "Sans 8", on: paper, width: width, isCentered: true)
    layout.eachLine { line, _, x, baseline in
      cairo_set_source_rgb(canvas, 0, 0, 0)
      let bottom = gtk_print_context_get_height(paper) - Self.margin
      cairo_move_to(canvas, x, bottom - Self.footerRoom / 2 + baseline)
      pango_cairo_show_layout_line(canvas, line)
    }
  }
}

/// A text in lines no wider than the paper, in points.
private final class TextLayout {
  private let layout: OpaquePointer

  init(
    _ text: String,
    font: String,
    on paper: OpaquePointer,
    width: Double,
    isCentered: Bool = false
  ) {
    layout = gtk_print_context_create_pango_layout(paper)
    pango_layout_set_text(layout, text, -1)
    let description = pango_font_description_from_string(font)
    pango_layout_set_font_description(layout, description)
    pango_font_description_free(description)
    pango_layout_set_width(layout, Int32(width * Double(PANGO_SCALE)))
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    // A hyphen would become a part of an address.
    let attributes = pango_attr_list_new()
    pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
    if isCentered { pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER) }
  }

  isolated deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

  /// Calls with each line, its height, where it begins, and its baseline below its top. The line is
  /// there as long as the layout.
  func eachLine(
    _ body: (UnsafeMutablePointer<PangoLayoutLine>, _ height: Double, _ x: Double, Double) -> Void
  ) {
    let iterator = pango_layout_get_iter(layout)
    defer { pango_layout_iter_free(iterator) }
    let unit = Double(PANGO_SCALE)
    repeat {
      guard let line = pango_layout_iter_get_line_readonly(iterator) else { return }
      var extents = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &extents)
      let baseline = pango_layout_iter_get_baseline(iterator) - extents.y
      body(line, Double(extents.height) / unit, Double(extents.x) / unit, Double(baseline) / unit)
    } while pango_layout_iter_next_line(iterator) != 0
  }
}
