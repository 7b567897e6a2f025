/// The use of a part that contains no other parts.
enum PartUse {
  case text(TextKind)
  /// Shown as a note of a program.
  case note
  /// Not readable without a key.
  case encrypted
  /// A signature of the part beside it.
  case signature
  /// Encoded together with its signature, so that the text is not read.
  case signedData
  /// Shown in the page to which it belongs.
  case pictureOfPage
  case attachment
  /// A multipart that is not divided into parts, as servers describe one in which they find none.
  case undivided
  case nothing

  init(_ header: PartHeader, _ surroundings: PartSurroundings) {
    let isText = header.kind == .text
    let isNamed = header.fileName != nil
    let isOtherwiseRead = surroundings.isOtherwiseRead
    if header.kind == .multipart {
      self = isOtherwiseRead ? .nothing : .undivided
    } else if header.isOfSMIME {
      self = header.holdsSignedData ? .signedData : .encrypted
    } else if header.isSignature {
      self = .signature
    } else if !header.isSetAside, isText, let kind = TextKind(subtype: header.subtype) {
      self = isOtherwiseRead ? .nothing : .text(kind)
    } else if !header.isSetAside, !isNamed, header.isNote {
      self = isOtherwiseRead ? .nothing : .note
    } else if isText, !isNamed, isOtherwiseRead {
      // An alternative text with the same content.
      self = .nothing
    } else if surroundings.isInline, header.type == "image" {
      self = .pictureOfPage
    } else {
      let isListed = !surroundings.isBelonging && !header.isCover || surroundings.depth == 0
      self = header.isSetAside || isNamed || isListed ? .attachment : .nothing
    }
  }
}
