import CGMime
import IMAP

/// Decides how a part is used by the server's description of it, in the same way as
/// ``MessageContent`` decides.
extension BodyPart {
  /// Whether it is text, as is a part without a type (RFC 2045, section 5.2).
  var isText: Bool { type == "text" || type.isEmpty }

  /// Nil for text that is not meant to be read, and for all that is not text.
  fileprivate var textKind: TextKind? {
    isText ? TextKind(subtype: subtype.isEmpty ? "plain" : subtype) : nil
  }

  /// Whether it is a message with its own header and text.
  var isMessage: Bool { type == "message" && PartHeader.messageSubtypes.contains(subtype) }

  /// Whether it is a message whose parts can be fetched individually.
  var isPlainMessage: Bool { isMessage && !PartHeader.isEncoded(transferEncoding) }

  private var transferEncoding: GMimeContentEncoding {
    g_mime_content_encoding_from_string(encoding)
  }

  /// Whether its content is shown, not only its name.
  var isShown: Bool {
    if isMessage { return true }
    guard disposition?.kind != "attachment" else { return false }
    return textKind != nil || isNote && !isNamed
  }

  /// Whether it is a note of a program, by the same rule as for a part read from a disk.
  private var isNote: Bool {
    switch (type, subtype) {
    case ("text", "rfc822-headers"): true
    case ("message", "partial"), ("message", "external-body"): false
    default: type == "message"
    }
  }

  private var isNamed: Bool {
    func names(_ parameters: [String: String], _ name: String) -> Bool {
      parameters.keys.contains { $0.split(separator: "*").first.map { $0 == name } ?? false }
    }
    return names(parameters, "name") || names(disposition?.parameters ?? [:], "filename")
  }

  /// The decoded size in bytes, an estimate for encoded parts; nil where the server does not give a
  /// size.
  var unpackedSize: Int64? {
    guard let size = size.map(Int64.init) else { return nil }
    guard transferEncoding == GMIME_CONTENT_ENCODING_BASE64 else { return size }
    // Lines of 76 characters, each with two for its line end.
    let lineBreaks = (size + 77) / 78 * 2
    return max(0, size - lineBreaks) / 4 * 3
  }
}

extension BodyStructure {
  /// Whether it is a multipart with contents. Some servers report a multipart whose parts they
  /// cannot find as one with an empty part; then the whole of it is read, as from a disk.
  var holdsParts: Bool {
    guard case .multipart(_, let children) = self else { return false }
    return !children.allSatisfy { child in
      if case .part(let part) = child { part.size == 0 } else { false }
    }
  }
}

extension TextKind {
  /// The kind of the first text in a part that may contain others.
  init?(firstIn structure: BodyStructure) {
    switch structure {
    case .part(let part):
      guard let kind = part.textKind else { return nil }
      self = kind
    case .multipart(_, let children):
      let kinds = children.prefix(Skimmer.depthLimit).lazy.compactMap { TextKind(firstIn: $0) }
      guard let kind = kinds.first else { return nil }
      self = kind
    case .message: return nil
    }
  }
}
