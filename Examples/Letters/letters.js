#!/usr/bin/gjs -m
// A list of letters that can be pulled, in JavaScript. Its server takes half a second to answer,
// and fails the first request for more letters.

import Gio from 'gi://Gio'
import GLib from 'gi://GLib'
import Gtk from 'gi://Gtk?version=4.0'
import PullToRefresh from 'gi://PullToRefresh?version=1.0'
import System from 'system'

let [list, lastRow, refreshes, loads] = [null, 0, 0, 0]

function appendRows(count) {
  for (let i = 0; i < count; i++) list.append(new Gtk.Label({ label: `Row ${++lastRow}` }))
}

function inAMoment(answer) {
  return (_pull, run) => {
    GLib.timeout_add(GLib.PRIORITY_DEFAULT, 500, () => answer(run) ?? GLib.SOURCE_REMOVE)
  }
}

function refreshed(run) {
  list.prepend(new Gtk.Label({ label: `Just in ${++refreshes}` }))
  run.finish('1 new letter')
}

function loaded(run) {
  if (++loads === 1) return run.fail('The server is asleep')
  appendRows(100)
  run.finish_load(100, false)
}

const application = new Gtk.Application({
  application_id: 'org.example.Letters', flags: Gio.ApplicationFlags.NON_UNIQUE,
})
application.connect('activate', () => {
  list = new Gtk.ListBox()
  const child = new Gtk.ScrolledWindow({ child: list })
  appendRows(200)
  const pull = new PullToRefresh.List({ widget: child })
  pull.refresh_row.indicator = PullToRefresh.Indicator.RING
  pull.refresh_row.indicator_color = '#1c71d8'
  pull.refresh_row.release_title = 'Let go for letters'
  Object.assign(pull.load_more_row, { automatic: true, prefetch: 0.5, exhausted_title: 'That is all' })
  pull.connect('refresh', inAMoment(refreshed))
  pull.connect('load-more', inAMoment(loaded))
  new Gtk.ApplicationWindow({ application, child, default_width: 360, default_height: 480 }).present()
})
System.exit(application.run([]))
