import type { HttpListenerOptions } from '#gateway/server/http-listener.ts'

/** Options of a listener on loopback, with the default limits of the settings. */
export const listenerOptions: HttpListenerOptions = {
  host: '127.0.0.1',
  port: 0,
  // Raw requests of tests name these.
  allowedHosts: ['a', 'x', 'other.example', 'probe.example'],
  maxConnections: 10_000,
}
