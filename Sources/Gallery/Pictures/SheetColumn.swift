import FoundationEssentials
import PullToRefresh
import TidelineGtk

/// A style, and the rows in this style.
struct SheetColumn {
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
    if hasDate { header.lastUpdated = LastUpdated(key: "", store: FiveMinutesAgo()) }
    return header.preview(of: state)
  }

  func footer(_ state: RefreshState) -> Widget {
    var footer = RowConfiguration.loadMore
    footer.indicator = indicator
    return footer.preview(of: state)
  }
}

private struct FiveMinutesAgo: LastUpdatedStore {
  func lastUpdated(for key: String) -> Date? { Date(timeIntervalSinceNow: -301) }
  func setLastUpdated(_ date: Date, for key: String) {}
}
