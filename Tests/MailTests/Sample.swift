import Foundation

import MailSample

/// The sample's generator of random numbers, for tests that make mail.
typealias SplitMix64 = MailSample.SplitMix64

extension SampleStories {
  /// The stories of this package, from `data/sample.json`.
  static func ours() throws -> SampleStories {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try SampleStories(contentsOf: package.appendingPathComponent("data/sample.json").path)
  }
}
