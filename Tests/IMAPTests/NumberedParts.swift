@testable import IMAP

extension BodyStructure {
  /// A part with its number, as used in section names.
  struct NumberedPart: Sendable, Hashable {
    let number: [Int]
    let part: BodyPart
    /// Whether the part is a message, whose own parts follow.
    let isMessage: Bool
  }

  /// All parts that have a body, in the order of the message. The parts of a message inside the
  /// message follow that message.
  var numberedParts: [NumberedPart] {
    var parts: [NumberedPart] = []
    collect(into: &parts, number: [], isWhole: true)
    return parts
  }

  /// - Parameter isWhole: whether it is a message's structure, in which a single part has number 1.
  private func collect(into parts: inout [NumberedPart], number: [Int], isWhole: Bool) {
    let own = isWhole ? number + [1] : number
    switch self {
    case .part(let part):
      parts.append(NumberedPart(number: own, part: part, isMessage: false))
    case .multipart(_, let children):
      for (index, child) in children.enumerated() {
        child.collect(into: &parts, number: number + [index + 1], isWhole: false)
      }
    case .message(let part, let nested):
      parts.append(NumberedPart(number: own, part: part, isMessage: true))
      nested.collect(into: &parts, number: own, isWhole: true)
    }
  }
}
