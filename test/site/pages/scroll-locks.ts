import type { Route } from '#test/support/sites/target-site.ts'
import { page } from './capture.ts'

const stripes = Array.from({ length: 10 }, (_, index) => `<div class="b" style="background:${stripeColor(index, true)}"></div>`).join('')

/** Color of a stripe of 500 px. */
export function stripeColor(index: number, isCss = false): string {
  const channels = [10 + index * 20, 150, 60 + index * 15].join()
  return isCss ? `rgb(${channels})` : channels
}

/** What `?by=` does to the page when the reader has scrolled for 30 %, and the style sheet for it. */
const locks: Readonly<Record<string, readonly [action: string, css?: string]>> = {
  body: ["Object.assign(body.style, { position: 'fixed', top: -y + 'px', width: '100%', overflow: 'hidden' })"],
  root: ["Object.assign(root.style, { position: 'fixed', top: -y + 'px', width: '100%', overflow: 'hidden' })"],
  class: ["body.style.top = -y + 'px'; body.className = 'locked'", '.locked{position:fixed!important;width:100%;left:0;right:0;overflow:hidden!important}'],
  absolute: ["Object.assign(body.style, { position: 'absolute', top: -y + 'px', width: '100%' }); root.style.overflow = 'hidden'"],
  transform: ["body.style.transform = 'translateY(' + -y + 'px)'; root.style.overflow = 'hidden'"],
  margin: ["body.style.marginTop = -y + 'px'; Object.assign(root.style, { overflow: 'hidden', height: '100%' })"],
  heights: ["root.className = 'locked'", '.locked,.locked body{height:100%!important;overflow:hidden!important}'],
  viewHeights: ["root.className = 'locked'", '.locked,.locked body{height:100vh;overflow:hidden}'],
  clip: ["Object.assign(body.style, { overflow: 'hidden', height: '100vh' })"],
  wrapper: ["Object.assign(app.style, { position: 'fixed', top: -y + 'px', left: 0, right: 0 })"],
  wrapperCut: ["Object.assign(app.style, { height: '100vh', overflow: 'hidden' })"],
  atLoad: ["", 'body{position:fixed;width:100%;overflow:hidden}'],
  above: ['', 'body{position:fixed;top:-2000px;width:100%;overflow:hidden}'],
  bodyAndScroller: ["Object.assign(body.style, { position: 'fixed', top: -y + 'px', width: '100%' }); pop.style.cssText = 'display:block;position:fixed;inset:0 0 0 900px;overflow:auto'; pop.firstChild.style.height = '3000px'"],
}

/** Ten stripes of 500 px; a small box opens and locks scrolling. */
const locked: Route = (request, response) => {
  const by = new URL(request.url ?? '/', 'http://site').searchParams.get('by') ?? ''
  const [action, css = ''] = locks[by] ?? ['']
  page(
    `<div id="app">${stripes}</div><div id="pop"><p>Join the newsletter</p></div><script>
let done; const app = document.querySelector('#app'), pop = document.querySelector('#pop'), body = document.body, root = document.documentElement
addEventListener('scroll', () => { if (done || scrollY < root.scrollHeight * .3) return
  done = true; const y = scrollY; pop.style.display = 'block'; ${action} })</script>`,
    `<style>.b{height:500px}#pop{position:fixed;left:20px;bottom:20px;width:300px;height:120px;background:rgb(230,190,20);display:none}p{margin:0}${css}</style>`,
  )(request, response)
}

/** One screen: a fixed body of three parts, of which the middle one scrolls through 2,000 px. */
const fixedShell = page(
  '<header></header><main><div></div></main><footer></footer>',
  `<style>body{position:fixed;inset:0;overflow:hidden;display:flex;flex-direction:column}header,footer{height:50px;background:rgb(0,0,128)}
main{flex:1;overflow:auto}main div{height:2000px;background:rgb(20,150,60)}</style>`,
)

/** One screen, fixed, with ornaments that reach out of it. */
const oneScreen = page(
  '<div class="ornament"></div><h1>One screen</h1>',
  `<style>html,body{height:100%;overflow:hidden}body{position:fixed;inset:0;background:rgb(20,150,60)}.ornament{position:absolute;top:60%;width:200px;height:900px;background:rgb(0,0,128)}</style>`,
)

/** One screen that shows the first of three slides, on a track that scripts move. */
const slideShow = page(
  '<div class="window"><div class="track"><div></div><div></div><div></div></div></div>',
  `<style>html,body{height:100%;overflow:hidden}.window{height:100vh;overflow:hidden}.track{transform:translate3d(0,0,0)}.track div{height:100vh;background:rgb(20,150,60)}</style>`,
)

/** Pages that keep their readers from scrolling. */
export const pagesOfLocks: Readonly<Record<string, Route>> = {
  '/locked': locked,
  '/fixed-body-shell': fixedShell,
  '/one-screen': oneScreen,
  '/slide-show': slideShow,
}
export const lockNames = Object.keys(locks)
