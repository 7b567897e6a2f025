import CPullToRefreshGtk
import Foundation
import TidelineGtk
import XCTest

@testable import Mail
@testable import MailText
@testable import Tideline

/// A message as the store returns it.
nonisolated func stub(
  _ id: String,
  isUnread: Bool = false,
  isDeleted: Bool = false,
  from sender: String = "Ann"
) -> MessageStub {
  let place = MessagePlace(
    source: FolderID("s"),
    folder: .inbox,
    position: 0,
    message: KnownMessage(key: MessageKey(bytes: Array(id.utf8)), flags: isUnread ? [] : .seen)
  )
  return MessageStub(
    id: MessageStub.ID(messageID: id),
    date: Date(timeIntervalSince1970: 1_672_668_245),
    isUnread: isUnread,
    isDeleted: isDeleted,
    isFlagged: false,
    hasAttachments: false,
    senders: [sender],
    subject: "Subject",
    snippet: "Snippet of \(id)",
    places: [place]
  )
}

/// A window with a reading pane, whose messages the test sets.
final class PaneScreen {
  let pane = ReadingPane()
  var stubs: [MessageStub] = []
  /// Awaited before a conversation's messages are returned.
  var beforeMessages: (Int64) async -> Void = { _ in }
  /// The beginning of a message, shown before its text; nil for none.
  var beginning: (String) -> [Passage]? = { _ in nil }
  /// Awaited before a message's text is returned.
  var beforeText: (String) async -> Void = { _ in }
  /// The error of reading a conversation's messages.
  var failure: (any Error)?
  var text: (String) throws -> [Passage] = { [Passage(kind: .written, text: "Text of \($0)")] }
  var attachments: [Attachment] = []
  var pictures: [Attachment] = []
  var content: (Attachment) throws -> [UInt8] = { Array($0.name.utf8) }
  /// Awaited before an attachment's content is returned.
  var beforeContent: () async -> Void = {}
  /// The name in every field of the messages' headers.
  var name = ""
  /// The paths of the copies of each message.
  var otherPaths: [String] = []
  /// The messages whose texts were read, in order; those requested at once are together.
  private(set) var asked: [[String]] = []
  private let window = Window()

  init(width: Int = 400) {
    window.setDefaultSize(width: width, height: 600)
    window.child = pane.widget.asWidget
    window.present()
    XCTAssertTrue(runs { pane.widget.isMapped })
  }

  isolated deinit { window.destroy() }

  func show(_ id: Int64, _ stubs: [MessageStub], title: String = "Subject") {
    self.stubs = stubs
    pane.show(Conversation(id: id, subject: title, messageCount: stubs.count), from: source)
  }

  /// Shows a conversation, and waits for one of its texts.
  func show(
    _ id: Int64,
    _ stubs: [MessageStub],
    title: String = "Subject",
    until text: String,
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    show(id, stubs, title: title)
    XCTAssertTrue(runs { shows(text) }, "no “\(text)”", file: file, line: line)
  }

  private var source: MessageSource {
    MessageSource(
      messages: { [weak self] id, withoutDeleted in
        let all = self?.stubs ?? []
        let stubs = withoutDeleted ? all.filter { !$0.isDeleted } : all
        await self?.beforeMessages(id)
        if let failure = self?.failure { throw failure }
        return stubs
      },
      read: { [weak self] stubs, show in
        self?.asked.append(stubs.map(\.id.messageID))
        for stub in stubs {
          if let self, let passages = beginning(stub.id.messageID) {
            var beginning = try message(stub)
            (beginning.passages, beginning.isWhole) = (passages, false)
            show(stub, .success(beginning))
          }
          await self?.beforeText(stub.id.messageID)
          try Task.checkCancellation()
          guard let self else { return }
          show(stub, Result { try self.message(stub) })
        }
      },
      content: { [weak self] attachment, _, _ in
        await self?.beforeContent()
        return try self?.content(attachment) ?? []
      }
    )
  }

  private func message(_ stub: MessageStub) throws -> ReadMessage {
    var message = ReadMessage()
    message.attachments = attachments
    message.pictures = pictures
    message.from.addresses = [MailAddress(name: name, address: name)]
    (message.to, message.cc) = (message.from, message.from)
    (message.subject, message.messageID, message.path) = (name, name, name)
    message.otherPaths = otherPaths
    message.passages = try text(stub.id.messageID)
    return message
  }

  /// The texts of all labels on the page.
  var labels: [String] { widgets.compactMap(\.labelText) }

  func shows(_ text: String) -> Bool { pane.widget.asWidget.shows(text) }

  /// The texts of all labels, without the characters that isolate text from outside.
  var plainLabels: [String] { labels.map { $0.filter { !"\u{2068}\u{2069}".contains($0) } } }

  /// The tooltips of the pictures on the page, in order.
  var pictureTips: [String?] {
    widgets.filter { $0.typeName == "GtkPicture" }.map(\.tooltipText)
  }

  var links: [Widget] { widgets.filter { $0.role == .link } }

  /// Whether an open message has the button for its menu.
  var hasMenu: Bool { widgets.contains { $0.typeName == "GtkMenuButton" } }

  var progressBars: Int { widgets.count { $0.typeName == "GtkProgressBar" } }

  var cardCount: Int { widgets.count { gtk_widget_has_css_class($0, "message") != 0 } }

  /// Presses the first button whose text begins with this. GTK acts a moment later.
  func click(_ beginning: String) {
    let button = widgets.first { widget in
      widget.isButton && widget.everything.contains { ($0.labelText ?? "").hasPrefix(beginning) }
    }
    XCTAssertNotNil(button, beginning)
    if let button { gtk_widget_activate(button) }
  }

  /// Unfolds the details of each shown message.
  func openDetails() {
    for widget in widgets where widget.typeName == "GtkExpander" { gtk_widget_activate(widget) }
  }

  /// The distance of a message's snippet from the pane's top, in px.
  func place(of id: String) -> Double? {
    let snippet = widgets.first { $0.labelText == "Snippet of \(id)" }
    return snippet?.top(in: pane.widget)
  }

  /// The distance by which the conversation is scrolled, in px.
  var scroll: Double {
    widgets.lazy.compactMap(\.asScrolledWindow).map(\.verticalAdjustment.value).max() ?? 0
  }

  /// The distances by which parts of the conversation scroll sideways, in px.
  var sidewaysScrolls: [Double] {
    widgets.compactMap { $0.as(ScrolledWindow.self) }.map {
      let place = gtk_scrolled_window_get_hadjustment($0)
      return gtk_adjustment_get_upper(place) - gtk_adjustment_get_page_size(place)
    }
    .filter { $0 >= 1 }
  }

  /// The number of horizontal scroll bars that stay in sight while nothing moves.
  var lastingBars: Int {
    let scrollers = widgets.compactMap { $0.as(ScrolledWindow.self) }
    return scrollers.compactMap(gtk_scrolled_window_get_hscrollbar).count {
      $0.isMapped && gtk_widget_has_css_class($0, "overlay-indicator") == 0
    }
  }

  /// The texts of the widget with the keyboard's focus.
  var focusName: [String]? { pane.widget.focus?.everything.compactMap(\.labelText) }

  /// The index, among the widgets with this text, of the one that has or contains the focus.
  func focusIndex(among text: String) -> Int? {
    widgets.filter { $0.labelText == text }
      .firstIndex { $0.parent?.containsFocus == true || $0.containsFocus }
  }

  /// The starts of each line of a text, in px from the label's left edge.
  func lineStarts(_ text: String) -> [Double] {
    guard let label = widgets.first(where: { $0.labelText == text }) else { return [] }
    let layout = gtk_label_get_layout(unsafeBitCast(label, to: Label.self))
    return (0..<pango_layout_get_line_count(layout)).map { number in
      var extents = PangoRectangle()
      let iterator = pango_layout_get_iter(layout)
      defer { pango_layout_iter_free(iterator) }
      for _ in 0..<number { pango_layout_iter_next_line(iterator) }
      pango_layout_iter_get_line_extents(iterator, nil, &extents)
      return Double(extents.x) / Double(PANGO_SCALE)
    }
  }

  /// The layout of the first label with a text.
  func layout(of text: String) -> OpaquePointer? {
    widgets.first { $0.labelText == text }.flatMap {
      gtk_label_get_layout(unsafeBitCast($0, to: Label.self))
    }
  }

  /// The distance of the first label's text from the label's left edge, in px.
  func layoutLeft(of text: String) -> Int? {
    var (x, y): (Int32, Int32) = (0, 0)
    guard let label = widget(showing: text)?.as(Label.self) else { return nil }
    gtk_label_get_layout_offsets(label, &x, &y)
    return Int(x)
  }

  /// The first label with a text.
  func widget(showing text: String) -> Widget? { widgets.first { $0.labelText == text } }

  /// The distances of the first label with a text from the pane's corner, in px.
  func left(of text: String) -> Double { widget(showing: text)?.left(in: pane.widget) ?? -1 }
  func top(of text: String) -> Double { widget(showing: text)?.top(in: pane.widget) ?? -1 }

  /// The distances of the pictures from the pane's top, in px.
  var pictureTops: [Double] {
    widgets.filter { $0.typeName == "GtkPicture" }.compactMap { $0.top(in: pane.widget) }
  }

  /// The entry of the bar to search the conversation, once that is open.
  var findEntry: SearchEntry? { widgets.lazy.compactMap { $0.as(SearchEntry.self) }.first }

  func moveFocus(_ direction: GtkDirectionType) {
    gtk_widget_child_focus(window.asWidget, direction)
  }

  func paint() { window.paint() }

  private var widgets: [Widget] { pane.widget.asWidget.everything }

  func runs(until condition: () -> Bool) -> Bool { MainLoop.run(until: condition) }
}

extension WidgetConvertible {
  var minimumWidth: Int {
    var minimum: Int32 = 0
    gtk_widget_measure(asWidget, .horizontal, -1, &minimum, nil, nil, nil)
    return Int(minimum)
  }
}

extension Widget {
  /// The widget and its visible descendants.
  fileprivate var everything: [Widget] {
    [self] + children.filter(\.isShownByParent).flatMap(\.everything)
  }

  /// Whether a visible label in the widget has this text.
  func shows(_ text: String) -> Bool { everything.contains { $0.labelText == text } }

  var role: AccessibleRole {
    gtk_accessible_get_accessible_role(unsafeBitCast(self, to: OpaquePointer.self))
  }

  var typeName: String { String(cString: gtk_widget_get_name(self)) }
  fileprivate var isButton: Bool { typeName == "GtkButton" }

  fileprivate var labelText: String? {
    guard typeName == "GtkLabel" else { return nil }
    return unsafeBitCast(self, to: Label.self).text
  }
}

/// A picture of one color.
nonisolated func pngPicture(width: Int32, height: Int32) -> [UInt8] {
  let pixels = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, width, height)
  defer { g_object_unref(pixels.map { UnsafeMutableRawPointer($0) }) }
  gdk_pixbuf_fill(pixels, 0x3366_CCFF)
  var buffer: UnsafeMutablePointer<CChar>?
  var count: gsize = 0
  gdk_pixbuf_save_to_bufferv(pixels, &buffer, &count, "png", nil, nil, nil)
  defer { g_free(buffer) }
  return Array(UnsafeRawBufferPointer(start: buffer, count: Int(count)))
}

nonisolated func attachment(
  _ name: String,
  _ alternative: String = "",
  size: Int64 = 9
) -> Attachment {
  Attachment(name: name, type: "image/png", size: size, part: nil, alternative: alternative)
}
