import TidelineLocalization

/// The library's own texts. Bind the folder of their translation catalogs to it:
/// `PullToRefresh.textDomain.bind(to: directory)`.
public nonisolated let textDomain = TextDomain("pull-to-refresh")

nonisolated let text = textDomain
