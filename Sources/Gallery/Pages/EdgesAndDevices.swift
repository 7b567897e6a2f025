import PullToRefresh
import TidelineGtk

extension Gallery {
  static var edgesAndDevices: [Page] {
    [
      Page(
        "Chat",
        about: """
          Scroll up: older messages come before you reach the top, and the line that you read stays \
          where it is. Pull past the bottom for new ones.
          """
      ) {
        let messages = Messages()
        let list = messages.listView()
        list.refreshable(at: .bottom) {
          try await Task.sleep(for: .seconds(1))
          await list.update(arrivals: 2) { messages.arrive(2) }
        }
        .loadsMore(at: .top) {
          try await Task.sleep(for: .milliseconds(300))
          await list.update { messages.prepend(30) }
          return LoadedRows(added: 30, hasMore: true)
        }
        .configureRefresh { controller in
          controller.loadMore.mode = .automatic(prefetch: 2)
          controller.scroll(to: .bottom, isAnimated: false)
        }
        return list
      },
      Page(
        "Both ends",
        about: """
          A chat that is opened in its middle: pull past the top for earlier messages, and past the \
          bottom for later ones. The line that you read stays where it is.
          """
      ) {
        let messages = Messages(81...120)
        let list = messages.listView()
        list.loadsEarlier {
          try await Task.sleep(for: .seconds(1))
          await list.update { messages.prepend(20) }
          return LoadedRows(added: 20, hasMore: messages.oldest > 1)
        }
        .loadsMore {
          try await Task.sleep(for: .seconds(1))
          await list.update { messages.arrive(20) }
          return LoadedRows(added: 20, hasMore: messages.newest < 200)
        }
        return list
      },
      Page(
        "Filmstrip",
        about: """
          Pull past the first picture for new ones, past the last for more: by a swipe, two fingers, \
          or a wheel with Shift. From right to left all of it is mirrored: try --rtl.
          """
      ) {
        let pictures = Rows(20)
        let strip = pictures.strip()
        strip.refreshable(at: .leading, reporting: { try await pictures.fetch() })
          .loadsMore(at: .trailing) { try await pictures.nextPage() }
        return strip
      },
      Page(
        "Header only",
        about: "Nothing happens past the bottom."
      ) { rows, list in
        list.refreshable(reporting: { try await rows.fetch() })
      },
      Page(
        "Footer only",
        about: "Nothing happens past the top."
      ) { rows, list in
        list.loadsMore { try await rows.nextPage() }
      },
      Page(
        "Edges on and off",
        about: "Each edge is switched off and on at any time, also while it runs."
      ) {
        let rows = Rows()
        let list = rows.listView()
        let header = Switch()
        let footer = Switch()
        header.isActive = true
        footer.isActive = true
        header.setAccessibleLabel("Header")
        footer.setAccessibleLabel("Footer")
        list.refreshable(reporting: { try await rows.fetch() })
          .loadsMore { try await rows.nextPage() }
          .configureRefresh { controller in
            header.onChange { [weak controller, header = Unowned(header)] in
              controller?.refresh.isEnabled = header.object.isActive
            }
            footer.onChange { [weak controller, footer = Unowned(footer)] in
              controller?.loadMore.isEnabled = footer.object.isActive
            }
          }
        return Controls.above(
          list,
          Controls.labelled("Header", header),
          Controls.labelled("Footer", footer)
        )
      },
      Page(
        "Thresholds",
        about: "How far to pull, in pixels. The buttons choose."
      ) {
        let rows = Rows()
        let list = rows.listView()
        let buttons = [24.0, 100, 400].map { threshold in
          let button = Button(label: "\(Int(threshold)) px")
          list.configureRefresh { controller in
            button.connect("clicked") { [weak controller] in
              controller?.metrics.threshold = threshold
            }
          }
          return button
        }
        list.refreshable(reporting: { try await rows.fetch() })
          .loadsMore { try await rows.nextPage() }
        return Controls.above(list, buttons)
      },
      Page(
        "Wheel off",
        about: """
          A wheel only scrolls here; touch, touchpad, keys and buttons do as ever.
          """
      ) { rows, list in
        list.refreshable(reporting: { try await rows.fetch() })
          .loadsMore { try await rows.nextPage() }
          .configureRefresh { $0.metrics.wheelEnabled = false }
      },
    ]
  }
}
