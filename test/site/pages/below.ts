import type { Route } from '#test/support/sites/target-site.ts'
import { page } from './capture.ts'

/** Boxes of 400 px height, green where the page shows its intended state. */
const boxes = (count: number) => '<div class="box"></div>'.repeat(count)
const GREEN = 'rgb(0,160,0)'

const observed = (onEntry: string) => `<script>const seen = new IntersectionObserver((entries) =>
  entries.forEach(({ target, isIntersecting }) => { ${onEntry} }))
document.querySelectorAll('.box').forEach((element) => seen.observe(element))</script>`

/** Eight boxes fade in with their position in the view and out as they leave it. */
const passing = page(
  boxes(8),
  `<style>.box{height:400px;background:${GREEN};animation:in linear both,out linear both;animation-timeline:view();animation-range:entry,exit}
@keyframes in{from{opacity:0}}@keyframes out{to{opacity:0}}</style>`,
)

/** Eight boxes fade in slowly when they enter the view, and out when they leave it. */
const comeAndGo = page(
  `${boxes(8)}${observed('target.style.opacity = isIntersecting ? 1 : 0')}`,
  `<style>.box{height:400px;background:${GREEN};opacity:0;transition:opacity .6s .2s}</style>`,
)

/** The same by script: the end of the animation becomes the style of the box. */
const animated = page(
  `${boxes(8)}${observed(`const animation = target.animate({ opacity: isIntersecting ? 1 : 0 }, { duration: 500, fill: 'forwards' })
  animation.onfinish = () => { animation.commitStyles(); animation.cancel() }`)}`,
  `<style>.box{height:400px;background:${GREEN};opacity:0}</style>`,
)

/** Eight boxes are shown slowly when they enter the view, and hidden when they leave it. */
const showAndHide = page(
  `${boxes(8)}${observed("target.classList.toggle('in', isIntersecting)")}`,
  `<style>.box{height:400px;background:${GREEN};visibility:hidden}.in{visibility:visible;animation:in 1s both}@keyframes in{from{opacity:0}}</style>`,
)

/** Eight boxes in a fixed window as large as the view, which a script moves as the page scrolls. */
const smooth = page(
  `<div style="position:fixed;inset:0;overflow:hidden"><div id="content">${boxes(8)}</div></div>
<script>document.body.style.height = '3200px'
addEventListener('scroll', () => { document.querySelector('#content').style.transform = 'translateY(-' + scrollY + 'px)' })</script>`,
  `<style>.box{height:400px;background:${GREEN}}</style>`,
)

/**
 * Eight boxes that are 400 px tall, and 100 px while they are far from the view. All are in a form, one of whose
 * fields hides the form's own property of that name; so is one of no height at the bottom, which is skipped and
 * faint.
 */
const skipped = page(
  `<form>${'<div class="box"><div></div></div>'.repeat(8)}<input type="hidden" name="style"></form>
<form style="content-visibility:auto;height:0;opacity:0"><input type="hidden" name="style"></form>`,
  `<style>.box{content-visibility:auto;contain-intrinsic-size:auto 100px}.box div{height:400px;background:${GREEN}}</style>`,
)

/** Eight boxes get their background, slowly, when they are seen. */
const lateBackgrounds = page(
  `${boxes(8)}${observed("if (isIntersecting) target.style.background = 'url(/late-green.svg)'")}`,
  '<style>.box{height:400px}</style>',
)

/** Sixteen boxes, four at a time: each time the end is seen, the next ones are loaded. */
const lateFeed = page(
  `<main></main><p style="margin:0;height:10px"></p><script>const add = () => document.querySelector('main').insertAdjacentHTML('beforeend', '${boxes(4)}')
add()
new IntersectionObserver(async ([end]) => {
  if (!end.isIntersecting || document.querySelectorAll('.box').length > 15) return
  await fetch('/late-green.svg')
  add()
}).observe(document.querySelector('p'))</script>`,
  `<style>.box{height:400px;background:${GREEN}}</style>`,
)

/** A number that counts up for a second when it is seen; its box is green when it is done. */
const counting = page(
  `<div style="height:2000px"></div>${boxes(1)}${observed(`if (!isIntersecting) return
  const from = performance.now()
  const count = () => { const done = Math.min(1, (performance.now() - from) / 1000)
    target.textContent = Math.round(done * 1000); if (done < 1) requestAnimationFrame(count)
    else target.style.background = '${GREEN}' }
  count()`)}`,
  '<style>.box{height:400px;background:rgb(200,0,0)}</style>',
)

/** A fixed application shell. */
const fixedShell = page(
  `<div style="position:fixed;inset:0;overflow:auto">${boxes(8)}</div>`,
  `<style>.box{height:400px;background:${GREEN}}</style>`,
)

/** A scrolling body: an element as tall as it, then seven boxes. */
const scrollingBody = page(
  `<div style="min-height:100%;background:rgb(0,0,200)"></div>${boxes(7)}`,
  `<style>html,body{height:100%;overflow-x:hidden}.box{height:400px;background:${GREEN}}</style>`,
)

/** Eight slow lazy images in a shadow root. */
const lazyShadow = page(`<div id="host"></div><script>
document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML =
  '<img loading="lazy" src="/late-green.svg" style="display:block;width:100%;height:400px">'.repeat(8)</script>`)

/** A box at the top gets its background, slowly, after the load event. */
const lateHero = page(
  `${boxes(1)}<script>addEventListener('load', () => {
  document.querySelector('.box').style.backgroundImage = 'url(/late-green.svg)' })</script>`,
  '<style>.box{height:400px}</style>',
)

const lateGreen: Route = (_request, response) => {
  setTimeout(() => {
    response.writeHead(200, { 'content-type': 'image/svg+xml', 'cache-control': 'max-age=60' })
    response.end(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="400" preserveAspectRatio="none"><rect width="1280" height="400" fill="${GREEN}"/></svg>`,
    )
  }, 700)
}

/**
 * Sixty rows of 100 px, of which only those near the view exist: `?by=` removal of the others, or moving the same
 * elements along. A header of 50 px stays in the view.
 */
const windowed: Route = (request, response) => {
  const by = new URL(request.url ?? '', 'http://a').searchParams.get('by')
  const body = `<div style="position:fixed;z-index:1;top:0;width:100%;height:50px;background:rgb(255,0,0)"></div>
<div id="list" style="position:relative;height:6000px"></div><script>
const rows = new Map()
function show() {
  const first = Math.max(0, Math.floor(scrollY / 100) - 2), last = Math.min(59, first + Math.ceil(innerHeight / 100) + 4)
  const free = []
  for (const [at, row] of rows) if (at < first || at > last) { rows.delete(at); ${by === 'moving' ? 'free.push(row)' : 'row.remove()'} }
  for (let at = first; at <= last; at++) if (!rows.has(at)) {
    const row = free.pop() ?? document.createElement('div')
    row.className = 'row'
    row.textContent = 'Row ' + at
    row.style.transform = 'translateY(' + at * 100 + 'px)'
    if (!row.isConnected) document.querySelector('#list').append(row)
    rows.set(at, row)
  }
  for (const row of free) row.remove()
}
show()
addEventListener('scroll', () => { requestAnimationFrame(show) })
</script>`
  page(body, `<style>.row{position:absolute;width:100%;height:100px;background:${GREEN}}</style>`)(request, response)
}

/** Pages that show everything only after a while, most of them when they are scrolled. */
export const pagesBelow: Readonly<Record<string, Route>> = {
  '/passing': passing,
  '/come-and-go': comeAndGo,
  '/animated': animated,
  '/show-and-hide': showAndHide,
  '/smooth': smooth,
  '/skipped': skipped,
  '/late-backgrounds': lateBackgrounds,
  '/late-feed': lateFeed,
  '/counting': counting,
  '/fixed-shell': fixedShell,
  '/scrolling-body': scrollingBody,
  '/lazy-shadow': lazyShadow,
  '/windowed': windowed,
  '/late-hero': lateHero,
  '/late-green.svg': lateGreen,
}
