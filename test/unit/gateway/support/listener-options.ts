import type { HttpListenerOptions } from '#gateway/server/http-listener.ts'

/** Options of a listener on loopback, with the default limits of the settings. */
export const listenerOptions: HttpListenerOptions = {
  host: '127.0.0.1',
  port: 0,
  // Raw requests of tests name these.
  allowedHosts: ['a', 'x', 'other.example', 'probe.example'],
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 5000,
  unreadResponseMs: 30_000,
  maxHeaderBytes: 16_384,
  maxHeaders: 100,
  maxRequestsPerSocket: 10_000,
  maxConnections: 10_000,
  maxKeylessConnections: 5000,
}
