import Foundation
import MessageTable

/// A conversation in the output of `tideline list --json` and `tideline show --json`, in the terms
/// of the message table.
nonisolated struct PrintedConversation {
  let row: [String: Any]
  let messages: [PrintedMessage]

  /// The numbers of the entries whose files belong to it.
  var entries: Set<Int> { Set(messages.compactMap(\.entry)) }

  func values(of key: String) -> String {
    switch row[key] {
    case let names as [String]: names.joined(separator: ", ")
    case let flag as Bool where key == "attachments": flag ? "yes" : "no"
    case let value?: "\(value)"
    case nil: "(missing)"
    }
  }
}

/// A message of it.
nonisolated struct PrintedMessage {
  private let message: [String: Any]
  private let error: String

  init(_ shown: [String: Any]) {
    message = shown["message"] as? [String: Any] ?? [:]
    error = shown["error"] as? String ?? ""
  }

  /// The first number in the file's name.
  var entry: Int? {
    let name = (message["path"] as? String)?.split(separator: "/").last
    return name?.split(separator: ".").first.flatMap { Int($0) }
  }

  private static let passageKinds: Set<String> = ["written", "quoted", "signature", "enclosed"]

  func differences(_ expected: [Expectation]) -> [String] {
    guard error.isEmpty else { return [error] }
    var differences: [String] = []
    let isPassage = { (expectation: Expectation) in
      Self.passageKinds.contains(expectation.key) && expectation.comparison == .equals
    }
    let named = expected.filter(isPassage)
    let kinds = Set(named.map(\.key))
    let wanted = named.map { "\($0.key): \($0.value)" }
    let found = passages.filter { kinds.contains($0.kind) }.map { "\($0.kind): \($0.text)" }
    if wanted != found {
      differences.append("shown is \(found.shortened), expected: \(wanted.shortened)")
    }
    for expectation in expected where !isPassage(expectation) {
      if let difference = expectation.difference(value(of: expectation.key)) {
        differences.append(difference)
      }
    }
    return differences
  }

  private var passages: [(kind: String, text: String)] {
    (message["passages"] as? [[String: String]] ?? []).map { ($0["kind"] ?? "", $0["text"] ?? "") }
  }

  private func value(of key: String) -> String {
    switch key {
    case "from", "to", "cc": addresses(in: key)
    case "attachments": attachments.joined(separator: ", ")
    case "remarks": remarks.joined(separator: ", ")
    case "text": (passages.map(\.text) + attachments + remarks).joined(separator: "\n")
    case _ where Self.passageKinds.contains(key):
      passages.filter { $0.kind == key }.map(\.text).joined(separator: "\n\n")
    default: message[key].map { "\($0)" } ?? "(missing)"
    }
  }

  private var remarks: [String] { message["remarks"] as? [String] ?? [] }

  private var attachments: [String] {
    (message["attachments"] as? [[String: Any]] ?? []).map { attachment in
      let name = attachment["name"] as? String ?? ""
      return name.isEmpty ? attachment["type"] as? String ?? "" : name
    }
  }

  private func addresses(in key: String) -> String {
    let list = message[key] as? [String: Any]
    let addresses = list?["addresses"] as? [[String: String]] ?? []
    return addresses.map { address in
      let (name, mailbox) = (address["name"] ?? "", address["address"] ?? "")
      return name.isEmpty ? mailbox : mailbox.isEmpty ? name : "\(name) <\(mailbox)>"
    }.joined(separator: ", ")
  }
}

extension Expectation {
  /// The difference of a value, or nil if it is as expected.
  nonisolated func difference(_ found: String) -> String? {
    isMet(by: found)
      ? nil : "\(key) is \([found].shortened), expected: \(comparison) \([value].shortened)"
  }
}

extension [String] {
  /// Each value on one line, shortened as far as they remain different.
  fileprivate nonisolated var shortened: String {
    map { "“\($0.prefix(300).replacing("\n", with: "\\n"))”" }.joined(separator: ", ")
  }
}
