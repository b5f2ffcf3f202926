import type { Route } from '#test/support/sites/target-site.ts'
import { page } from './capture.ts'

/** A box at a place of its page. */
const box = (name: string, left: number, top: number, width: number, height: number, color: string) =>
  `<div ${name} style="position:absolute;left:${left}px;top:${top}px;width:${width}px;height:${height}px;background:rgb(${color})"></div>`

/**
 * Boxes whose positions the tests know: below a sticky header of 60 px, and below content of 400 px that comes when it is scrolled to.
 * The page is as wide as its view and 3,000 px tall.
 */
const located = page(
  `<header style="position:sticky;top:0;height:60px;background:rgb(0,0,128)"></header>
${box('id="first"', 100, 100, 200, 50, '200,0,0')}
${box('id="cut"', 300, 780, 100, 50, '0,0,200')}
${Array.from({ length: 12 }, (_, at) => box('class="many"', 20 * at, 200, 10, 10, '0,90,0')).join('')}
<div id="gone" style="display:none">gone</div>${box('id="left"', -900, 300, 100, 100, '9,9,9')}
<div style="height:1440px"></div><div id="late"></div>
<div id="below" style="width:120px;height:80px;margin-left:50px;background:rgb(200,0,200)"></div>
<div id="panel" style="position:relative;width:240px;height:200px;margin-left:30px;background:rgb(220,220,220)">${box('id="inner"', 20, 30, 50, 40, '0,120,120')}</div>
<div id="host"></div>
<div id="end" style="height:800px"></div>
<script>
document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML =
  '<p class="deep" style="margin:0;width:70px;height:20px;background:rgb(90,0,0)"></p>'
new IntersectionObserver((entries, observer) => {
  if (!entries.some((entry) => entry.isIntersecting)) return
  observer.disconnect()
  document.querySelector('#late').style.height = '400px'
}).observe(document.querySelector('#late'))
</script>`,
  '<style>html{overflow-x:hidden}</style>',
)

export const pagesOfLocated: Readonly<Record<string, Route>> = { '/located': located }
