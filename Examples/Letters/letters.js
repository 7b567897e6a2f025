#!/usr/bin/gjs -m
// A list of letters that can be pulled, in JavaScript. Its server takes half a second to answer,
// and fails the first request for more letters.

import Gio from 'gi://Gio'
import GLib from 'gi://GLib'
import Gtk from 'gi://Gtk?version=4.0'
import PullToRefresh from 'gi://PullToRefresh?version=1.0'
import System from 'system'

const { Indicator, Role, Title } = PullToRefresh
let [list, lastRow, refreshes, loads] = [null, 0, 0, 0]

function appendRows(count) {
  for (let i = 0; i < count; i++) list.append(new Gtk.Label({ label: `Row ${++lastRow}` }))
}

function inAMoment(answer) {
  return run => GLib.timeout_add(GLib.PRIORITY_DEFAULT, 500, () => answer(run) ?? GLib.SOURCE_REMOVE)
}

function refreshed(run) {
  list.prepend(new Gtk.Label({ label: `Just in ${++refreshes}` }))
  PullToRefresh.end(run, '1 new letter')
}

function loaded(run) {
  if (++loads === 1) return PullToRefresh.fail(run, 'The server is asleep')
  appendRows(100)
  PullToRefresh.end_load(run, 100, false)
}

const application = new Gtk.Application({
  application_id: 'org.example.Letters', flags: Gio.ApplicationFlags.NON_UNIQUE,
})
application.connect('activate', () => {
  list = new Gtk.ListBox()
  const scrolled = new Gtk.ScrolledWindow({ child: list })
  appendRows(200)
  PullToRefresh.on_refresh(scrolled, inAMoment(refreshed))
  PullToRefresh.on_load_more(scrolled, inAMoment(loaded))
  PullToRefresh.set_prefetch(scrolled, 0.5)
  PullToRefresh.set_indicator(scrolled, Role.REFRESH, Indicator.RING)
  PullToRefresh.set_title(scrolled, Role.REFRESH, Title.RELEASE, 'Let go for letters')
  PullToRefresh.set_title(scrolled, Role.LOAD_MORE, Title.EXHAUSTED, 'That is all')
  new Gtk.ApplicationWindow({
    application, child: scrolled, default_width: 360, default_height: 480,
  }).present()
})
System.exit(application.run([]))
