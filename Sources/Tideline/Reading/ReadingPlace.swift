import TidelineGtk

/// Keeps the scroll position while cards come and go above the visible ones.
struct ReadingPlace {
  private let scroller: ScrolledWindow
  /// The card that keeps its position, and the distance of its top from the scrolled window's top.
  private let place: (card: Widget, top: Double)?
  /// The noted height of the widget, if its bottom keeps its position; nil if its top does.
  private var height: Int?

  /// Notes the position of the first card in sight.
  init(of scroller: ScrolledWindow, in cards: Box) {
    self.scroller = scroller
    place = cards.children.lazy
      .compactMap { card in card.top(in: scroller).map { (card, $0) } }
      .first { card, top in top + Double(card.height) > 0 }
  }

  /// Notes the position of the bottom of a widget that is about to grow. Nil if the widget reaches
  /// into the visible part or is below: the visible part does not move when such a widget grows.
  init?(behind widget: Widget) {
    var parent = widget.parent
    while let one = parent, one.asScrolledWindow == nil { parent = one.parent }
    guard let scroller = parent?.asScrolledWindow, let top = widget.top(in: scroller),
      top + Double(widget.height) <= 0
    else { return nil }
    self.scroller = scroller
    place = (widget, top)
    height = widget.height
  }

  /// Restores the noted position after the next layout, before the frame is painted.
  func keep() {
    guard let place else { return }
    Self.move(scroller, place.card, to: place.top + Double(height ?? 0), byEnd: height != nil)
  }

  /// Scrolls after the next layout so that a card is at the top, as far as the content allows.
  static func scroll(_ scroller: ScrolledWindow, to card: Widget) {
    move(scroller, card, to: margin)
  }

  /// The space above a card that was scrolled to, in application pixels.
  private static let margin = 12.0

  private static func move(
    _ scroller: ScrolledWindow,
    _ card: Widget,
    to place: Double,
    byEnd: Bool = false
  ) {
    afterLayout(of: scroller) {
      guard card.isInside(scroller), let top = card.top(in: scroller) else { return }
      let now = byEnd ? top + Double(card.height) : top
      scroller.verticalAdjustment.value += (now - place).rounded()
    }
  }

  /// Calls a function after the next layout, before the frame is painted.
  static func afterLayout(of scroller: ScrolledWindow, _ act: @escaping () -> Void) {
    guard let clock = scroller.frameClock else { return }
    final class Once { var connection: SignalConnection? }
    let once = Once()
    // The clock releases the handler, and so `once`, after the next layout or with the window.
    once.connection = clock.after(.layout) {
      guard let connection = once.connection else { return }
      once.connection = nil
      act()
      connection.disconnect()
    }
    scroller.queueAllocate()
  }
}
