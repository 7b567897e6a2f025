// GIO's streams and TLS for the Swift module Network. All asynchronous calls have
// the same type of callback, with objects as plain pointers, because Swift allows no imported class
// as a C function's parameter. The function that begins a call takes the callback and its data; the
// function that finishes it takes the result. No function blocks, unless its comment says so.

#pragma once

#include "CTidelineGLib.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

CGLIB_OBJECT(GCancellable, "GCancellable")
CGLIB_NEW_FULL(GCancellable, new, "GCancellable.init()", (void), g_cancellable_new())
CGLIB_OBJECT(GIOStream, "GIOStream")

typedef GError *_Nullable *_Nonnull CGLibError;
typedef void (*_Nonnull CGLibDone)(void *_Nullable source, GAsyncResult *_Nonnull result,
                                   void *_Nonnull data);

// A GSource that calls one function when its ready time is reached. Any thread may wake it by
// setting the ready time, which allocates nothing and is one write at most.

typedef struct {
  GSource source;
  void (*run)(void);
} CGLibWakeSource;

static inline gboolean cglib_wake_dispatch(GSource *_Nonnull source, GSourceFunc _Nullable callback,
                                           void *_Nullable data)
{
  (void)callback;
  (void)data;
  // Resets the ready time first, so that work added during the call wakes the source again.
  g_source_set_ready_time(source, -1);
  ((CGLibWakeSource *)source)->run();
  return G_SOURCE_CONTINUE;
}

static GSourceFuncs cglib_wake_funcs = {.dispatch = cglib_wake_dispatch};

static inline GSource *_Nonnull cglib_wake_source_new(GMainContext *_Nonnull context,
                                                      void (*_Nonnull run)(void))
{
  GSource *source = g_source_new(&cglib_wake_funcs, sizeof(CGLibWakeSource));
  ((CGLibWakeSource *)source)->run = run;
  g_source_set_static_name(source, "Swift jobs");
  g_source_attach(source, context);
  return source;
}

static inline gboolean cglib_cancel_now(void *_Nonnull cancellable)
{
  g_cancellable_cancel(cancellable);
  return G_SOURCE_REMOVE;
}

// Cancels on the context's own thread: GLib 2.74 has races between a cancellation on one thread and
// the end of a call on another one.
static inline void cglib_cancel(GMainContext *_Nonnull context, GCancellable *_Nonnull cancellable)
{
  GSource *source = g_idle_source_new();
  g_source_set_priority(source, G_PRIORITY_DEFAULT);
  g_source_set_callback(source, cglib_cancel_now, g_object_ref(cancellable), g_object_unref);
  g_source_attach(source, context);
  g_source_unref(source);
}

// Connecting, without `g_socket_client_connect_to_host`, which reads a port from the host's text.

typedef void (*_Nonnull CGLibStep)(void *_Nullable client, GSocketClientEvent event,
                                   void *_Nullable address, void *_Nullable stream,
                                   void *_Nonnull data);

static inline void cglib_connect(const char *_Nonnull host, guint16 port,
                                 GCancellable *_Nonnull cancellable, CGLibStep step, CGLibDone done,
                                 void *_Nonnull data)
{
  GSocketClient *client = g_socket_client_new();
  GSocketConnectable *address = g_network_address_new(host, port);
  g_signal_connect(client, "event", G_CALLBACK(step), data);
  g_socket_client_connect_async(client, address, cancellable, (GAsyncReadyCallback)done, data);
  g_object_unref(address);
  g_object_unref(client);
}

static inline GIOStream *_Nullable cglib_connect_finish(GAsyncResult *_Nonnull result,
                                                        CGLibError error) CGLIB_RETAINED
{
  GSocketClient *client = G_SOCKET_CLIENT(g_async_result_get_source_object(result));
  GSocketConnection *connection = g_socket_client_connect_finish(client, result, error);
  g_signal_handlers_disconnect_matched(client, G_SIGNAL_MATCH_ID,
                                       g_signal_lookup("event", G_TYPE_SOCKET_CLIENT), 0, NULL,
                                       NULL, NULL);
  g_object_unref(client);
  return (GIOStream *)connection;
}

// Sends small commands at once: waiting for the acknowledgement of the last one costs a round trip.
static inline void cglib_socket_set_no_delay(GIOStream *_Nonnull connection)
{
  GSocket *socket = g_socket_connection_get_socket((GSocketConnection *)connection);
  g_socket_set_option(socket, IPPROTO_TCP, TCP_NODELAY, 1, NULL);
}

// Closes the socket: pending operations end, and later ones do not wait for the peer.
static inline void cglib_socket_close(GIOStream *_Nonnull connection)
{
  g_socket_close(g_socket_connection_get_socket((GSocketConnection *)connection), NULL);
}

static inline GInetAddress *_Nullable cglib_remote_address(GIOStream *_Nonnull connection,
                                                           guint16 *_Nonnull port)
{
  GSocketAddress *address =
      g_socket_connection_get_remote_address((GSocketConnection *)connection, NULL);
  GInetAddress *inet = NULL;
  if (G_IS_INET_SOCKET_ADDRESS(address)) {
    inet = g_object_ref(g_inet_socket_address_get_address((GInetSocketAddress *)address));
    *port = g_inet_socket_address_get_port((GInetSocketAddress *)address);
  }
  g_clear_object(&address);
  return inet;
}

// Services of a domain, from its DNS. Free `targets` with g_resolver_free_targets; the list is
// empty if the domain states that it does not have the service.

static inline void cglib_lookup_service(const char *_Nonnull service, const char *_Nonnull protocol,
                                        const char *_Nonnull domain,
                                        GCancellable *_Nonnull cancellable, CGLibDone done,
                                        void *_Nonnull data)
{
  GResolver *resolver = g_resolver_get_default();
  g_resolver_lookup_service_async(resolver, service, protocol, domain, cancellable,
                                  (GAsyncReadyCallback)done, data);
  g_object_unref(resolver);
}

static inline gboolean cglib_lookup_service_finish(GAsyncResult *_Nonnull result,
                                                   GList *_Nullable *_Nonnull targets,
                                                   CGLibError error)
{
  GError *failure = NULL;
  GResolver *resolver = G_RESOLVER(g_async_result_get_source_object(result));
  *targets = g_resolver_lookup_service_finish(resolver, result, &failure);
  g_object_unref(resolver);
  if (!failure) return TRUE;
  g_propagate_error(error, failure);
  return FALSE;
}

// Reading and writing streams that can be polled: sockets, TLS and pipes.

static inline gssize cglib_read(GIOStream *_Nonnull stream, void *_Nonnull buffer, gsize count,
                                CGLibError error)
{
  return g_pollable_input_stream_read_nonblocking(
      (GPollableInputStream *)g_io_stream_get_input_stream(stream), buffer, count, NULL, error);
}

static inline gssize cglib_write(GIOStream *_Nonnull stream, const void *_Nonnull bytes,
                                 gsize count, CGLibError error)
{
  return g_pollable_output_stream_write_nonblocking(
      (GPollableOutputStream *)g_io_stream_get_output_stream(stream), bytes, count, NULL, error);
}

typedef gboolean (*_Nonnull CGLibReady)(void *_Nullable stream, void *_Nonnull data);

static inline void cglib_await(GSource *_Nonnull source, GMainContext *_Nonnull context,
                               CGLibReady ready, void *_Nonnull data)
{
  g_source_set_callback(source, (GSourceFunc)(void (*)(void))ready, data, NULL);
  g_source_attach(source, context);
  g_source_unref(source);
}

static inline void cglib_await_readable(GIOStream *_Nonnull stream,
                                        GCancellable *_Nonnull cancellable,
                                        GMainContext *_Nonnull context, CGLibReady ready,
                                        void *_Nonnull data)
{
  GInputStream *input = g_io_stream_get_input_stream(stream);
  cglib_await(g_pollable_input_stream_create_source((GPollableInputStream *)input, cancellable),
              context, ready, data);
}

static inline void cglib_await_writable(GIOStream *_Nonnull stream,
                                        GCancellable *_Nonnull cancellable,
                                        GMainContext *_Nonnull context, CGLibReady ready,
                                        void *_Nonnull data)
{
  GOutputStream *output = g_io_stream_get_output_stream(stream);
  cglib_await(g_pollable_output_stream_create_source((GPollableOutputStream *)output, cancellable),
              context, ready, data);
}

static inline void cglib_stream_close(GIOStream *_Nonnull stream,
                                      GCancellable *_Nonnull cancellable, CGLibDone done,
                                      void *_Nonnull data)
{
  g_io_stream_close_async(stream, G_PRIORITY_DEFAULT, cancellable, (GAsyncReadyCallback)done, data);
}

// TLS.

// The certificate authorities in a file. Blocks while it reads the file.
static inline GTlsDatabase *_Nullable cglib_tls_authorities(const char *_Nonnull path,
                                                            CGLibError error)
{
  return g_tls_file_database_new(path, error);
}

typedef gboolean (*_Nonnull CGLibAcceptCertificate)(void *_Nonnull tls,
                                                    GTlsCertificate *_Nonnull certificate,
                                                    GTlsCertificateFlags problems,
                                                    void *_Nonnull data);

// Checks the certificate for `host`, and sends it as SNI. Without `authorities` it uses the
// system's, which the first call reads from disk.
static inline GIOStream *_Nullable cglib_tls_client(GIOStream *_Nonnull base,
                                                    const char *_Nonnull host, guint16 port,
                                                    GTlsDatabase *_Nullable authorities,
                                                    CGLibError error) CGLIB_RETAINED
{
  GSocketConnectable *identity = g_network_address_new(host, port);
  GIOStream *tls = g_tls_client_connection_new(base, identity, error);
  g_object_unref(identity);
  if (tls && authorities) g_tls_connection_set_database((GTlsConnection *)tls, authorities);
  return tls;
}

static inline void cglib_tls_handshake(GIOStream *_Nonnull tls, GCancellable *_Nonnull cancellable,
                                       CGLibAcceptCertificate accept, CGLibDone done,
                                       void *_Nonnull data)
{
  g_signal_connect(tls, "accept-certificate", G_CALLBACK(accept), data);
  g_tls_connection_handshake_async((GTlsConnection *)tls, G_PRIORITY_DEFAULT, cancellable,
                                   (GAsyncReadyCallback)done, data);
}

static inline gboolean cglib_tls_handshake_finish(GAsyncResult *_Nonnull result, CGLibError error)
{
  GTlsConnection *tls = G_TLS_CONNECTION(g_async_result_get_source_object(result));
  gboolean finished = g_tls_connection_handshake_finish(tls, result, error);
  g_signal_handlers_disconnect_matched(tls, G_SIGNAL_MATCH_ID,
                                       g_signal_lookup("accept-certificate", G_TYPE_TLS_CONNECTION),
                                       0, NULL, NULL, NULL);
  g_object_unref(tls);
  return finished;
}

static inline GTlsCertificate *_Nullable cglib_tls_certificate(GIOStream *_Nonnull tls)
{
  return g_tls_connection_get_peer_certificate((GTlsConnection *)tls);
}

static inline GTlsCertificateFlags cglib_tls_problems(GIOStream *_Nonnull tls)
{
  return g_tls_connection_get_peer_certificate_errors((GTlsConnection *)tls);
}

static inline GTlsProtocolVersion cglib_tls_version(GIOStream *_Nonnull tls)
{
  return g_tls_connection_get_protocol_version((GTlsConnection *)tls);
}

static inline char *_Nullable cglib_tls_cipher(GIOStream *_Nonnull tls)
{
  return g_tls_connection_get_ciphersuite_name((GTlsConnection *)tls);
}

// `g_object_get` is variadic, so Swift cannot call it.
static inline GByteArray *_Nullable cglib_certificate_der(GTlsCertificate *_Nonnull certificate)
{
  GByteArray *der = NULL;
  g_object_get(certificate, "certificate", &der, NULL);
  return der;
}

// The network's state. A handler is called on the thread that was the first to ask for the monitor.

typedef void (*_Nonnull CGLibNetworkChanged)(GNetworkMonitor *_Nonnull monitor, gboolean available,
                                             void *_Nonnull data);

static inline gulong cglib_network_connect(CGLibNetworkChanged changed, void *_Nonnull data,
                                           GClosureNotify _Nonnull release)
{
  return g_signal_connect_data(g_network_monitor_get_default(), "network-changed",
                               G_CALLBACK(changed), data, release, 0);
}

static inline void cglib_network_disconnect(gulong handler)
{
  g_signal_handler_disconnect(g_network_monitor_get_default(), handler);
}

// A private connection to a message bus. When it ends, this process continues.

static inline void cglib_bus_connect(const char *_Nonnull address, CGLibDone done,
                                     void *_Nonnull data)
{
  g_dbus_connection_new_for_address(address,
                                    G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                        G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                    NULL, NULL, (GAsyncReadyCallback)done, data);
}
