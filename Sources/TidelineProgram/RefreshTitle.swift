import Mail
import TidelineLocalization

extension RefreshProgress {
  /// The progress as a text, such as "12,000 of 48,000".
  package var title: String { tr("%s of %s", with: done.grouped, total.grouped) }
}
