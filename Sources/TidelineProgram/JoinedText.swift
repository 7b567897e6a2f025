import TidelineLocalization

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
