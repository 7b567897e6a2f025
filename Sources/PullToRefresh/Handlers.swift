extension RefreshController {
  /// What a handler does to refresh; its text is shown as the result, such as "3 new", and nil
  /// stands for ``HeaderTitles/done``. An error's `errorDescription` is shown as the failure.
  public typealias RefreshHandler = () async throws -> String?
  /// What a handler does to load the next rows.
  public typealias LoadMoreHandler = () async throws -> LoadedRows
}
