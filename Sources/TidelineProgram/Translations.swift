import Localization
import Glibc

/// The user's language, for the window and the command line alike.
package enum Translations {
  /// To be called once, before the first text is needed.
  ///
  /// - Parameter domains: whose catalogues are installed with the program.
  package static func bind(_ domains: TextDomain...) {
    setlocale(LC_ALL, "")
    let catalogues = InstalledData.folder("locale")
    for domain in domains { domain.bind(to: catalogues) }
  }
}
