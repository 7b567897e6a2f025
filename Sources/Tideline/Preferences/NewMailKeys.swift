/// The keys of what is told of new mail.
struct NewMailKeys: KeyGroup {
  /// Also while no window is open.
  let inBackground = PreferenceKey(name: "tell-of-new-mail", defaultValue: false)

  static let all = NewMailKeys()

  private init() {}

  var names: [String] { [inBackground.name] }
}
