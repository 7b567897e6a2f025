import Foundation

// Built by scripts/fuzz like Fuzzing.swift, with the sources of the IMAP target alone.

/// Writes the first inputs into the folder that FUZZ_SEEDS names, and ends.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<Int32>?,
  _ arguments: UnsafeMutableRawPointer?
) -> Int32 {
  guard let folder = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] else { return 0 }
  for (number, seed) in sessions().enumerated() {
    try? Data(seed).write(to: URL(fileURLWithPath: "\(folder)/seed-\(number)"))
  }
  exit(0)
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  ResponseFuzzTarget.run(UnsafeRawBufferPointer(start: start, count: count))
  return 0
}

/// The first inputs: the tests' transcripts and each of their responses. The first byte chooses
/// the pieces in which `ResponseFuzzTarget` passes the others to the parser.
private func sessions() -> [[UInt8]] {
  let folder = "Tests/IMAPTests/Transcripts"
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  let texts = names.compactMap {
    try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
  }
  let responses = texts.flatMap { text in
    text.components(separatedBy: "\n* ").map { "* \($0)\n" }
  }
  return (texts + responses).map { [7] + Array($0.replacing("\n", with: "\r\n").utf8) }
}
