import CGMime

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
  case nothing

  init(
    _ part: UnsafeMutablePointer<GMimePart>,
    _ object: UnsafeMutablePointer<GMimeObject>,
    _ surroundings: PartSurroundings
  ) {
    let isText = cgmime_as_text_part(object) != nil
    let isNamed = g_mime_part_get_filename(part) != nil
    let isSetAside = g_mime_part_is_attachment(part) != 0
    let signatures = ["pgp-signature", "pkcs7-signature", "x-pkcs7-signature"]
    if object.isOfSMIME {
      self = object.holdsSignedData ? .signedData : .encrypted
    } else if signatures.contains(where: { object.isType("application", $0) }) {
      self = .signature
    } else if !isSetAside, isText, let kind = TextKind(object) {
      self = surroundings.isOtherwiseRead ? .nothing : .text(kind)
    } else if !isSetAside, !isNamed, object.isNote {
      self = surroundings.isOtherwiseRead ? .nothing : .note
    } else if isText, !isNamed, surroundings.isOtherwiseRead {
      // An alternative text with the same content.
      self = .nothing
    } else if surroundings.isInline, object.isType("image", "*") {
      self = .pictureOfPage
    } else {
      let isListed = !surroundings.isBelonging && !object.isCover || surroundings.depth == 0
      self = isSetAside || isNamed || isListed ? .attachment : .nothing
    }
  }
}
