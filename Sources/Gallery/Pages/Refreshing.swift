import Foundation
import PullToRefresh
import TidelineGtk

extension Gallery {
  static var refreshing: [Page] {
    [
      Page(
        "Callback",
        about: """
          For code that calls back: the refresh ends by itself after half a second, or when it \
          says so.
          """
      ) { rows, list in
        list.refreshable(endsAfter: .milliseconds(500)) { _ in rows.arrive(1) }
          .loadsMore(endsAfter: nil) { done in
            rows.append(20)
            done(LoadedRows(added: 20, hasMore: true))
          }
      },
      Page(
        "Flag",
        about: """
          The switch begins and ends a refresh, and follows one that a pull began.
          """
      ) {
        let rows = Rows()
        let list = rows.listView()
        let flag = Switch()
        flag.setAccessibleLabel("Refreshing")
        list.refreshable { try await Task.sleep(for: .seconds(3600)) }
          .configureRefresh { controller in
            flag.onChange { [weak controller, flag = Unowned(flag)] in
              controller?.refresh.isRunning = flag.object.isActive
            }
            controller.onStateChange = { [weak controller] in
              flag.isActive = controller?.refresh.isRunning ?? false
            }
          }
        return Controls.above(list, Controls.labelled("Refreshing", flag))
      },
      Page(
        "Environment",
        about: """
          The button stands outside the list and finds the refresh around it. Without one it \
          is disabled.
          """
      ) {
        let rows = Rows()
        let page = Box(.vertical, spacing: 0)
        let button = Button(label: "Refresh")
        button.onEnvironmentChange { [button = Unowned(button)] in
          button.object.isSensitive = $0.refresh != nil
        }
        button.connect("clicked") { [button = Unowned(button)] in
          Task { await button.object.environment.refresh?() }
        }

        let offers = Switch()
        offers.isActive = true
        offers.setAccessibleLabel("Offer refresh")
        offers.onChange { [offers = Unowned(offers), page = Unowned(page)] in
          if offers.object.isActive {
            page.object.refreshable(reporting: { try await rows.fetch() })
          } else {
            page.object.environment.refresh = nil
          }
        }
        page.refreshable(reporting: { try await rows.fetch() })
        return Controls.fill(
          page,
          [button, Controls.labelled("Offer refresh", offers)],
          rows.listView()
        )
      },
      Page(
        "Cancel",
        about: """
          This takes a minute. Cancel it by the button or by Esc; after two seconds the row \
          says that it takes long.
          """
      ) { _, list in
        list.refreshable { try await Task.sleep(for: .seconds(60)) }
          .loadsMore {
            try await Task.sleep(for: .seconds(60))
            return LoadedRows(added: 0, hasMore: true)
          }
          .configureRefresh { $0.metrics.stuckNotice = .seconds(2) }
      },
      Page(
        "Failed refresh",
        about: "The row says why for a moment; the list stays as it is."
      ) { _, list in
        list.refreshable {
          try await Task.sleep(for: .seconds(1))
          throw NoAnswer()
        }
      },
      Page(
        "Rows arriving above",
        about: "Scroll down, then press F5: what you read stays where it is, and a pill leads up."
      ) { rows, list in
        list.refreshable {
          try await Task.sleep(for: .seconds(1))
          await list.update(arrivals: 3) { rows.arrive(3) }
        }
      },
    ]
  }
}

/// The failure that pages show.
struct NoAnswer: LocalizedError {
  var errorDescription: String? { "the server did not answer" }
}
