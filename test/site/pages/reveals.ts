import type { Route } from '#test/support/sites/target-site.ts'
import { page } from './capture.ts'

const GREEN = 'rgb(20,150,60)'

/**
 * `?count=` bars of `?height=` px in steps of `?every=` px, invisible until they stand as far inside the view as an observer with
 * `?margin=` and `?threshold=` asks. Those that such an observer cannot see at the ends of the page are visible. `?toggle` hides them
 * again when they leave.
 */
const reveals: Route = (request, response) => {
  const query = new URL(request.url ?? '/', 'http://site').searchParams
  const [count, height, every] = ['count', 'height', 'every'].map((name) => Number(query.get(name)))
  const options = JSON.stringify({ rootMargin: query.get('margin'), threshold: Number(query.get('threshold')) })
  page(
    `<script>const total = ${count} * ${every}
document.body.style.cssText += ';position:relative;height:' + total + 'px'
for (let i = 0; i < ${count}; i++) { const bar = document.createElement('div'); bar.className = 'bar'
  const top = 20 + i * ${every}; bar.style.top = top + 'px'; document.body.append(bar)
  if (top < innerHeight / 2 || top + ${height} > total - innerHeight / 2) bar.classList.add('in') }
const seen = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries) {
  if (isIntersecting) target.classList.add('in')
  ${query.has('toggle') ? "else target.classList.remove('in')" : 'if (isIntersecting) seen.unobserve(target)'} } }, ${options})
document.querySelectorAll('.bar:not(.in)').forEach((bar) => seen.observe(bar))</script>`,
    `<style>.bar{position:absolute;left:40px;width:300px;height:${height}px;background:${GREEN};opacity:0}.in{opacity:1}</style>`,
  )(request, response)
}

/** Twelve blocks of 400 px in an application's scroller, which appear 25 % inside it. */
const inScroller = page(
  `<div id="app">${'<div class="box"></div>'.repeat(12)}</div><script>
const root = document.querySelector('#app')
const seen = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries)
  if (isIntersecting) target.style.opacity = 1 }, { root, rootMargin: '-25% 0px' })
document.querySelectorAll('.box:not(:first-child, :last-child)').forEach((box) => seen.observe(box))</script>`,
  `<style>html,body{height:100%;overflow:hidden}#app{height:100vh;overflow:auto}.box{height:400px;background:${GREEN}}
.box:not(:first-child, :last-child){opacity:0}</style>`,
)

/** Blocks of 700 px between others of 450 px, each seen only as a whole; the last and the first are visible. */
const asWhole = page(
  `${'<div class="gap"></div><div class="box"></div>'.repeat(6)}<div class="gap"></div><script>
const seen = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries)
  if (isIntersecting) target.style.opacity = 1 }, { threshold: 1, rootMargin: '-5% 0px' })
document.querySelectorAll('.box').forEach((box) => seen.observe(box))</script>`,
  `<style>.gap{height:450px}.box{height:700px;opacity:0;background:${GREEN}}</style>`,
)

/** Pages with elements that appear when they stand well inside the view. */
export const pagesOfReveals: Readonly<Record<string, Route>> = {
  '/reveals': reveals,
  '/reveals-in-scroller': inScroller,
  '/reveals-as-whole': asWhole,
}
