import CTidelineGLib

/// A text domain of gettext, which is a set of message catalogs.
public struct TextDomain: Sendable {
  private let name: String

  /// - Parameter name: the name of the installed catalogs, `NAME.mo`.
  public init(_ name: String) { self.name = name }

  /// Sets the folder of the catalogs, if it is not the system's default.
  ///
  /// - Parameter directory: a folder with `LANGUAGE/LC_MESSAGES/NAME.mo`.
  public func bind(to directory: String) {
    bindtextdomain(name, directory)
    bind_textdomain_codeset(name, "UTF-8")
  }

  /// The text in the user's language; the text itself if there is no translation.
  public func callAsFunction(_ text: String) -> String {
    // Keeps the C string alive: without a translation, gettext returns its own argument.
    text.withCString { String(cString: g_dgettext(name, $0)) }
  }

  /// The form of a text for a number, in the user's language, with `%d` replaced by the number, and
  /// each `%s` by the next argument. A translation may number the placeholders: `%2$s`.
  public func callAsFunction(
    _ one: String,
    _ many: String,
    _ count: Int,
    with arguments: String...
  ) -> String {
    let form = one.withCString { one in
      many.withCString { String(cString: g_dngettext(name, one, $0, UInt(max(0, count)))) }
    }
    return SentenceFormat(form)
      .filled(arguments, number: String(count), of: SentenceFormat(many))
  }

  /// The text in the user's language, with each `%s` replaced by the next argument and `%%` by `%`.
  /// A translation may number the placeholders: `%2$s`.
  public func callAsFunction(_ text: String, with arguments: String...) -> String {
    callAsFunction(text, with: arguments)
  }

  /// The same, with the arguments in an array.
  public func callAsFunction(_ text: String, with arguments: [String]) -> String {
    SentenceFormat(callAsFunction(text)).filled(arguments, of: SentenceFormat(text))
  }

  /// Translates a text that has several meanings in English, or that is not a word.
  ///
  /// - Parameter context: a description for translators of the text's use.
  public func inContext(_ context: String, _ text: String, with arguments: String...) -> String {
    let translation = context.withCString { context in
      text.withCString { String(cString: g_dpgettext2(name, context, $0)) }
    }
    return SentenceFormat(translation).filled(arguments, of: SentenceFormat(text))
  }

  /// A sentence in the user's language.
  public func callAsFunction(_ sentence: Sentence) -> String {
    callAsFunction(sentence.format, with: sentence.arguments)
  }
}
