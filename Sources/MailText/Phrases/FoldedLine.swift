/// A line in the form in which phrases are looked for in it: without case, accents and punctuation.
struct FoldedLine {
  /// A ``FoldedText``, with a space at its end.
  let text: [UInt8]
  /// The kinds of all phrases in the line.
  let kinds: PhraseKinds

  init(_ line: Bytes) {
    let text = FoldedText(line).bytes + [FoldedText.wordMark]
    self.text = text
    kinds = text.withUnsafeBufferPointer { Self.phrases.kinds(in: $0) }
  }

  private static let phrases = PhraseSet(PhraseKind.ofLines)
}
