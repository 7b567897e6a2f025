/// Every page, in the order of the sidebar. To add a page, add a file below `Pages` and its name
/// here.
extension Gallery {
  static let sections: [(title: String, pages: [Page])] = [
    ("Indicators", [.spinner, .arrow, .ring, .turningPicture, .frames, .noIndicator]),
    (
      "Looks",
      [
        .look, .titles, .colorsAndFonts, .withoutFading, .floating, .lastUpdated, .ownHeader,
        .ownFooter,
      ]
    ),
    ("Refreshing", [.callback, .flag, .environment, .cancel, .failedRefresh, .arrivals]),
    ("Loading more", [.loadMore, .automatic, .failedLoad, .theEnd]),
    (
      "Edges and devices",
      [.chat, .bothEnds, .filmstrip, .headerOnly, .footerOnly, .edges, .thresholds, .wheelOff]
    ),
    (
      "Any widget",
      [.listBox, .gridView, .columnView, .textView, .viewport, .shortContent, .guest]
    ),
  ]

  static var pages: [Page] { sections.flatMap(\.pages) }
}
