import CTidelineGLib
import TidelineLocalization

/// The mail address that a user enters for an account.
public struct AccountAddress: Sendable, Hashable {
  /// The part before the last `@`.
  public let localPart: String
  /// The domain in ASCII and lower case: `bücher.example` is `xn--bcher-kva.example`.
  public let domain: String
  /// The domain as the user has typed it, for sentences.
  public let typedDomain: String

  /// The whole address, with the domain in ASCII.
  public var text: String { "\(localPart)@\(domain)" }

  /// Parses an address as typed; spaces around it are ignored.
  public init(_ typed: String) throws(AccountAddressError) {
    let text = String(typed.trimmed)
    guard let at = text.lastIndex(of: "@") else { throw .noDomain(text) }
    let (name, host) = (text[..<at], String(text[text.index(after: at)...]))
    guard !name.isEmpty else { throw .noName(text) }
    guard !host.isEmpty else { throw .noDomain(text) }
    guard name.unicodeScalars.allSatisfy(Self.isOfName), !name.contains("@") else {
      throw .notOnlyAnAddress(text)
    }
    guard let domain = HostName.ascii(host), g_hostname_is_ip_address(domain) == 0 else {
      throw .badDomain(host)
    }
    (localPart, self.domain, typedDomain) = (String(name), domain, host)
  }

  /// Excludes quotes, comments and lists, which occur only in header fields.
  private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.properties.isWhitespace && scalar.value >= 0x20 && scalar.value != 0x7F
      && !"\"()<>[]:;,\\".unicodeScalars.contains(scalar)
  }
}

/// Reasons why a text is no account's mail address.
public enum AccountAddressError: Error, Sendable, Hashable, CustomStringConvertible {
  case noName(String)
  case noDomain(String)
  case badDomain(String)
  /// The text has spaces, quotes or more than one address.
  case notOnlyAnAddress(String)

  /// An error message: the fault, and the right form.
  public var sentence: Sentence {
    switch self {
    case .noName(let text):
      Sentence("“%s” has no name before the “@”. Write it as ann@example.org.", text)
    case .noDomain(let text):
      Sentence("“%s” has no domain. Write the whole address, as ann@example.org.", text)
    case .badDomain(let domain):
      Sentence("“%s” is no domain of mail addresses. Check what is behind the “@”.", domain)
    case .notOnlyAnAddress(let text):
      Sentence(
        "“%s” is not one mail address. Write it alone and without spaces or quotes, as "
          + "ann@example.org.",
        text
      )
    }
  }

  /// ``sentence`` in English.
  public var description: String { sentence.english }
}

extension String {
  /// The text without spaces and line breaks around it.
  package var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    return start[
      ..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)
    ]
  }
}
