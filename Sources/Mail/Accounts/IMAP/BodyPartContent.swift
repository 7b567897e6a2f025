import CGMime
import IMAP

/// What is done with a part, as far as its server describes it: the same as ``MessageContent`` does
/// with it.
extension BodyPart {
  /// Whether it is text. What has no type is (RFC 2045, section 5.2).
  var isText: Bool { type == "text" || type.isEmpty }

  /// Nil for text that is not meant for people, and for all that is no text.
  fileprivate var textKind: TextKind? {
    isText ? TextKind(subtype: subtype.isEmpty ? "plain" : subtype) : nil
  }

  /// Whether it is a message, with a header and a text of its own.
  var isMessage: Bool { type == "message" && PartHeader.messageSubtypes.contains(subtype) }

  /// Whether it is a message whose parts can be fetched one by one.
  var isPlainMessage: Bool { isMessage && !PartHeader.isEncoded(transferEncoding) }

  private var transferEncoding: GMimeContentEncoding {
    g_mime_content_encoding_from_string(encoding)
  }

  /// Whether its content is shown, and not only its name.
  var isShown: Bool {
    if isMessage { return true }
    guard disposition?.kind != "attachment" else { return false }
    return textKind != nil || isNote && !isNamed
  }

  /// The same as for a part that is read from a disk.
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

  /// What it unpacks to, in bytes; nil where the server does not say. Of what is packed it is an
  /// estimate.
  var unpackedSize: Int64? {
    guard let size = size.map(Int64.init) else { return nil }
    guard transferEncoding == GMIME_CONTENT_ENCODING_BASE64 else { return size }
    // Lines of 76 characters, with the two that end them.
    let lineBreaks = (size + 77) / 78 * 2
    return max(0, size - lineBreaks) / 4 * 3
  }
}

extension BodyStructure {
  /// Whether anything is in its parts. Of a multipart in which no part is found, some servers say
  /// that there is an empty one; then all of it is read, as it is from a disk.
  var holdsParts: Bool {
    guard case .multipart(_, let children) = self else { return false }
    return !children.allSatisfy { child in
      if case .part(let part) = child { part.size == 0 } else { false }
    }
  }
}

extension TextKind {
  /// Of the first text in a part that may hold others.
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
