/// A part's number as servers count parts (RFC 9051, section 6.4.5.1).
struct PartPlace: Sendable {
  /// The place of a message that is not in another one.
  static let message = PartPlace(number: [], isMessage: true)

  /// The number of the part, or of the message whose content it is.
  var number: [Int]
  var isMessage: Bool
  var depth = 0

  /// The number of a part that is not a multipart.
  var own: [Int] { isMessage ? number + [1] : number }

  func child(_ index: Int) -> PartPlace {
    PartPlace(number: number + [index], isMessage: false, depth: depth + 1)
  }

  /// The place of the content of a message inside the message.
  var content: PartPlace { PartPlace(number: own, isMessage: true, depth: depth + 1) }
}
