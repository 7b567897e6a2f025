public enum IndicatorStyle: Hashable {
  case spinner
  case arrow
  case ring
  case none
}
