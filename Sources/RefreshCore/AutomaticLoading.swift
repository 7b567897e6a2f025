/// When the list asks for more by itself.
struct AutomaticLoading: Sendable {
  var mode: LoadMode
}
