import IMAP

// Texts of responses for a log, in IMAP's own form, which readers of a log know.

extension Status.Kind {
  var logText: String {
    switch self {
    case .ok: "OK"
    case .no: "NO"
    case .bad: "BAD"
    case .bye: "BYE"
    case .preauth: "PREAUTH"
    }
  }
}

extension ResponseCode {
  var logText: String {
    switch self {
    case .capability(let capabilities):
      "CAPABILITY \(capabilities.list.joined(separator: " "))"
    case .uidValidity(let number): "UIDVALIDITY \(number)"
    case .uidNext(let number): "UIDNEXT \(number)"
    case .highestModSeq(let number): "HIGHESTMODSEQ \(number)"
    case .noModSeq: "NOMODSEQ"
    case .closed: "CLOSED"
    case .alert: "ALERT"
    case .authenticationFailed: "AUTHENTICATIONFAILED"
    case .authorizationFailed: "AUTHORIZATIONFAILED"
    case .expired: "EXPIRED"
    case .unavailable: "UNAVAILABLE"
    case .limit: "LIMIT"
    case .overQuota: "OVERQUOTA"
    case .serverBug: "SERVERBUG"
    case .nonExistent: "NONEXISTENT"
    case .messageLimit(let count, let uid):
      "MESSAGELIMIT \(count)\(uid.map { " \($0)" } ?? "")"
    case .uidRequired: "UIDREQUIRED"
    case .referral(let url): "REFERRAL \(url)"
    case .privacyRequired: "PRIVACYREQUIRED"
    case .permanentFlags(let flags):
      "PERMANENTFLAGS (\(flags.sorted().joined(separator: " ")))"
    case .readOnly: "READ-ONLY"
    case .other(let name): name
    }
  }
}

extension Section {
  var logText: String {
    let kind: [String] =
      switch self.kind {
      case .whole: []
      case .header: ["HEADER"]
      case .headerFields: ["HEADER.FIELDS"]
      case .text: ["TEXT"]
      case .mime: ["MIME"]
      }
    let place = (part.map { "\($0)" } + kind).joined(separator: ".")
    return "BODY[\(place)]\(offset.map { "<\($0)>" } ?? "")"
  }
}
