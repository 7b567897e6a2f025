"""IMAP servers for tests: real ones, a scripted one, and a proxy that delays, counts and
breaks.

All listen on loopback only, write only into a temporary folder, and end with the process
that started them, even if it is killed. With `Tests` on the path:

    from Servers import messages
    from Servers.dovecot import PASSWORD, USER, Dovecot
    from Servers.proxy import Proxy

    with Dovecot() as server, Proxy(server.tls_port, latency=0.05) as proxy:
        server.fill(messages.sample(1000))
        …
        print(proxy.counts().as_json())
"""
