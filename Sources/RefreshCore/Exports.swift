// Re-exports the edges, which are part of this module's states.
@_exported import RefreshScrolling
