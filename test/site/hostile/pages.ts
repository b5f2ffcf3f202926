import type { Route } from '#test/support/sites/target-site.ts'

/** A page with this body. */
export function page(body: string): Route {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html><title>Hostile</title>${body}`)
  }
}

/** An answer with a short body. */
export function answer(status: number, headers: Record<string, string> = {}, body = ''): Route {
  return (_request, response) => void response.writeHead(status, headers).end(body)
}

/** A redirect. */
export function to(location: string): Route {
  return answer(302, { location })
}

/** Never answers. */
export const silence: Route = () => {}

/** Starts an image that never ends. */
export const endlessImage: Route = (_request, response) => {
  response.writeHead(200, { 'content-type': 'image/png' })
  response.write('x')
}

const script = (code: string) => page(`<p>Here</p><script>${code}</script>`)

/** Pages that try to keep a browser busy, or to trick a person. Each shows `Here` if it shows anything. */
export const hostilePages = {
  '/alert-loop': script('for (;;) alert(1)'),
  '/endless-script': script('for (;;);'),
  '/refresh-loop': page('<meta http-equiv="refresh" content="0"><p>Here'),
  '/reload-loop': script('setTimeout(() => location.reload(), 20)'),
  '/recursive-frame': page('<p>Here</p><iframe src="/recursive-frame"></iframe>'),
  '/trickle': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.write('<p>Here')
    const timer = setInterval(() => response.write('.'), 100)
    response.on('close', () => clearInterval(timer))
  },
} as const satisfies Record<string, Route>

/** Pages that try the same and can be rendered all the same. */
export const bearablePages = {
  '/dialogs': script('alert(1); confirm(2); prompt(3); setInterval(() => alert(4), 50)'),
  '/loop-after-load': script('onload = () => setTimeout(() => { for (;;); }, 2000)'),
  '/popups': script('for (let i = 0; i < 5; i++) window.open("/popup?" + i)'),
  '/push-state': script('setInterval(() => history.pushState({}, "", "?" + Math.random()), 5)'),
  '/write-loop': script(
    'onload = () => { const more = () => { document.write("<p>Here"); setTimeout(more, 5) }; more() }',
  ),
  '/before-unload': script('onbeforeunload = (event) => { event.preventDefault(); return "no" }'),
  '/print': script('print()'),
  '/fullscreen': script('document.documentElement.requestFullscreen().catch(() => {})'),
  '/file-chooser': page('<p>Here<input type="file"><script>document.querySelector("input").click()</script>'),
  '/protocol-handler': script(
    'navigator.registerProtocolHandler("web+x", location.origin + "/?%s"); location = "web+x:1"',
  ),
  '/mail': script('location = "mailto:a@example.com"'),
  '/phone': script('location = "tel:123"'),
  '/app': script('location = "intent://x#Intent;scheme=x;end"'),
  '/file': script('location = "file:///etc/passwd"'),
  '/inner-page': script('location = "chrome://version"'),
  '/data': script('location = "data:text/html,x"'),
  '/download-link': page(
    '<p>Here<a href="/archive" download>x</a><script>document.links[0].click()</script>',
  ),
  '/to-download': script('location = "/archive"'),
  '/to-nothing': script('location = "/nothing"'),
  '/stop': script('stop()'),
  '/permissions': script(
    'navigator.geolocation.getCurrentPosition(() => {}, () => {}); Notification.requestPermission()',
  ),
} as const satisfies Record<string, Route>

/** Resources of the hostile and bearable pages. */
export const hostileParts: Readonly<Record<string, Route>> = {
  '/archive': answer(200, { 'content-type': 'application/zip' }, 'PK'),
  '/nothing': answer(204),
  '/silence': silence,
  '/endless-image': endlessImage,
}

/** In JSON, each of these characters takes six bytes: 546 MB in one message. */
const LONG = "'\\x01'.repeat(91e6)"

/** Pages whose DevTools messages are too long; `socket` is the URL of a WebSocket server. */
export function longMessagePages(socket: string) {
  return {
    '/long-console-line': script(`console.log(${LONG}); setTimeout(() => {}, 1000)`),
    '/long-frame-name': page(
      `<p>Here</p><script>
        const frame = document.createElement('iframe')
        frame.name = ${LONG}
        frame.src = '/part-of-long-frame-name'
        document.body.append(frame)
      </script>`,
    ),
    '/long-socket-frame': page(
      `<p>Here</p><script>
        const socket = new WebSocket('${socket}')
        socket.onopen = () => socket.send(${LONG})
      </script><iframe src="/silence"></iframe>`,
    ),
  } as const satisfies Record<string, Route>
}
