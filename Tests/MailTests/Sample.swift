import Foundation

import MailSample

/// The sample's generator of random numbers, for tests that make up mail.
typealias SplitMix64 = MailSample.SplitMix64

extension SampleStories {
  /// Those of the package.
  static func ours() throws -> SampleStories {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try SampleStories(contentsOf: package.appendingPathComponent("data/sample.json").path)
  }
}
