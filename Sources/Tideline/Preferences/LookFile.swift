import FoundationEssentials
import PullToRefresh
import TidelineGtk
import TidelineProgram

/// What counts as a look.
enum LookFile {
  /// Why a text is of no use for a key of the appearance, although the schema takes any. Nil where it
  /// is of use; an empty one always is.
  static func fault(of key: String, _ text: String) -> String? {
    guard !text.isEmpty else { return nil }
    if key.hasSuffix("-color") {
      return Color(text) == nil ? tr("“%s” is not a colour", with: text) : nil
    }
    if key.hasSuffix("-font") {
      // 0 stands for the theme's own size.
      let size = FontButton.size(of: text)
      let isUsable = size == 0 || (4...48).contains(size)
      return isUsable ? nil : tr("“%s” is not a font of 4 to 48 points", with: text)
    }
    if key == PreferenceKey.dateFormat {
      let example = LastUpdated.Format(stored: text).text(of: Date())
      return example == nil ? tr("“%s” is not a date format", with: text) : nil
    }
    guard key.hasSuffix("-picture") else { return nil }
    return switch PictureProblem.of(text)?.fault {
    case nil: nil
    case .noFile: tr("there is no file “%s”", with: text)
    case .noPicture: tr("“%s” is not a picture", with: text)
    case .tooLarge: tr("“%s” has more than 20 MB or 40 million pixels", with: text)
    }
  }
}
