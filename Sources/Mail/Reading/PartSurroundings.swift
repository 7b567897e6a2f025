/// Where in a message one of its parts stands.
struct PartSurroundings {
  var depth = 0
  /// Pictures of a page belong to it.
  var isInline = false
  /// What has no name belongs to a page or a report.
  var isBelonging = false
  /// Another part has the same content and is read.
  var isOtherwiseRead = false
  /// It is in a mail that came back.
  var isReturned = false
  /// What the parts beside it are.
  var siblings = Siblings.none

  enum Siblings {
    /// The part is all of a message.
    case none
    /// Parts of their own.
    case mixed
    /// Texts about a mail that came back or arrived, and that mail.
    case report
    /// Messages that are read one below the other.
    case digest
    /// Parts of one thing: a page and its pictures, a text and its signature.
    case joined
  }

  var within: PartSurroundings {
    var within = self
    within.depth += 1
    return within
  }

  /// The surroundings of the content of a message in the message.
  var withinMessage: PartSurroundings {
    var within = within
    within.isReturned = isReturned || siblings == .report
    within.siblings = .none
    return within
  }

  /// Whether a message that stands here is attached, rather than shown and nothing else.
  ///
  /// - Parameter isSetAside: whether its sender says so, or gives it a name.
  func attachesMessage(isSetAside: Bool) -> Bool {
    switch siblings {
    case .mixed: true
    case .report, .digest: false
    case .none, .joined: isSetAside
    }
  }
}
