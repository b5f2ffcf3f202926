import http from 'node:http'
import https from 'node:https'

/**
 * The `request` of node:http or node:https, ended with ETIMEDOUT when nothing moves on the connection (connecting to
 * it and reading the body included) for `timeoutMs`.
 */
export function timedTransport(secure: boolean, timeoutMs: number): Pick<typeof http, 'request'> {
  const start: (options: http.RequestOptions, onResponse?: OnResponse) => http.ClientRequest = secure
    ? https.request
    : http.request

  function request(options: http.RequestOptions, onResponse?: OnResponse): http.ClientRequest {
    const sent = start({ ...options, timeout: timeoutMs }, onResponse)
    return sent.on('timeout', () => sent.destroy(silence(timeoutMs)))
  }
  return { request: request as typeof http.request }
}

type OnResponse = (response: http.IncomingMessage) => void

function silence(timeoutMs: number): Error {
  return Object.assign(new Error(`silent for ${timeoutMs} ms`), { code: 'ETIMEDOUT' })
}
