import Glibc
import TidelineLocalization

/// The language of the programs' texts.
package enum Translations {
  /// Binds the text domains to the installed catalogs; call it once, before the first text.
  ///
  /// - Parameters:
  ///   - domain: the program's domain.
  ///   - library: the domain of a library in the program. Its catalogs are in a separate folder,
  ///     because the library's own package installs the same files in the shared folder.
  package static func bind(_ domain: TextDomain, library: TextDomain) {
    setlocale(LC_ALL, "")
    domain.bind(to: InstalledData.folder("locale"))
    library.bind(to: InstalledData.folder("tideline/locale"))
  }

  /// Sets English for all texts, including the system's error messages, but keeps the user's dates
  /// and numbers. For the command line, since the argument parser has only English texts.
  package static func useEnglish() {
    setlocale(LC_ALL, "")
    setlocale(LC_MESSAGES, "C")
  }
}
