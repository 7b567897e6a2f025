import CTidelineGLib

/// A message catalogue of gettext.
public struct TextDomain: Sendable {
  private let name: String

  /// - Parameter name: the name of the installed catalogue, `NAME.mo`.
  public init(_ name: String) { self.name = name }

  /// Sets the folder of the catalogues, if it is not GLib's default.
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

  /// The plural form for a number in the user's language, with `%d` replaced by the number.
  public func callAsFunction(_ one: String, _ many: String, _ count: Int) -> String {
    let form = one.withCString { one in
      many.withCString { String(cString: g_dngettext(name, one, $0, UInt(max(0, count)))) }
    }
    return form.replacing("%d", with: String(count))
  }

  /// The text in the user's language, with each `%s` replaced by the next argument and `%%` by `%`.
  public func callAsFunction(_ text: String, with arguments: String...) -> String {
    callAsFunction(text, with: arguments)
  }

  /// The text in the user's language, with each `%s` replaced by the next argument and `%%` by `%`.
  public func callAsFunction(_ text: String, with arguments: [String]) -> String {
    var parts = callAsFunction(text).split(separator: "%s", omittingEmptySubsequences: false)[...]
    var result = String(parts.popFirst() ?? "").replacing("%%", with: "%")
    var remaining = arguments[...]
    for part in parts { result += (remaining.popFirst() ?? "") + part.replacing("%%", with: "%") }
    return result
  }
}
