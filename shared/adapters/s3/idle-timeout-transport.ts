import http from 'node:http'
import https from 'node:https'

/**
 * The `request` of node:http or node:https, ended with ETIMEDOUT when nothing moves on the connection (connecting to
 * it and reading the body included) for `timeoutMs`, unless it is the reader of the body who doesn't take what is there.
 */
export function idleTimeoutTransport(secure: boolean, timeoutMs: number): Pick<typeof http, 'request'> {
  const start: (options: http.RequestOptions, onResponse?: OnResponse) => http.ClientRequest = secure
    ? https.request
    : http.request

  function request(options: http.RequestOptions, onResponse?: OnResponse): http.ClientRequest {
    const sent = start({ ...options, timeout: timeoutMs }, onResponse)
    let bufferedBytes = () => 0
    sent.once('response', (response) => {
      bufferedBytes = () => response.readableLength
    })
    return sent.on('timeout', () => {
      if (bufferedBytes() === 0) sent.destroy(idleTimeout(timeoutMs))
      else sent.setTimeout(timeoutMs) // begins anew: from here on the reader may take what is there, and the server be silent
    })
  }
  return { request: request as typeof http.request }
}

type OnResponse = (response: http.IncomingMessage) => void

function idleTimeout(timeoutMs: number): Error {
  return Object.assign(new Error(`silent for ${timeoutMs} ms`), { code: 'ETIMEDOUT' })
}
