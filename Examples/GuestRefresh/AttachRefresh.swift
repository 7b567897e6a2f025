import Gtk
import PullToRefresh

@_cdecl("attach_refresh")
@MainActor
public func attachRefresh(_ list: OpaquePointer) {
  MainLoop.attachMainActor()
  Widget.at(list).refreshable { try await Task.sleep(for: .seconds(1)) }
}
