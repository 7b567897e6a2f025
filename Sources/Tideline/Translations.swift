import Foundation
import Gtk
import PullToRefresh

/// The user's language, for the window and the command line alike.
nonisolated enum Translations {
  /// To be called once, before the first text is needed.
  static func bind() {
    setlocale(LC_ALL, "")
    let catalogues = InstalledData.folder("locale")
    for domain in [tr, PullToRefresh.textDomain] { domain.bind(to: catalogues) }
  }
}
