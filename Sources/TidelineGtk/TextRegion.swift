import CPullToRefreshGtk
import CTidelineShim
import PullToRefreshGtk

/// A mark on a part of a label's text.
public struct LabelMark: Equatable {
  public enum Kind: Sendable {
    case selected
    case match
    /// The match that the user has gone to.
    case presentMatch

    fileprivate var value: TidelineTextMark {
      switch self {
      case .selected: TIDELINE_MARK_SELECTED
      case .match: TIDELINE_MARK_MATCH
      case .presentMatch: TIDELINE_MARK_PRESENT_MATCH
      }
    }
  }

  /// The range, in bytes of the label's text.
  public var range: Range<Int>
  public var kind: Kind

  public init(_ range: Range<Int>, _ kind: Kind) { (self.range, self.kind) = (range, kind) }
}

extension Box {
  /// A vertical box that marks ranges of text in its labels, in the theme's colors.
  public static func textRegion(spacing: Int) -> Box { tideline_text_region_new(Int32(spacing)) }

  /// Sets all marks of a label that is in this text region.
  public func mark(_ label: Label, _ marks: [LabelMark]) {
    let ranges = marks.map {
      TidelineMarkedRange(
        start: Int32($0.range.lowerBound),
        end: Int32($0.range.upperBound),
        kind: $0.kind.value
      )
    }
    tideline_text_region_mark(self, label, ranges, UInt32(ranges.count))
  }
}

extension Label {
  /// The index between two characters nearest to a point, in bytes of the text.
  public func index(atX x: Double, y: Double) -> Int { Int(tideline_label_index_at(self, x, y)) }

  /// The rectangle of the first line of a range of the text, in application pixels from the label's
  /// corner.
  ///
  /// - Parameter range: the range, in bytes of the text.
  public func place(
    of range: Range<Int>
  ) -> (left: Double, top: Double, width: Double, height: Double) {
    let (start, end) = (Int32(clamping: range.lowerBound), Int32(clamping: range.upperBound))
    let place = tideline_label_place_of(self, start, end)
    return (Double(place.x), Double(place.y), Double(place.width), Double(place.height))
  }

  /// Sets the minimum width of a label that wraps, in characters.
  public func setLeastWidth(chars: Int) { gtk_label_set_width_chars(self, Int32(clamping: chars)) }

  /// Ends the label's own selection.
  public func selectNothing() { gtk_label_select_region(self, 0, 0) }

  public func setHeadingLevel(_ level: Int) { tideline_set_heading_level(asWidget, Int32(level)) }
}
