import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * A site whose page tries every way to make a browser reach another address. Each attempt requests a path of its own
 * name, so that the server that was reached knows the attempt.
 */
export interface EgressAttempts {
  /** The names of the attempts, which are their HTTP paths. UDP and bare TCP have none. */
  readonly names: readonly string[]
  /** Handles a request of the site: its page is at `/`. */
  handle(request: IncomingMessage, response: ServerResponse): void
}

type Attempts = Readonly<Record<string, (url: string) => string>>

/** Elements and styles. */
const markup: Attempts = {
  img: (url) => `<img src="${url}">`,
  srcset: (url) => `<img srcset="${url} 1x">`,
  picture: (url) => `<picture><source srcset="${url}"><img></picture>`,
  'input-image': (url) => `<input type="image" src="${url}">`,
  'svg-image': (url) => `<svg><image href="${url}" width="9" height="9"/></svg>`,
  'fe-image': (url) =>
    `<svg><filter id="f"><feImage href="${url}"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>`,
  'body-background': (url) => `<table background="${url}"><tr><td>x</table>`,
  video: (url) => `<video src="${url}" preload="auto"></video>`,
  poster: (url) => `<video poster="${url}"></video>`,
  audio: (url) => `<audio src="${url}" preload="auto"></audio>`,
  track: (url) => `<video crossorigin src="/none"><track default kind="subtitles" src="${url}"></video>`,
  script: (url) => `<script src="${url}"></script>`,
  'svg-script': (url) => `<svg><script href="${url}"></script></svg>`,
  'module-script': (url) => `<script type="module" src="${url}"></script>`,
  'module-import': (url) => `<script type="module">import '${url}'</script>`,
  modulepreload: (url) => `<link rel="modulepreload" href="${url}">`,
  stylesheet: (url) => `<link rel="stylesheet" href="${url}">`,
  'css-import': (url) => `<style>@import url("${url}");</style>`,
  'css-url': (url) => `<p style="background: url('${url}')">x</p>`,
  'css-border-image': (url) => `<p style="border: 1px solid; border-image: url('${url}') 1">x</p>`,
  'css-content': (url) => `<p style="content: url('${url}')">x</p>`,
  'css-list': (url) => `<li style="list-style-image: url('${url}')">x</li>`,
  cursor: (url) => `<p style="cursor: url('${url}'), auto">x</p>`,
  mask: (url) => `<p style="mask-image: url('${url}')">x</p>`,
  font: (url) =>
    `<style>@font-face { font-family: F; src: url('${url}') }</style><p style="font-family: F">x</p>`,
  preload: (url) => `<link rel="preload" as="image" href="${url}">`,
  prefetch: (url) => `<link rel="prefetch" href="${url}">`,
  object: (url) => `<object data="${url}"></object>`,
  embed: (url) => `<embed src="${url}">`,
  iframe: (url) => `<iframe src="${url}"></iframe>`,
  'iframe-data': (url) => `<iframe src="data:text/html,<img src='${url}'>"></iframe>`,
  'iframe-srcdoc': (url) => `<iframe srcdoc="<img src='${url}'>"></iframe>`,
  'iframe-refresh': (url) => `<iframe srcdoc="<meta http-equiv=refresh content='0;url=${url}'>"></iframe>`,
  'iframe-redirect': (url) => `<iframe src="/redirect?${url}"></iframe>`,
  'iframe-location': (url) => `<iframe srcdoc="<script>location = '${url}'</script>"></iframe>`,
  'iframe-form': (url) =>
    `<iframe srcdoc="<form method=post action='${url}'></form><script>document.forms[0].submit()</script>"></iframe>`,
  'iframe-download': (url) =>
    `<iframe srcdoc="<a download href='${url}'>x</a><script>document.links[0].click()</script>"></iframe>`,
  'iframe-csp': (url) => `<iframe src="/csp?${url}"></iframe>`,
  'img-redirect': (url) => `<img src="/redirect?${url}">`,
  speculation: (url) =>
    `<script type="speculationrules">{"prefetch":[{"urls":["${url}"]}],"prerender":[{"urls":["${url}"]}]}</script>`,
}

/** Scripts, each run on its own. */
const scripts: Attempts = {
  fetch: (url) => `fetch('${url}', { mode: 'no-cors' })`,
  'fetch-redirect': (url) => `fetch('/redirect?${url}', { mode: 'no-cors' })`,
  'fetch-keepalive': (url) => `fetch('${url}', { mode: 'no-cors', keepalive: true })`,
  'fetch-later': (url) => `fetchLater('${url}', { activateAfter: 0 })`,
  xhr: (url) => `const x = new XMLHttpRequest(); x.open('GET', '${url}'); x.send()`,
  beacon: (url) => `navigator.sendBeacon('${url}', 'x')`,
  'event-source': (url) => `new EventSource('${url}')`,
  'new-image': (url) => `new Image().src = '${url}'`,
  'font-face': (url) => `new FontFace('G', 'url(${url})').load()`,
  'dynamic-import': (url) => `import('${url}')`,
  'web-socket': (url) => `new WebSocket('${url.replace('http', 'ws')}')`,
  'web-socket-stream': (url) => `new WebSocketStream('${url.replace('http', 'ws')}')`,
  'worker-fetch': (url) => worker(`fetch('${url}', { mode: 'no-cors' })`),
  'worker-import': (url) => worker(`importScripts('${url}')`),
  'worker-web-socket': (url) => worker(`new WebSocket('${url.replace('http', 'ws')}')`),
  'shared-worker-fetch': (url) =>
    `new SharedWorker('/run?' + encodeURIComponent("fetch('${url}', {mode:'no-cors'})"))`,
  'shared-worker-import': (url) =>
    `new SharedWorker('/run?' + encodeURIComponent("importScripts('${url}')"))`,
  'service-worker-fetch': (url) => serviceWorker('a', `fetch('${url}', {mode:'no-cors'})`),
  'service-worker-import': (url) => serviceWorker('b', `importScripts('${url}')`),
  'audio-worklet': (url) => `new AudioContext().audioWorklet.addModule('${url}')`,
  'paint-worklet': (url) => `CSS.paintWorklet.addModule('${url}')`,
  popup: (url) => `window.open('${url}')`,
  'anchor-ping': (url) =>
    `document.body.insertAdjacentHTML('beforeend', '<a href="#x" ping="${url}">'); document.body.lastElementChild.click()`,
  'pagehide-beacon': (url) =>
    `const f = document.createElement('iframe'); document.body.append(f);
     f.contentWindow.onpagehide = () => f.contentWindow.navigator.sendBeacon('${url}'); setTimeout(() => f.remove(), 100)`,
}

function worker(code: string): string {
  return `new Worker('/run?' + encodeURIComponent(${JSON.stringify(code)}))`
}

function serviceWorker(scope: string, code: string): string {
  return `navigator.serviceWorker.register('/run?' + encodeURIComponent(${JSON.stringify(code)}), { scope: '/${scope}/' })`
}

/** Bare connections, which have no path. */
const connecting = (url: string) =>
  `<link rel="preconnect" href="${url}"><link rel="dns-prefetch" href="${url}">`

/** Attempts without a path: UDP and TCP of WebRTC, and QUIC. */
function unnamed(host: string, port: number): string[] {
  const servers = [
    `stun:${host}:${port}`,
    `turn:${host}:${port}?transport=udp`,
    `turn:${host}:${port}?transport=tcp`,
  ]
  const iceServers = servers.map((urls) => ({ urls, username: 'u', credential: 'c' }))
  const candidates = ['udp 1 127.0.0.1', 'tcp 1 127.0.0.1'].map((text) => {
    const [protocol, , address] = text.split(' ')
    const type = protocol === 'tcp' ? 'typ host tcptype passive' : 'typ host'
    return `candidate:1 1 ${protocol} 2122260223 ${address} ${port} ${type}`
  })
  return [
    `new WebTransport('https://${host}:${port}/')`,
    `(async () => {
      const [one, other] = [0, 0].map(() => new RTCPeerConnection({ iceServers: ${JSON.stringify(iceServers)} }))
      one.createDataChannel('x')
      await one.setLocalDescription(await one.createOffer())
      await other.setRemoteDescription(one.localDescription)
      await other.setLocalDescription(await other.createAnswer())
      await one.setRemoteDescription(other.localDescription)
      for (const candidate of ${JSON.stringify(candidates)})
        for (const peer of [one, other]) await peer.addIceCandidate({ candidate, sdpMid: '0' }).catch(() => {})
    })()`,
  ]
}

/** Attempts to reach `host:port`. */
export function egressAttempts(host: string, port: number): EgressAttempts {
  const urlOf = (name: string) => `http://${host}:${port}/${name}`
  const listed = (attempts: Attempts) =>
    Object.entries(attempts).map(([name, attempt]) => attempt(urlOf(name)))
  const steps = [...listed(scripts), ...unnamed(host, port)]
  const attempts = steps.map((step) => `() => { ${step} }`).join(',\n')
  const page = `<!doctype html><title>Attempts</title>${connecting(urlOf(''))}<body>${listed(markup).join('\n')}
<script>for (const attempt of [${attempts}]) try { attempt() } catch {}
window.onerror = window.onunhandledrejection = () => true</script>`

  function handle({ url = '/' }: IncomingMessage, response: ServerResponse): void {
    const [path, query = ''] = url.split(/\?(.*)/s)
    if (path === '/redirect') response.writeHead(302, { location: query }).end()
    else if (path === '/run') {
      const headers = { 'content-type': 'text/javascript', 'service-worker-allowed': '/' }
      response.writeHead(200, headers).end(decodeURIComponent(query))
    } else if (path === '/csp') {
      const policy = `default-src 'none'; report-uri ${query}`
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy })
        .end('<img src="/x">')
    } else if (path === '/') {
      const headers = {
        'content-type': 'text/html',
        link: `<${urlOf('link-header')}>; rel=preload; as=image`,
      }
      response.writeHead(200, headers).end(page)
    } else response.writeHead(404).end()
  }

  return { names: ['link-header', ...Object.keys(markup), ...Object.keys(scripts)], handle }
}
