// Re-exports the states and numbers of the pull, which are part of this library's interface: one
// import is enough.
@_exported import RefreshCore
