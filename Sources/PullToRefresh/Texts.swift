import TidelineLocalization

/// The domain of the library's own texts. Bind it to the folder of their translation catalogs:
/// `PullToRefresh.textDomain.bind(to: directory)`.
public nonisolated let textDomain = TextDomain("pull-to-refresh")

nonisolated let text = textDomain
