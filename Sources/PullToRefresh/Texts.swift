import TidelineLocalization

/// The library's own texts. An application says where their catalogues are:
/// `PullToRefresh.textDomain.bind(to: directory)`.
public nonisolated let textDomain = TextDomain("pull-to-refresh")

nonisolated let text = textDomain
