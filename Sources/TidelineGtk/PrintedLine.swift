import CPullToRefreshShim
import CTidelineShim
import PullToRefreshGtk

/// A printed line: a line of text, a picture, or a row of a table. Pages break between lines.
struct PrintedLine {
  /// The height, in points.
  let height: Double
  /// Paints the line, with its upper left corner at a point.
  let draw: (_ canvas: OpaquePointer, _ left: Double, _ top: Double) -> Void

  private static let markGap = 5.0
  private static let cellPadding = 3.0

  /// The lines of a part.
  ///
  /// - Parameter width: the available width, including the part's indent, in points.
  static func lines(
    of part: PrintedPart,
    on paper: OpaquePointer,
    width: Double,
    pageHeight: Double
  ) -> [PrintedLine] {
    let room = max(1, width - part.indent)
    let left = part.isFromRight ? 0 : part.indent
    var lines: [PrintedLine]
    switch part.content {
    case .text(let text, let font):
      lines = text.lines(font: font, gray: part.gray, on: paper, width: room)
    case .picture(let picture): lines = [line(with: picture, width: room, height: pageHeight)]
    case .rule:
      lines = [PrintedLine(height: 1) { paintBar($0, $1, $2, room, 0.5) }]
    case .row(let cells):
      let row = Row(cells, on: paper, width: room, isFromRight: part.isFromRight)
      lines = row.height <= pageHeight ? [row.line] : row.cells.flatMap(\.lines)
    }
    if let first = lines.first, !part.mark.isEmpty {
      let mark = Markup(part.mark).lines(font: "Sans 10", gray: part.gray, on: paper, width: nil)
      let drawing = mark.first?.draw
      let markWidth = Markup(part.mark).width(font: "Sans 10", on: paper)
      let place = part.isFromRight ? room + markGap : -markWidth - markGap
      lines[0] = PrintedLine(height: first.height) {
        drawing?($0, $1 + place, $2)
        first.draw($0, $1, $2)
      }
    }
    return lines.map { line in
      PrintedLine(height: line.height) { canvas, x, y in
        line.draw(canvas, x + left, y)
        paintBars(of: part, part.bars.count, canvas, x, y, line.height, width: width)
      }
    }
  }

  /// The gap above a part, with the quote bars that it shares with the part before.
  static func gap(above part: PrintedPart, after before: PrintedPart, width: Double) -> Self {
    let count = min(part.bars.count, before.bars.count)
    return PrintedLine(height: part.gap) { canvas, x, y in
      paintBars(of: part, count, canvas, x, y, part.gap, width: width)
    }
  }

  private static func paintBars(
    of part: PrintedPart,
    _ count: Int,
    _ canvas: OpaquePointer,
    _ x: Double,
    _ y: Double,
    _ height: Double,
    width: Double
  ) {
    for bar in part.bars.prefix(count) {
      paintBar(canvas, part.isFromRight ? x + width - bar - 1 : x + bar, y, 1, height)
    }
  }

  private static func paintBar(
    _ canvas: OpaquePointer,
    _ x: Double,
    _ y: Double,
    _ width: Double,
    _ height: Double
  ) {
    cairo_set_source_rgb(canvas, 0.7, 0.7, 0.7)
    cairo_rectangle(canvas, x, y, width, height)
    cairo_fill(canvas)
  }

  private static func line(with picture: Paintable, width: Double, height: Double) -> PrintedLine {
    let columns = Double(gdk_paintable_get_intrinsic_width(picture))
    let rows = Double(gdk_paintable_get_intrinsic_height(picture))
    guard columns > 0, rows > 0 else { return PrintedLine(height: 0) { _, _, _ in } }
    let scale = min(0.75, width / columns, height / rows)
    return PrintedLine(height: rows * scale) { canvas, left, top in
      cairo_save(canvas)
      cairo_translate(canvas, left, top)
      cairo_scale(canvas, scale, scale)
      paint(picture, canvas)
      cairo_restore(canvas)
    }
  }

  /// Paints a texture in its own size. Does nothing for other kinds of paintables.
  private static func paint(_ picture: Paintable, _ canvas: OpaquePointer) {
    let texture = picture.pointer
    guard g_type_check_instance_is_a(UnsafeMutablePointer(texture), gdk_texture_get_type()) != 0
    else { return }
    let (columns, rows) = (gdk_texture_get_width(texture), gdk_texture_get_height(texture))
    let pixels = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, columns, rows)
    defer { cairo_surface_destroy(pixels) }
    guard cairo_surface_status(pixels) == CAIRO_STATUS_SUCCESS else { return }
    let stride = gsize(cairo_image_surface_get_stride(pixels))
    gdk_texture_download(texture, cairo_image_surface_get_data(pixels), stride)
    cairo_surface_mark_dirty(pixels)
    cairo_set_source_surface(canvas, pixels, 0, 0)
    cairo_paint(canvas)
  }

  private struct Row {
    var cells: [(left: Double, lines: [PrintedLine])] = []
    let height: Double
    /// The position of the rule below the row.
    let left, width: Double

    init(_ row: [PrintedCell], on paper: OpaquePointer, width: Double, isFromRight: Bool) {
      for cell in row {
        let room = cell.width * width
        let left = isFromRight ? (1 - cell.start) * width - room : cell.start * width
        let lines = cell.parts.flatMap {
          PrintedLine.lines(
            of: $0,
            on: paper,
            width: max(1, room - 2 * cellPadding),
            pageHeight: .infinity
          )
        }
        cells.append((left + cellPadding, lines))
      }
      let heights = cells.map { $0.lines.reduce(0) { $0 + $1.height } }
      height = (heights.max() ?? 0) + 2 * cellPadding
      self.width = width * (row.map { $0.start + $0.width }.max() ?? 1)
      self.left = isFromRight ? width - self.width : 0
    }

    var line: PrintedLine {
      PrintedLine(height: height) { canvas, x, y in
        for cell in cells {
          var top = y + cellPadding
          for line in cell.lines {
            line.draw(canvas, x + cell.left, top)
            top += line.height
          }
        }
        paintBar(canvas, x + left, y + height - 0.5, width, 0.5)
      }
    }
  }
}

extension Markup {
  /// The lines of the text on paper. The text must not have links.
  ///
  /// - Parameter width: the width at which lines wrap, in points; nil for no wrapping.
  func lines(
    font: String,
    gray: Double = 0,
    on paper: OpaquePointer,
    width: Double?,
    isCentered: Bool = false
  ) -> [PrintedLine] {
    let layout = TextLayout(self, font: font, on: paper, width: width, isCentered: isCentered)
    return layout.lines.map { line in
      PrintedLine(height: line.height) { canvas, left, top in
        cairo_set_source_rgb(canvas, gray, gray, gray)
        cairo_move_to(canvas, left + line.x, top + line.baseline)
        pango_cairo_show_layout_line(canvas, line.line)
        withExtendedLifetime(layout) {}
      }
    }
  }

  /// The width of a text on one line, in points.
  fileprivate func width(font: String, on paper: OpaquePointer) -> Double {
    TextLayout(self, font: font, on: paper, width: nil, isCentered: false).width
  }
}

/// A text laid out in lines; all lengths are in points.
private final class TextLayout {
  private let layout: OpaquePointer

  init(_ text: Markup, font: String, on paper: OpaquePointer, width: Double?, isCentered: Bool) {
    layout = gtk_print_context_create_pango_layout(paper)
    pango_layout_set_markup(layout, text.source, -1)
    let description = pango_font_description_from_string(font)
    pango_layout_set_font_description(layout, description)
    pango_font_description_free(description)
    if let width { pango_layout_set_width(layout, Int32(width * Double(PANGO_SCALE))) }
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    // Inserts no hyphens at line breaks: they would look like part of an address.
    let styles = pango_layout_get_attributes(layout)
    let attributes = pango_attr_list_copy(styles) ?? pango_attr_list_new()
    pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
    if isCentered { pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER) }
  }

  isolated deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

  var width: Double {
    var width: Int32 = 0
    pango_layout_get_size(layout, &width, nil)
    return Double(width) / Double(PANGO_SCALE)
  }

  struct Line {
    /// Valid as long as the layout exists.
    let line: UnsafeMutablePointer<PangoLayoutLine>
    let height: Double
    /// The distance of the line's start from the left.
    let x: Double
    /// The distance of the baseline from the line's top.
    let baseline: Double
  }

  var lines: [Line] {
    let iterator = pango_layout_get_iter(layout)
    defer { pango_layout_iter_free(iterator) }
    let unit = Double(PANGO_SCALE)
    var lines: [Line] = []
    repeat {
      guard let line = pango_layout_iter_get_line_readonly(iterator) else { break }
      var extents = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &extents)
      let baseline = pango_layout_iter_get_baseline(iterator) - extents.y
      lines.append(
        Line(
          line: line,
          height: Double(extents.height) / unit,
          x: Double(extents.x) / unit,
          baseline: Double(baseline) / unit
        )
      )
    } while pango_layout_iter_next_line(iterator) != 0
    return lines
  }
}
