import { setTimeout as delay } from 'node:timers/promises'
import { page } from '#test/site/hostile/pages.ts'
import type { Route } from '#test/support/sites/target-site.ts'

const start = '<meta name="viewport" content="width=device-width"><style>html, body, p { margin: 0 } iframe { border: 0; display: block }</style>'

/** Full width, 400 px high; moves down by 250 px, `ms` milliseconds after the first frame. */
const moving = (ms: number): Route =>
  page(`${start}<div id="space"></div><div style="height: 400px; background: #14963c"><p>Words in the frame</p></div>
  <script>requestAnimationFrame(() => setTimeout(() => { document.querySelector('#space').style.height = '250px' }, ${ms}))</script>`)

/** Words that are painted first, and a frame of the style. */
const framed = (style: string, src = '/moving-500', more = ''): Route =>
  page(`${start}<p style="position: absolute; bottom: 0">Words</p><iframe src="${src}" style="${style}"></iframe>${more}`)

/** The same with the frame on another site. */
const foreign =
  (style: string, src: string): Route =>
  (request, response) =>
    framed(style, `http://${request.headers.host?.replace('.2:', '.3:')}${src}`)(request, response)

const WIDE = 'width: 100%; height: 900px'
/** A block of the main frame: full width, 200 px high, that moves down by 100 px. */
const ownShift = (ms: number) => `<div id="own" style="position: absolute; top: 700px; width: 100%; height: 200px; background: #1e3cc8">Block</div>
  <script>requestAnimationFrame(() => setTimeout(() => { own.style.top = '800px' }, ${ms}))</script>`

/** Pages with known shifts in frames, for a desktop of 1920 x 1080 pixels. */
export const framePages = {
  '/moving-60': moving(60),
  '/moving-500': moving(500),
  '/moving-1000': moving(1000),
  '/moving-1900': moving(1900),
  '/frame-same-origin': framed(WIDE),
  '/frame-other-site': foreign(WIDE, '/moving-500'),
  '/frame-early': framed(WIDE, '/moving-60'),
  '/frame-half-wide': framed('width: 50%; height: 900px'),
  '/frame-partly-in-view': framed('position: absolute; top: 630px; width: 100%; height: 900px'),
  '/frame-other-site-partly-in-view': foreign('position: absolute; top: 630px; width: 100%; height: 900px', '/moving-500'),
  '/frame-below': framed('position: absolute; top: 3000px; width: 100%; height: 900px'),
  '/frame-hidden': framed('display: none'),
  '/frame-invisible-place': framed('position: absolute; left: -5000px; width: 1000px; height: 900px'),
  '/middle': framed('width: 960px; height: 700px'),
  '/frame-nested': framed(WIDE, '/middle'),
  '/frame-nested-other-site': foreign(WIDE, '/middle'),
  '/frame-in-shadow': page(`${start}<p style="position: absolute; bottom: 0">Words</p><x-embed></x-embed><script>
    customElements.define('x-embed', class extends HTMLElement {
      connectedCallback() {
        this.attachShadow({ mode: 'open' }).innerHTML = '<iframe src="/moving-500" style="border: 0; display: block; ${WIDE}"></iframe>'
      }
    })</script>`),
  '/frame-srcdoc': framed(WIDE, '', `<script>fetch('/moving-500').then((one) => one.text()).then((text) => {
    document.querySelector('iframe').srcdoc = text
  })</script>`),
  '/frame-and-own': framed('width: 100%; height: 600px', '/moving-500', ownShift(800)),
  '/frame-long-after-own': framed('width: 100%; height: 600px', '/moving-1900', `${ownShift(100)}<img src="/nothing-2500" alt="">`),
  // The page is loaded only then.
  '/nothing-2500': async (_request, response) => {
    await delay(2500)
    response.writeHead(204).end()
  },
  '/frame-twice': framed('width: 100%; height: 600px', '/moving-500', '<iframe src="/moving-1000" style="position: absolute; top: 600px; width: 100%; height: 480px"></iframe>'),
} as const satisfies Record<string, Route>
