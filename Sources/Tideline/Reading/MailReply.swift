import FoundationEssentials
import Mail

/// An answer to a message, as a mail program begins it: a link of RFC 6068 with addresses, subject
/// and the id of what is answered. The text is left to that program.
nonisolated struct MailReply: Hashable {
  /// Begins with `mailto:`.
  let address: String

  /// Programs get the link as an argument, of which there may be 128 kB; some take less.
  private static let mostCopies = 50

  /// The recipients of the answer.
  enum Scope {
    /// The sender, or the address that the message names for answers.
    case sender
    /// All others, too, with a copy.
    case all
  }

  /// - Parameters:
  ///   - own: the address of who answers, which gets no copy; nil where it is not known. One's own
  ///     message is answered to those whom it was sent to.
  ///   - scope: who is answered.
  /// - Returns: nil where nobody can be answered; of all also where there are no others.
  init?(to message: ReadMessage, from own: String?, _ scope: Scope = .sender) {
    let asked = message.replyTo.addresses.isEmpty ? message.from : message.replyTo
    var recipients = Self.unique(asked.addresses.prefix(Self.mostCopies).map(\.address), but: [])
    let to = Self.unique(message.to.addresses.map(\.address), but: [own ?? ""])
    if let own, recipients.map({ $0.lowercased() }) == [own.lowercased()], !to.isEmpty {
      recipients = Array(to.prefix(Self.mostCopies))
    }
    guard !recipients.isEmpty else { return nil }
    let others = to + message.cc.addresses.map(\.address)
    let copies = Self.unique(others, but: recipients + [own ?? ""]).prefix(Self.mostCopies)
    if scope == .all, copies.isEmpty { return nil }
    var fields: [String] = []
    if scope == .all { fields.append("cc=" + Self.list(copies)) }
    fields.append("subject=" + MailLink.encoded(Self.subject(message.subject)))
    if let id = message.messageID, MessageLink.isPlain(id) {
      fields.append("in-reply-to=" + MailLink.encoded("<\(id)>"))
    }
    address = MailLink.scheme + Self.list(recipients[...]) + "?" + fields.joined(separator: "&")
  }

  /// The addresses that can be written to, each once.
  private static func unique(_ addresses: [String], but known: [String]) -> [String] {
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
