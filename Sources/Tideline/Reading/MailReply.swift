import FoundationEssentials
import Mail

/// A reply to a message, to be written in a mail program: a `mailto:` link (RFC 6068) with
/// recipients, subject and the Message-ID of the answered message.
nonisolated struct MailReply: Hashable {
  /// The link without a text; it begins with `mailto:`.
  let address: String

  /// The most recipients in each of To and Cc. A mail program gets the whole link as one argument
  /// of its command line: Linux allows 128 kB, and some programs accept less.
  private static let mostCopies = 50

  /// The recipients of the reply.
  enum Scope {
    /// The sender, or the addresses in the header field Reply-To.
    case sender
    /// The sender; the message's other recipients get a copy.
    case all
  }

  /// - Parameter own: the user's addresses in lower case, as far as they are known; they get no
  ///   copy. A reply to the user's own message goes to the recipients of that message.
  /// - Returns: nil if there is no recipient or, for ``Scope/all``, nobody to get a copy.
  init?(to message: ReadMessage, from own: Set<String>, _ scope: Scope = .sender) {
    let asked = message.replyTo.addresses.isEmpty ? message.from : message.replyTo
    var recipients = Self.unique(asked.addresses.prefix(Self.mostCopies).map(\.address), but: [])
    let to = Self.unique(message.to.addresses.map(\.address), but: own)
    if recipients.allSatisfy({ own.contains($0.lowercased()) }), !to.isEmpty {
      recipients = Array(to.prefix(Self.mostCopies))
    }
    guard !recipients.isEmpty else { return nil }
    let others = to + message.cc.addresses.map(\.address)
    let copies = Self.unique(others, but: own.union(recipients)).prefix(Self.mostCopies)
    if scope == .all, copies.isEmpty { return nil }
    var fields: [String] = []
    if scope == .all { fields.append("cc=" + Self.list(copies)) }
    fields.append("subject=" + MailLink.encoded(Self.subject(message.subject)))
    if let id = message.messageID, MessageLink.isPlain(id) {
      fields.append("in-reply-to=" + MailLink.encoded("<\(id)>"))
    }
    address = MailLink.scheme + Self.list(recipients[...]) + "?" + fields.joined(separator: "&")
  }

  /// The link, with the quote as its text.
  func address(quoting quote: ReplyQuote?) -> String {
    address + (quote.map { "&body=" + $0.encoded } ?? "")
  }

  /// The usable addresses, each once, and without the known ones.
  private static func unique(_ addresses: [String], but known: Set<String>) -> [String] {
    var known = Set(known.map { $0.lowercased() })
    return addresses.filter { address in
      let parts = address.split(separator: "@", omittingEmptySubsequences: false)
      return parts.count == 2 && !parts.contains("") && MessageLink.isPlain(address)
        && known.insert(address.lowercased()).inserted
    }
  }

  private static func list(_ addresses: ArraySlice<String>) -> String {
    addresses.map(MailLink.encoded).joined(separator: ",")
  }

  private static func subject(_ subject: String) -> String {
    subject.lowercased().hasPrefix("re:") ? subject : "Re: " + subject
  }
}
