import PullToRefreshGtk
import RefreshCore

extension KeyModifiers {
  init(_ keys: [ModifierKey]) {
    self.init()
    for key in keys {
      switch key {
      case .shift: insert(.shift)
      case .control: insert(.control)
      case .alt: insert(.alt)
      case .super: insert(.super)
      case .hyper: insert(.hyper)
      case .meta: insert(.meta)
      }
    }
  }
}
