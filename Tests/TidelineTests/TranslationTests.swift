import Foundation
import Testing

@testable import TidelineLocalization

/// The catalogs are complete, and gettext finds the program's texts in them.
struct TranslationTests {
  nonisolated static let domains = ["tideline", "pull-to-refresh"]
  nonisolated static let languages = ["de", "en_GB", "zh_CN"]

  private let root = SourceTree.package.root

  private func path(_ domain: String, _ file: String) -> String {
    root.appendingPathComponent("data/po/\(domain)/\(file)").path
  }

  @Test(arguments: domains, languages)
  func nothingIsLeftUntranslated(domain: String, language: String) throws {
    let catalogue = path(domain, "\(language).po")
    let checked = try Tool.run(
      "msgfmt",
      "--check",
      "--statistics",
      "-o",
      "/dev/null",
      catalogue,
      environment: ["LC_ALL": "C"]
    )
    #expect(checked.status == 0, "\(checked.errors)")
    #expect(checked.errors.wholeMatch(of: #/\d+ translated messages\.\n/#) != nil)
    // Fails for a text of the template that is missing or fuzzy in the catalog.
    let compared = try Tool.run("msgcmp", catalogue, path(domain, "\(domain).pot"))
    #expect(compared.status == 0, "\(compared.errors)")
  }

  /// Otherwise a sentence would lack a value, or have it twice. A translation may reorder the
  /// placeholders, and a form for one or two may leave out the number.
  @Test(arguments: domains, languages)
  func translationsHaveThePlacesOfTheSentence(domain: String, language: String) throws {
    let catalogue = try Tool.run("msgcat", "--no-wrap", path(domain, "\(language).po"))
    let entries = catalogue.output.components(separatedBy: "\n\n").map(CatalogueEntry.init)
    #expect(entries.count { !$0.places.isEmpty } > 2)
    for entry in entries {
      for (form, places) in entry.translations {
        let missing = entry.places.subtracting(places)
        #expect(places.isSubset(of: entry.places), "\(form)")
        #expect(missing.allSatisfy { entry.isPlural && $0.hasSuffix("d") }, "\(form)")
      }
    }
  }

  /// xgettext does not read texts inside an interpolation.
  @Test func noTextIsInsideAnInterpolation() throws {
    let form = #/"[^"]*\\\([^"]*\b(?:tr|text|inContext)\("/#
    for folder in try SourceTree.package.folders(in: "Sources") {
      for file in try SourceTree.package.files(below: "Sources/\(folder)") {
        for line in file.lines { #expect(!line.contains(form), "\(file.path): \(line)") }
      }
    }
  }

  /// Without this test, nobody would notice a text that was added since `make pot`.
  @Test func theTemplatesHaveEveryTextOfTheSources() throws {
    let copy = FileManager.default.temporaryDirectory
      .appendingPathComponent("tideline-pot-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: copy) }
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    for item in ["Makefile", "Sources", "data", "scripts"] {
      try FileManager.default.copyItem(
        at: root.appendingPathComponent(item),
        to: copy.appendingPathComponent(item)
      )
    }
    let made = try Tool.run("make", "-C", copy.path, "pot")
    #expect(made.status == 0, "\(made.errors)")
    for domain in Self.domains {
      let fresh = copy.appendingPathComponent("data/po/\(domain)/\(domain).pot").path
      let kept = path(domain, "\(domain).pot")
      let compared = try Tool.run("msgcmp", "--use-untranslated", kept, fresh)
      #expect(compared.status == 0, "run make pot: \(compared.errors)")
    }
  }

  @Test func gettextFindsTheTranslations() throws {
    try withCatalogues { environment in
      for (language, domain, text, translation) in [
        ("de", "pull-to-refresh", "Pull to refresh", "Zum Aktualisieren ziehen"),
        ("de", "pull-to-refresh", "Failed: %s", "Fehlgeschlagen: %s"),
        ("de", "tideline", "Preferences", "Einstellungen"),
        ("en_GB", "pull-to-refresh", "Canceled", "Cancelled"),
        ("en_GB", "tideline", "Indicator Color", "Indicator Colour"),
        ("zh_CN", "pull-to-refresh", "Pull to refresh", "下拉刷新"),
        ("zh_CN", "pull-to-refresh", "Failed: %s", "失败：%s"),
        ("zh_CN", "tideline", "Preferences", "首选项"),
      ] {
        let found = try Tool.run(
          "gettext",
          "-d",
          domain,
          text,
          environment: environment(domain, language)
        )
        #expect(found.output == translation, "\(language)")
      }
      for (language, one, many) in [
        ("de", "Vor %d Minute aktualisiert", "Vor %d Minuten aktualisiert"),
        ("zh_CN", "%d 分钟前更新", "%d 分钟前更新"),
        ("en", "Updated %d minute ago", "Updated %d minutes ago"),
      ] {
        for (count, form) in [(0, many), (1, one), (2, many), (5, many)] {
          let found = try Tool.run(
            "ngettext",
            "-d",
            "pull-to-refresh",
            "Updated %d minute ago",
            "Updated %d minutes ago",
            String(count),
            environment: environment("pull-to-refresh", language)
          )
          #expect(found.output == form, "\(language), \(count)")
        }
      }
    }
  }

  /// Compiles the catalogs as `make` does.
  ///
  /// - Parameter body: called with a function that gives the environment in which gettext translates
  ///   a domain into a language.
  private func withCatalogues(
    _ body: ((_ domain: String, _ language: String) -> [String: String]) throws -> Void
  ) throws {
    let share = FileManager.default.temporaryDirectory
      .appendingPathComponent("tideline-share-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: share) }
    let script = root.appendingPathComponent("scripts/build-data").path
    let built = try Tool.run(script, share.path)
    #expect(built.status == 0, "\(built.errors)")
    // gettext translates in any locale but C, and glibc 2.41 also treats C.UTF-8 as C. The machine
    // may have no other locale, so this creates one.
    let locales = share.appendingPathComponent("locales")
    try FileManager.default.createDirectory(at: locales, withIntermediateDirectories: true)
    let locale = locales.appendingPathComponent("en_US.UTF-8").path
    // localedef's status is 1 even for warnings.
    let made = try Tool.run("localedef", "-i", "en_US", "-f", "UTF-8", locale)
    #expect(FileManager.default.fileExists(atPath: locale + "/LC_CTYPE"), "\(made.errors)")
    try body { domain, language in
      let folder = domain == "tideline" ? "locale" : "tideline/locale"
      return [
        "TEXTDOMAINDIR": share.appendingPathComponent(folder).path,
        "LOCPATH": locales.path,
        "LC_ALL": "en_US.UTF-8",
        "LANGUAGE": language,
      ]
    }
  }
}

/// A text of a catalog.
private struct CatalogueEntry {
  /// The placeholders of the English sentence, as `1s` or `2d`.
  let places: Set<String>
  let isPlural: Bool
  /// Each form, and its placeholders.
  private(set) var translations: [(String, Set<String>)] = []

  init(_ text: String) {
    let lines = text.split(separator: "\n")
    let english = lines.last { $0.hasPrefix("msgid") }
    isPlural = english?.hasPrefix("msgid_plural") == true
    places = Self.places(String(english ?? ""))
    for line in lines where line.hasPrefix("msgstr") {
      translations.append((String(line), Self.places(String(line))))
    }
  }

  private static func places(_ text: String) -> Set<String> {
    var next = 0
    return Set(
      text.replacing("%%", with: "").matches(of: #/%(?:(\d+)\$)?([sd])/#).map { match in
        next += 1
        return "\(match.output.1.map(String.init) ?? String(next))\(match.output.2)"
      }
    )
  }
}

/// Sentences with names and numbers in them, in a translation's own order.
struct SentenceFormatTests {
  private func filled(
    _ translation: String,
    of english: String = "%s has %d of %s",
    _ texts: String...
  ) -> String {
    SentenceFormat(translation).filled(texts, number: "7", of: SentenceFormat(english))
  }

  @Test func placesAreFilledInOrder() {
    #expect(filled("%s has %d of %s", "Ann", "Bo") == "Ann has 7 of Bo")
    #expect(filled("100 %% of %s", of: "100 %% of %s", "Ann") == "100 % of Ann")
  }

  @Test func aTranslationMayTurnThemRound() {
    #expect(filled("%3$s: %2$d (%1$s)", "Ann", "Bo") == "Bo: 7 (Ann)")
    #expect(filled("%2$s，%1$s", of: "%s, %s", "a", "b") == "b，a")
    #expect(filled("%1$s %1$s", of: "%s", "a") == "a a")
  }

  /// In some languages, the singular form has no number.
  @Test func aFormMayLeaveTheNumberOut() {
    #expect(filled("%s: one of %s", "Ann", "Bo") == "Ann: one of Bo")
  }

  /// Inserted text is not searched for placeholders.
  @Test func whatIsPutInStaysAsItIs() {
    #expect(filled("%s/%s", of: "%s/%s", "%s %1$s %d %%", "b") == "%s %1$s %d %%/b")
  }

  @Test(arguments: [
    "%", "%%%", "%$s", "%0$s", "%9$s", "%1$", "%1s", "%1$x", "%99999999999999999999$s", "%-1$s",
    "% s", "%\u{301}s", "%é", "%s%s%s%s%s%s", "%٣$s", "",
  ])
  func aMalformedOneDoesNoHarm(translation: String) {
    let filled = filled(translation, of: "%s", "a")
    #expect(filled.count <= translation.count)
  }
}
