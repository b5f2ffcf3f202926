import http from 'node:http'
import https from 'node:https'

/**
 * The `request` function of node:http or node:https with an idle timeout: it fails with ETIMEDOUT when the
 * connection (connecting and reading the body included) is idle for `timeoutMs`, unless data is waiting for
 * the reader of the body.
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
      else startAgain(sent, timeoutMs)
    })
  }
  return { request: request as typeof http.request }
}

/**
 * The reader may take the data, and then the server may be silent. Node.js tells a request of the first timeout of its
 * connection only.
 */
function startAgain(sent: http.ClientRequest, timeoutMs: number): void {
  const { socket } = sent
  const tell = () => sent.emit('timeout')
  socket?.setTimeout(timeoutMs).once('timeout', tell)
  sent.once('close', () => socket?.off('timeout', tell))
}

type OnResponse = (response: http.IncomingMessage) => void

function idleTimeout(timeoutMs: number): Error {
  return Object.assign(new Error(`silent for ${timeoutMs} ms`), { code: 'ETIMEDOUT' })
}
