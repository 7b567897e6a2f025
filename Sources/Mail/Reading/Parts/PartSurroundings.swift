/// The surroundings of a part in its message.
struct PartSurroundings {
  var depth = 0
  /// Whether pictures belong to a page.
  var isInline = false
  /// Whether parts without a name belong to a page or a report.
  var isBelonging = false
  /// Whether another part with the same content is read.
  var isOtherwiseRead = false
  /// Whether the part is in a returned mail.
  var isReturned = false
  /// The relation to the parts beside it.
  var siblings = Siblings.none

  enum Siblings {
    /// The part is the whole message.
    case none
    /// Independent parts.
    case mixed
    /// Texts about a mail that was returned or delivered, and that mail.
    case report
    /// Messages that are read one after the other.
    case digest
    /// Parts that belong together: a page and its pictures, a text and its signature.
    case joined
  }

  var within: PartSurroundings {
    var within = self
    within.depth += 1
    return within
  }

  /// The surroundings of the content of a message inside the message.
  var withinMessage: PartSurroundings {
    var within = within
    within.isReturned = isReturned || siblings == .report
    within.siblings = .none
    return within
  }

  /// Whether a message in this place is an attachment, not only shown.
  ///
  /// - Parameter isSetAside: whether its sender has marked it as an attachment, or given it a name.
  func attachesMessage(isSetAside: Bool) -> Bool {
    switch siblings {
    case .mixed: true
    case .report, .digest: false
    case .none, .joined: isSetAside
    }
  }
}
