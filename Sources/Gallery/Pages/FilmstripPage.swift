import PullToRefresh
import TidelineGtk

extension Page {
  static var filmstrip: Page {
    Page(
      "Filmstrip",
      about: """
        Pull past the first picture for new ones, past the last for more: by a swipe, two fingers, \
        or a wheel with Shift. From right to left all of it is mirrored: try --rtl.
        """
    ) {
      // snippet.show
      let pictures = Rows(20)
      let strip = pictures.strip()
      strip.refreshable(at: .leading, reporting: { try await pictures.fetch() })
        .loadsMore(at: .trailing) { try await pictures.nextPage() }
      // snippet.hide
      return strip
    }
  }
}
