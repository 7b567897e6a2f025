// One import is enough: the states and numbers of the pull are part of this library's interface.
@_exported import RefreshCore
