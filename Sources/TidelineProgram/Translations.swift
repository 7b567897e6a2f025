import Glibc
import Mail
import TidelineLocalization

/// The application's own texts, in the user's language.
package let tr = TextDomain("tideline")

/// The language of the programs' texts.
package enum Translations {
  /// Binds the text domains to the installed catalogs; call it once, before the first text.
  ///
  /// - Parameter library: the domain of a library in the program. Its catalogs are in a separate
  ///   folder, because the library's own package installs the same files in the shared folder.
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

/// Joins texts by the rules of the user's language.
package enum JoinedText {
  /// Joins whole sentences; empty if there are none.
  package static func sentences(_ sentences: [String]) -> String {
    pairwise(sentences) {
      tr.inContext("two sentences", "%s %s", with: $0, $1)
    }
  }

  /// Joins statements in one line, such as “3 new; Work is offline”.
  package static func statements(_ statements: [String]) -> String {
    pairwise(statements) {
      // Such as “3 new; Work is offline”.
      tr.inContext("two statements", "%s; %s", with: $0, $1)
    }
  }

  /// Joins the words of a list, such as names.
  package static func list(_ parts: [String]) -> String {
    // Such as names: “Ann, Bo, Cy”.
    parts.joined(separator: tr.inContext("between the words of a list", ", "))
  }

  /// Joins a name and a text, such as a sender and a subject.
  package static func pair(_ name: String, _ text: String) -> String {
    // Such as “Ann: High water”, or “Issuer: Some Authority”.
    tr.inContext("name and text", "%s: %s", with: name, text)
  }

  private static func pairwise(_ texts: [String], join: (String, String) -> String) -> String {
    guard let first = texts.first else { return "" }
    return texts.dropFirst().reduce(first, join)
  }
}

extension RefreshProgress {
  /// The progress as a text, such as "12,000 of 48,000".
  package var title: String { tr("%s of %s", with: done.grouped, total.grouped) }
}
