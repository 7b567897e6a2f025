import CAdwaita
import Mail
import XCTest

@testable import Tideline

/// The page in the list's place.
nonisolated final class StatusViewTests: AdwaitaTestCase {
  @MainActor func testItNamesWhatWasNotFoundAndAMistypedOperator() {
    let view = StatusView()
    for (search, sentences) in [
      ("<tide>", "No conversation here matches “&lt;tide&gt;”."),
      (
        "before:2026-13-01 tide",
        "No conversation here matches “before:2026-13-01 tide”. "
          + "“before:2026-13-01” has no date such as 2026-05-31, so its words were searched."
      ),
      (
        "is:wet",
        "No conversation here matches “is:wet”. "
          + "“is:wet” is none of the operators, so its words were searched."
      ),
    ] {
      view.show(.nothingFound(Listing(folder: nil, search: search)))
      let shown = adw_status_page_get_description(view.widget).map { String(cString: $0) }
      XCTAssertEqual(shown?.filter { !"\u{2068}\u{2069}".contains($0) }, sentences)
    }
  }
}
