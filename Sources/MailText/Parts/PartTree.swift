/// A part of a message, and the parts in it: found by ``Skimmer``, or described by a server.
package struct PartTree: Sendable {
  package let place: PartPlace
  package var header: PartHeader
  /// The decoded size in bytes as a server describes it; nil if unknown, or if the content is
  /// present and can be counted.
  package var size: Int64?
  /// The parts of a multipart, or the content of a message inside the message or of signed data.
  /// Empty if the content is not divided into parts, or was not read yet.
  package var children: [PartTree] = []

  package init(_ place: PartPlace, _ header: PartHeader, size: Int64? = nil) {
    (self.place, self.header, self.size) = (place, header, size)
  }

  package var number: [Int] { place.own }

  /// The first charset that the part, or a part in it, declares.
  var charset: String? {
    header.parameters["charset"] ?? children.firstResult(of: \.charset)
  }

  /// Finds a part by its number; nil if there is none. Skips multiparts that contain parts, since
  /// such a multipart can have the same number as its first part.
  func part(_ number: [Int]) -> PartTree? {
    if self.number == number, header.kind != .multipart || children.isEmpty { return self }
    return children.firstResult(of: { $0.part(number) })
  }
}

extension Collection {
  /// The first result that is not nil. Computes it once, unlike `lazy.compactMap(_:).first`, which
  /// computes it twice: in a walk through a tree, twice at each level.
  func firstResult<Result>(of transform: (Element) -> Result?) -> Result? {
    for element in self {
      if let result = transform(element) { return result }
    }
    return nil
  }
}

/// The contents of a message's parts, by number. They are ranges of the message's bytes, or of
/// separate buffers: decoded from a part, or fetched from a server.
package struct PartContents: Sendable {
  package struct Content: Sendable {
    /// The index in ``PartContents/apart``; nil for the message's own bytes.
    let buffer: Int?
    let range: Range<Int>
    /// The range of lines above the header that belong to the text, see ``HeaderFields/leading``.
    var leading = 0..<0
    /// Whether the content ends at the end of the message, not before another part.
    var isLast = false
    /// Whether the content continues beyond the bytes read.
    var isCut = false
  }

  package var bodies: [[Int]: Content] = [:]
  /// The headers of messages inside the message.
  var headers: [[Int]: Content] = [:]
  fileprivate(set) var apart: [[UInt8]] = []
  /// Whether a line begins a uuencoded file.
  var holdsFile = false
  /// Whether parts are left out, because there are too many or they are nested too deeply.
  var leavesPartsOut = false
  /// Whether a multipart contains no parts, and is read as text.
  var isDamaged = false
  var count = 0

  package init() {}

  /// Adds a buffer of bytes that are not the message's own, and finds the parts in these bytes.
  ///
  /// - Parameters:
  ///   - isOpen: whether the part continues beyond the bytes.
  ///   - isTail: whether no other part of the message follows these bytes.
  package mutating func addApart(
    _ bytes: [UInt8],
    isOpen: Bool,
    isTail: Bool,
    _ skim: (inout Skimmer, Bytes) -> PartTree
  ) -> PartTree {
    let buffer = add([])
    var bytes = bytes
    let tree = bytes.withUnsafeMutableBufferPointer { bytes in
      _ = MessageBytes.prepare(bytes)
      var skimmer = Skimmer(Bytes(bytes), self, buffer: buffer, isOpen: isOpen, isTail: isTail)
      // Drops this reference to the arrays. With two owners, the skimmer's additions would copy
      // them (copy-on-write).
      self = PartContents()
      let tree = skim(&skimmer, Bytes(bytes))
      self = skimmer.contents
      return tree
    }
    apart[buffer] = bytes
    return tree
  }

  package mutating func addHeader(_ bytes: [UInt8], of number: [Int]) {
    var bytes = bytes
    bytes.withUnsafeMutableBufferPointer { _ = MessageBytes.prepare($0) }
    headers[number] = Content(buffer: add(bytes), range: bytes.indices)
  }

  private mutating func add(_ bytes: [UInt8]) -> Int {
    apart.append(bytes)
    return apart.count - 1
  }
}

package struct MessageParts: Sendable {
  package let tree: PartTree
  let contents: PartContents

  package init(tree: PartTree, contents: PartContents) {
    (self.tree, self.contents) = (tree, contents)
  }
}

/// A part's depth, and its number as IMAP servers count parts (RFC 9051, section 6.4.5.1).
package struct PartPlace: Sendable {
  package static let message = PartPlace(number: [], isMessage: true)

  /// The part's number; for the content of a message (`isMessage`), the number of the message.
  package var number: [Int]
  package var isMessage: Bool
  package var depth = 0

  package init(number: [Int], isMessage: Bool, depth: Int = 0) {
    (self.number, self.isMessage, self.depth) = (number, isMessage, depth)
  }

  /// The number of a part other than a multipart. A message's content is the message's part 1.
  var own: [Int] { isMessage ? number + [1] : number }

  package func child(_ index: Int) -> PartPlace {
    PartPlace(number: number + [index], isMessage: false, depth: depth + 1)
  }

  package var content: PartPlace { PartPlace(number: own, isMessage: true, depth: depth + 1) }
}
