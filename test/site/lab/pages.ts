import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { answer, hostilePages, hostileParts, page } from '#test/site/hostile/pages.ts'
import type { Route } from '#test/support/sites/target-site.ts'

const start = `<meta name="viewport" content="width=device-width">
  <style>html, body { margin: 0 } button, a { position: absolute; top: 100px; left: 10px; height: 40px }</style>
  <p style="margin: 0; height: 20px">Some words</p>`

/** A page with one element to touch. */
const touchable = (body: string): Route => page(`${start}${body}`)

/** Lets the handler of the button be busy for `ms` milliseconds. */
const busyHandler = (ms: number) => `<script>
  document.querySelector('button').onclick = ({ target }) => {
    const from = performance.now()
    while (performance.now() - from < ${ms});
    target.textContent = 'Touched'
  }</script>`

/** A button whose handler is busy for `ms` milliseconds. */
const busy = (ms: number, top = 100, left = 100): Route =>
  touchable(`<button style="top: ${top}px; left: ${left}px">Touch me</button>${busyHandler(ms)}`)

const button = (script: string): Route => touchable(`<button type="button" onclick='${script}'>Touch me</button>`)

/** Runs `script` `ms` milliseconds after the first frame. */
const later = (ms: number, script: string) => `<script>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => { ${script} }, ${ms})))
</script>`

/** A block of full width and 200 px height that moves down by 100 px. */
const shifting = (ms: number): Route =>
  page(`<meta name="viewport" content="width=device-width"><style>html, body { margin: 0 }</style>
    <div id="block" style="position: relative; height: 200px; background: green">Block</div>
    ${later(ms, "document.querySelector('#block').style.top = '100px'")}`)

/**
 * A page that takes 300 ms to answer and its picture 500 ms more, with a button that is busy for 250 ms, and a block of
 * full width and 200 px height that moves down by 100 px, `ms` milliseconds after the first frame.
 */
const known = (ms: number): Route =>
  slow(
    300,
    touchable(`<img src="/picture-500" width="300" height="300" alt="">
      <div id="block" style="position: absolute; top: 340px; left: 0; width: 100%; height: 200px">Block</div>
      <button style="left: 100px">Touch me</button>${busyHandler(250)}
      ${later(ms, "document.querySelector('#block').style.top = '440px'")}`),
  )

/** A block that covers three quarters of the viewport and moves by a quarter of the longer side, and back. */
const halfShifted = page(`<meta name="viewport" content="width=device-width"><style>
    html, body { margin: 0; overflow: hidden }
    #block { position: absolute; left: 0; top: 0; background: green; width: 100vw; height: 100vh }
    @media (orientation: landscape) { #block { width: 75vw } #block.moved { left: 25vw } }
    @media (orientation: portrait) { #block { height: 75vh } #block.moved { top: 25vh } }
  </style><div id="block">Block</div>
  ${later(100, "document.querySelector('#block').className = 'moved'")}
  ${later(400, "document.querySelector('#block').className = ''")}`)

/** An image of noise, after `ms` milliseconds. The browser ignores an image of a single color as content. */
const picture =
  (width: number, height: number, ms: number): Route =>
  async (_request, response) => {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
    const drawn = sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    const body = await drawn.jpeg().toBuffer()
    await delay(ms)
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(body)
  }

/** Answers after `ms` milliseconds. */
const slow =
  (ms: number, shown = page(start)): Route =>
  async (request, response) => {
    await delay(ms)
    await shown(request, response)
  }

/** Pages with known measurements. */
export const labPages = {
  '/handler-0': busy(0),
  '/handler-100': busy(100),
  '/handler-250': busy(250),
  '/handler-600': busy(600),
  '/handler-below': busy(100, 2000),
  '/handler-corner': busy(100, 1000, 1700),
  // The second one tells how much later than the first it was touched.
  '/handler-unpainted': touchable(`<button type="button" id="unpainted" onpointerdown="first = event.timeStamp"
      onclick="history.pushState(null, '', '#x')">Touch me</button>
    <button type="button" id="painted" style="top: 200px"
      onclick="document.body.style.background = 'green'; fetch('/later-by?' + (performance.now() - first))">Touch me</button>
    <style>button { all: unset }</style>`),
  '/endless-handler': button('for (;;);'),
  '/known-0': known(0),
  '/known-300': known(300),
  '/shift-0': shifting(0),
  '/shift-300': shifting(300),
  '/half-shifted': halfShifted,
  '/image-500': page(`${start}<img src="/picture-500" width="300" height="300" alt="">`),
  '/picture-500': picture(300, 300, 500),
  '/image-1500': page(`${start}<img src="/picture-1500" width="300" height="300" alt="">`),
  '/picture-1500': picture(300, 300, 1500),
  '/image-never': page(`${start}<img src="/endless-image" width="300" height="300" alt="">`),
  '/endless-image': hostileParts['/endless-image'] as Route,
  '/slow-300': slow(300),
  '/leading': touchable(`${[
    'location.href = "/elsewhere"',
    'document.links[0].click()',
    'document.forms[0].submit()',
  ]
    .map((script, i) => `<button style="top: ${100 + 50 * i}px" onclick='${script}; said()'>Touch me</button>`)
    .join('')}<a hidden href="/elsewhere"></a><form action="/elsewhere"></form>
    <script>const said = () => fetch('/touched')</script>`),
  '/forward': touchable(`${[
    'alert(1); window.open("/elsewhere"); print()',
    'document.links[0].click()',
    'fetch("/collect", { method: "POST" }); navigator.sendBeacon("/collect", "x"); fetch("/suggestions")',
  ]
    .map((script, i) => `<button style="top: ${100 + 50 * i}px" onclick='${script}'>Touch me</button>`)
    .join('')}<a hidden download href="/archive"></a>`),
  '/touched': answer(200),
  '/suggestions': answer(200, { 'content-type': 'application/json' }, '[]'),
  '/dangers': touchable(`<a href="/elsewhere">Touch me</a>
    <form action="/elsewhere"><button style="top: 50px">Touch me</button></form>
    <button aria-label="Delete all">x</button><button style="top: 150px">Buy now</button>
    <form><button style="top: 200px">Go</button></form><button style="top: 250px" disabled>Off</button>
    <form action="/elsewhere"><input type="submit" role="button" value="Touch me" style="top: 300px">
      <button style="top: 350px"><span role="button">Touch me</span></button></form>
    <input type="button" role="button" value="Buy" style="top: 400px">`),
  '/still': page(start),
  '/empty': page(''),
  '/redirected': answer(302, { location: '/still' }),
  '/led-on': page(`<script>location.replace('/still')</script>`),
  '/missing': answer(404, { 'content-type': 'text/html' }, '<p>Nothing here'),
  '/endless-script': hostilePages['/endless-script'],
  '/alert-loop': hostilePages['/alert-loop'],
  // It has painted before.
  '/loop-after-load': page(`${start}<script>
    const loop = () => setTimeout(() => { for (;;); }, 300)
    onload = () => new PerformanceObserver(loop).observe({ type: 'largest-contentful-paint', buffered: true })</script>`),
  '/never-idle': page(`${start}<script>
    const poll = () => fetch('/suggestions').finally(poll)
    poll()</script>`),
} as const satisfies Record<string, Route>
