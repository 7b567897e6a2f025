extension PullMetrics {
  /// The largest progress: beyond it the indicator does not move any further.
  package static let mostProgress = 3.0

  /// The progress of a pull, in thresholds: 1 arms it. 0…``mostProgress``.
  ///
  /// - Parameter pull: px past the edge; less than 0 and NaN count as 0.
  package func progress(pull: Double) -> Double {
    (pull / threshold).clamped(to: 0...Self.mostProgress, ifNaN: 0)
  }

  /// The indicator's distance from its edge, in px.
  ///
  /// Up to the threshold, each px of pull moves it by ``resistance`` px. Beyond, each px moves it
  /// less: by t − t²/4 of the threshold in all, where t is the progress past 1. At t = 2 it stops,
  /// at twice the distance that it had at the threshold. The curve has no corner where the two
  /// parts meet.
  ///
  /// - Parameter pull: px past the edge; less than 0 and NaN count as 0.
  package func indicatorTravel(pull: Double) -> Double {
    let progress = progress(pull: pull)
    let excess = max(0, progress - 1)
    return resistance * threshold * (min(progress, 1) + excess - excess * excess / 4)
  }

  /// How far GTK scrolls for one notch of a wheel, in px: page^(2/3).
  ///
  /// - Parameter page: the length of the viewport in px; less than 0 and NaN count as 0.
  package func wheelNotch(page: Double) -> Double {
    let root = cubeRoot(page)
    return root * root
  }
}

/// Newton's method from the nearest power of two. The module would otherwise need a C library for
/// this one function.
private func cubeRoot(_ value: Double) -> Double {
  guard value.isNormal, value > 0 else { return 0 }
  var root = Double(sign: .plus, exponent: value.exponent / 3, significand: 1)
  for _ in 0..<8 {
    root = (2 * root + value / (root * root)) / 3
  }
  return root
}
