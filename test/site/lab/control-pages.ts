import { answer, page } from '#test/site/hostile/pages.ts'
import type { Route } from '#test/support/sites/target-site.ts'

const start = '<meta name="viewport" content="width=device-width"><style>body { font: 20px sans-serif }</style><h1>Shop</h1>'
/** The handler of each control takes that long, in milliseconds. */
export const HANDLER_MS = 350
const helpers = `<script>
  const busy = () => { const from = performance.now(); while (performance.now() - from < ${HANDLER_MS}); document.body.append('!') }
  const inShadow = (name, html, ready) => customElements.define(name, class extends HTMLElement {
    connectedCallback() { const root = this.attachShadow({ mode: 'open' }); root.innerHTML = html; ready?.(root, this) }
  })</script>`
const shown = (body: string, script = ''): Route => page(`${start}${helpers}${body}<script>${script}</script>`)
const on = (selector: string, type = 'click') => `document.querySelector('${selector}').addEventListener('${type}', busy)`

/** Pages with one control each, which a person can safely operate. */
export const safeControls = {
  '/shadow': shown('<x-tabs></x-tabs>', `inShadow('x-tabs', '<button type=button>Show details</button>', (root) => { root.querySelector('button').onclick = busy })`),
  '/nested-shadow': shown('<x-outer></x-outer>', `inShadow('x-inner', '<button type=button>Details</button>', (root) => { root.querySelector('button').onclick = busy })
    inShadow('x-outer', '<p>Text</p><x-inner></x-inner>')`),
  '/slotted': shown('<x-card><button type=button onclick="busy()">Details</button></x-card>', `inShadow('x-card', '<div><slot></slot></div>')`),
  '/button-around-slot': shown('<x-button>Details</x-button>', `inShadow('x-button', '<button type=button><slot></slot></button>', (root) => { root.querySelector('button').onclick = busy })`),
  '/custom-element': shown('<x-chip style="display: block; width: 200px; height: 60px">Sizes</x-chip>', `inShadow('x-chip', '<span><slot></slot></span>', (root, host) => host.addEventListener('click', busy))`),
  '/checkbox': shown('<ul><li><label><input type=checkbox> Red</label><li><label><input type=checkbox> Blue</label></ul>', on('ul', 'change')),
  '/checkbox-in-filter': shown('<form><label><input type=checkbox name=c> Red</label><button>Filter</button></form>', on('form', 'change')),
  '/checkbox-hidden': shown('<style>input { position: absolute; opacity: 0; width: 0; height: 0 } label { display: block; padding: 20px }</style><input type=checkbox id=red><label for=red>Red</label>', on('#red', 'change')),
  '/checkbox-undisplayed': shown('<style>input { display: none } label { display: block; padding: 20px }</style><label><input type=checkbox> Red</label>', on('input', 'change')),
  '/radio': shown('<label><input type=radio name=s checked> Small</label><label><input type=radio name=s> Large</label>', `document.addEventListener('change', busy)`),
  '/select': shown('<label>Sort order <select><option>Name<option>Price</select></label>', on('select', 'change')),
  '/select-last': shown('<select><option>Name<option selected>Price</select>', on('select', 'change')),
  '/listener': shown('<div id=q style="width: 300px; padding: 20px">What does it cost?</div>', on('#q')),
  '/listener-pointerdown': shown('<span id=q>More colours</span>', on('#q', 'pointerdown')),
  '/handler-attribute': shown('<div onclick="busy()" style="width: 300px">More</div>'),
  '/delegated': shown('<ul><li style="cursor: pointer">Red</li><li style="cursor: pointer">Blue</li></ul>', on('ul')),
  '/listener-in-shadow': shown('<x-faq></x-faq>', `inShadow('x-faq', '<div class=head>Question</div>', (root) => root.querySelector('.head').addEventListener('click', busy))`),
  '/role-button': shown('<div role=button tabindex=0 onclick="busy()" style="width: 300px">More</div>'),
  '/role-checkbox': shown('<div role=checkbox aria-checked=false tabindex=0 onclick="busy()" style="width: 300px">Red</div>'),
  '/menu': shown('<span aria-haspopup=true onclick="busy()">Menu</span>'),
  '/menu-item': shown('<ul role=menu><li role=menuitem onclick="busy()">Colours</ul>'),
  '/tab': shown('<ul role=tablist><li role=tab onclick="busy()">Details</ul>'),
  '/faq': shown('<details><summary>What?</summary><p>That.</p></details>', on('summary')),
  '/search': shown('<form role=search><input type=search placeholder="Search" style="font-size: 30px"></form>', on('input', 'input')),
  '/search-by-name': shown('<input name=query style="font-size: 30px">', on('input', 'input')),
  '/empty-link': shown('<a href="javascript:void(0)" onclick="busy()">More</a>'),
  '/frame': shown('<iframe src="/handler-attribute" style="width: 600px; height: 400px"></iframe>'),
  '/frame-shadow': shown('<p>Text</p><iframe src="/shadow" style="width: 600px; height: 400px; border: 10px solid"></iframe>'),
  '/frame-nested': shown('<iframe src="/frame" style="width: 700px; height: 600px"></iframe>'),
  '/below': shown('<div style="height: 3000px"></div><x-tabs></x-tabs>', `inShadow('x-tabs', '<button type=button>Details</button>', (root) => { root.querySelector('button').onclick = busy })`),
  '/behind-three-others': shown('<button type=button>A</button><button type=button>B</button><button type=button>C</button><label><input type=checkbox> Red</label>', on('input', 'change')),
} as const satisfies Record<string, Route>

const touched = 'fetch("/touched")'
const refused = (body: string, script = ''): Route => shown(body, `${script}
  for (const type of ['click', 'change', 'input', 'keydown']) document.addEventListener(type, () => fetch('/touched'), true)`)

/** Pages with one control each, which may not be operated, and why. */
export const refusedControls = {
  '/link': [refused('<a href="/touched">More</a>'), 'navigates'],
  '/link-part': [refused('<x-link href="/touched" onclick="1">More</x-link>'), 'navigates'],
  '/shadow-in-link': [refused('<a href="/touched"><x-tabs></x-tabs></a>', `inShadow('x-tabs', '<button type=button>Details</button>')`), 'navigates'],
  '/role-link': [refused('<span role=link onclick="1">More</span>'), 'navigates'],
  '/submit': [refused('<form><button>Go</button></form>'), 'submits'],
  '/submit-part': [refused('<form><x-go type=submit onclick="1">Go</x-go></form>'), 'submits'],
  '/shadow-in-form': [refused('<form><x-go></x-go></form>', `inShadow('x-go', '<button>Go</button>')`), 'submits'],
  '/file': [refused('<input type=file>'), 'file'],
  '/buy': [refused('<div style="cursor: pointer" onclick="1">Buy now</div>'), 'wording'],
  '/buy-german': [refused('<button type=button>In den Warenkorb</button>'), 'wording'],
  '/delete-slotted': [refused('<x-button>Delete all</x-button>', `inShadow('x-button', '<button type=button><slot></slot></button>')`), 'wording'],
  '/delete-by-name': [refused('<delete-button></delete-button>', `inShadow('delete-button', '<button type=button>×</button>')`), 'wording'],
  '/pay-picture': [refused('<button type=button><img alt="Pay" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width=50 height=50></button>'), 'wording'],
  '/logout-handler': [refused('<div onclick="logout()" style="cursor: pointer">×</div>'), 'wording'],
  '/newsletter': [refused('<label><input type=checkbox> Subscribe to the newsletter</label>'), 'wording'],
  '/form': [refused('<form method=post action="/touched"><label><input type=checkbox name=gift> Gift wrap</label></form>'), 'form'],
  '/personal-form': [refused('<form><input type=password style="display: none"><select><option>A<option>B</select></form>'), 'form'],
  '/editable': [refused('<div contenteditable>Text</div>'), 'editable'],
  '/dialog': [refused('<button type=button aria-haspopup=dialog>Show</button>'), 'dialog'],
  '/covered': [refused('<button type=button>Show</button><div style="position: fixed; inset: 0; background: red"></div>'), 'unreachable'],
  '/accept-alone': [refused('<div role=dialog>We use cookies. <button type=button>Accept all</button></div>'), 'consent'],
} as const satisfies Record<string, readonly [Route, string]>

/** A bar that covers the page asks for consent: what was chosen is told by a request, and kept. */
const consent = (buttons: string) => shown(`<button type=button onclick="busy()">Show</button>
  <div role=dialog style="position: fixed; inset: 0; background: white"><p>We use cookies to analyse our traffic.</p>${buttons}</div>`,
  `const choose = (choice) => { fetch('/' + choice); document.cookie = 'choice=' + choice; localStorage.choice = choice; document.querySelector('[role=dialog]').remove() }
  if (localStorage.choice || document.cookie.includes('choice')) fetch('/remembered')`)

export const controlPages: Readonly<Record<string, Route>> = {
  ...safeControls,
  ...Object.fromEntries(Object.entries(refusedControls).map(([path, [route]]) => [path, route])),
  '/nothing': shown('<p>Words</p><button disabled>Off</button><button hidden>Gone</button>', touched.replace('touched', 'loaded')),
  '/consent': consent(`<button onclick="choose('accepted')">Accept all</button> <button onclick="choose('rejected')">Reject all</button>`),
  '/consent-other-words': consent(`<button onclick="choose('accepted')">Alle akzeptieren</button> <button onclick="choose('rejected')">Nur notwendige Cookies</button>`),
  '/many-links-before-consent': shown(
    `${'<a href="/touched">Link</a> '.repeat(300)}<div role=dialog style="position: fixed; inset: 0; background: white">
      We use cookies. <button onclick="busy()">Reject</button></div>`,
  ),
  // The lab has 4 s for all.
  '/slow': shown(
    `<button type=button onclick="slow(2200)">Show</button> <label><input type=checkbox onchange="slow(2500)"> Red</label>`,
    'const slow = (ms) => { const from = performance.now(); while (performance.now() - from < ms); }',
  ),
  ...Object.fromEntries(['/touched', '/loaded', '/accepted', '/rejected', '/remembered'].map((path) => [path, answer(200)])),
}
