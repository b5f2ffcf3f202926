import sharp from 'sharp'
import type { Route } from '#test/support/sites/target-site.ts'

const STYLE = 'body{margin:0;background:#fff}*{box-sizing:border-box}'

export function page(body: string, head = ''): Route {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Capture</title><style>${STYLE}</style>${head}</head><body>${body}</body></html>`)
  }
}

/** Color of the band with this number: neighbours and multiples of 2 and 4 differ. */
export function bandColor(index: number): readonly [number, number, number] {
  return [(index * 37) % 256, (index * 91) % 256, (index * 151) % 256]
}

/** Bands of 100 px; the last one is the rest of the height. `?height=` in CSS pixels. */
const bands: Route = (request, response) => {
  const height = Number(new URL(request.url ?? '/', 'http://site').searchParams.get('height'))
  const band = (index: number) =>
    `<div style="height:${Math.min(100, height - index * 100)}px;background:rgb(${bandColor(index).join()})"></div>`
  return page(Array.from({ length: Math.ceil(height / 100) }, (_, index) => band(index)).join('\n'))(request, response)
}

/** Sticky header of 60 px, hero of one viewport, 3,000 px, fixed footer of 40 px. */
const hero = page(`<header style="position:sticky;top:0;height:60px;background:rgb(0,0,128)"></header>
<div style="height:100vh;background:rgb(255,215,0)"></div><div style="height:3000px;background:rgb(0,160,0)"></div>
<footer style="position:fixed;bottom:0;width:100%;height:40px;background:rgb(128,0,128)"></footer>`)

/**
 * On a fixed background: 1,000 px, then a section of 500 px and a pseudo-element of 500 px with fixed backgrounds of
 * their own. A form of no height has the same, and its field hides the form's own property of that name.
 */
const fixedBackgrounds = page(
  `<div style="height:1000px"></div><section></section><aside></aside>
<form style="height:0;overflow:hidden;background:linear-gradient(red,red) fixed"><input name="style"></form>`,
  `<style>body{background:linear-gradient(rgb(0,80,0),rgb(0,80,0)) fixed}
section{height:500px;background:linear-gradient(rgb(200,0,0),rgb(200,0,0)) fixed center/cover}
aside{position:relative;height:500px}
aside::before{content:"";position:absolute;inset:0;background:linear-gradient(rgb(0,0,200),rgb(0,0,200)) fixed}</style>`,
)

/** A color fixed behind all of 2,000 px, and another one, by a pseudo-element, behind their right half. */
const backdrops = page(
  `<div style="position:fixed;inset:0;z-index:-2;background:rgb(0,80,0)"></div><div style="height:2000px"></div>`,
  `<style>body::before{content:"";position:fixed;inset:0;z-index:-1;background:linear-gradient(90deg,transparent 50%,rgb(200,0,0) 50%)}</style>`,
)

/** Twenty lazy images and five boxes that appear when seen, all 300 px tall, with smooth scrolling. */
const lazy = page(
  `${Array.from({ length: 20 }, (_, index) => `<img loading="lazy" src="/lazy.svg?${index}" style="display:block;width:300px;height:300px">`).join('')}
${'<div class="reveal" style="height:300px;opacity:0;transition:opacity .3s;background:rgb(0,0,200)"></div>'.repeat(5)}
<script>const seen = new IntersectionObserver((entries) => entries.forEach((entry) => {
  if (entry.isIntersecting) entry.target.style.opacity = 1 }))
document.querySelectorAll('.reveal').forEach((element) => seen.observe(element))</script>`,
  '<style>html{scroll-behavior:smooth}</style>',
)

const lazyImage: Route = (_request, response) => {
  setTimeout(() => {
    response.writeHead(200, { 'content-type': 'image/svg+xml', 'cache-control': 'no-store' })
    response.end(
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><rect width="300" height="300" fill="#c80000"/></svg>',
    )
  }, 150)
}

/** Adds ten items of 100 px whenever its end is near, without limit. */
const feed = page(`<main></main><script>let count = 0
const add = () => { for (let i = 0; i < 10; i++) { const item = document.createElement('div')
  const n = count++; item.style.cssText = 'height:100px;background:rgb(' + [n * 37 % 256, n * 91 % 256, n * 151 % 256] + ')'
  document.querySelector('main').append(item) } }
add(); add()
addEventListener('scroll', () => { if (scrollY + innerHeight > document.documentElement.scrollHeight - 200) add() })</script>`)

/** An application shell: a top bar of 50 px, a side bar of 200 px, and 4,000 px that scroll between them. */
const shell = page(
  `<div class="app"><div style="height:50px;background:rgb(50,50,50)"></div><div class="middle">
<div style="width:200px;background:rgb(200,200,255)"></div><div class="main">${Array.from({ length: 40 }, (_, index) => `<div style="height:100px;background:rgb(${bandColor(index).join()})"></div>`).join('')}</div></div></div>`,
  `<style>html,body{height:100%;overflow:hidden}.app{display:flex;flex-direction:column;height:100vh}
.middle{flex:1;display:flex;min-height:0}.main{flex:1;overflow:auto}</style>`,
)

const framed = page('', '<style>body{background:rgb(0,255,0)}</style>')

/** A frame of another site at 100, 3000 (600 x 400), and one of 1,600 px below; a fixed header of 50 px. */
export function farFrames(frameUrl: string): Route {
  return page(`<div style="position:fixed;z-index:1;top:0;width:100%;height:50px;background:rgb(255,0,0)"></div>
<div style="height:3000px;background:rgb(238,238,238)"></div>
<iframe src="${frameUrl}" style="display:block;border:0;margin-left:100px;width:600px;height:400px"></iframe>
<div style="height:600px;background:rgb(221,221,221)"></div>
<iframe src="${frameUrl}" style="display:block;border:0;width:300px;height:1600px"></iframe>`)
}

/** Forty frames of another site, 300 x 150 each, four in a row, 2,000 px down. */
export function manyFrames(frameUrl: string): Route {
  return page(`<div style="height:2000px"></div>
<div style="display:grid;grid-template-columns:repeat(4,300px);gap:10px">${`<iframe src="${frameUrl}" style="display:block;border:0;width:300px;height:150px"></iframe>`.repeat(40)}</div>`)
}

const elements = page(`<header style="position:fixed;z-index:1;top:0;width:100%;height:60px;background:rgb(0,0,128)"></header>
<div style="height:1500px"></div>
<div id="plain" style="width:200px;height:100px;background:rgb(10,20,30)"></div>
<div id="plain" style="width:300px;height:100px;background:rgb(200,20,30)"></div>
<div id="fraction" style="width:100.5px;height:50.3px;background:rgb(1,2,3)"></div>
<div id="none" style="display:none">none</div><div id="flat" style="width:100px;height:0"></div>
<div id="host"></div><div style="height:1000px"></div>
<div id="tall" style="width:400px;height:2600px;background:rgb(40,90,20)"></div>
<div id="wide" style="width:2000px;height:50px;background:rgb(40,20,90)"></div>
<div style="width:300px;height:300px;overflow:auto"><div style="height:2000px"></div>
<div id="inside" style="height:80px;background:rgb(90,20,40)"></div>
<div id="inside-tall" style="height:2400px;background:rgb(20,40,90)"></div></div>
<div id="gone" style="position:absolute;left:-900px;top:0;width:100px;height:100px"></div>
<div id="right" style="position:absolute;left:3000px;top:200px;width:100px;height:100px;background:rgb(7,77,177)"></div>
<script>const root = document.querySelector('#host').attachShadow({ mode: 'open' })
root.innerHTML = '<div><p id="inner"></p></div>'
const inner = root.querySelector('p').attachShadow({ mode: 'open' })
inner.innerHTML = '<div class="deep" style="width:120px;height:80px;background:rgb(77,7,177)"></div>'
setTimeout(() => { const late = document.createElement('div'); late.id = 'late'
  late.style.cssText = 'width:50px;height:60px;background:rgb(5,55,155)'; document.querySelector('#plain').before(late) }, 600)</script>`)

/** Motion: an endless animation, a very long one, a transition, and a caret in a focused field. */
const moving = page(
  `<div id="endless"></div><div id="ending"></div><img src="/blinking.gif" style="position:absolute;left:0;top:400px;width:100px"><input id="field" style="position:absolute;left:0;top:300px" autofocus>
<script>document.querySelector('#field').focus()</script>`,
  `<style>#endless,#ending{position:absolute;width:100px;height:100px}
#endless{top:0;background:rgb(200,0,0);animation:go .7s linear infinite alternate}
#ending{top:150px;background:rgb(0,0,200);animation:go 60s linear forwards}
@keyframes go{from{left:0}to{left:500px}}input:focus{outline:0}</style>`,
)

/** Noise over a gradient: like a photo, which encoders compress badly. */
const photo = page(`<canvas width="800" height="600"></canvas><script>const context = document.querySelector('canvas').getContext('2d')
const image = context.createImageData(800, 600); let seed = 1
for (let i = 0; i < image.data.length; i++) { seed = seed * 1103515245 + 12345 & 0x7fffffff
  image.data[i] = i % 4 === 3 ? 255 : ((i >> 2) % 800) / 5 + (seed >> 16) % 64 }
context.putImageData(image, 0, 0)</script>`)

/** Only one box has a background. */
const bare = page('<div style="width:100px;height:100px;background:rgb(255,0,0)"></div>', '<style>body{background:none}</style>')

/** Two characters of each of several scripts, and two that no font has. */
const scripts = page(['漢字', '한글', 'かな', 'Ωλ', '\u{f8fe}\u{f8ff}']
  .map((signs) => [...signs].map((sign) => `<span style="display:inline-block;width:60px;height:60px;font:40px/60px serif">${sign}</span>`).join(''))
  .map((line) => `<div style="height:60px">${line}</div>`).join(''))

/** Wider than its view. */
const wide = page('<div style="width:1800px;height:900px;background:linear-gradient(90deg,rgb(255,0,0) 50%,rgb(0,0,255) 50%)"></div>')
const wideHidden = page('<div style="width:1800px;height:900px;background:rgb(255,0,0)"></div>', '<style>body{overflow-x:hidden}</style>')

/** Alternates between red and blue every tenth of a second. */
const blinking: Route = async (_request, response) => {
  const pixels = Buffer.alloc(2 * 300, Buffer.from([0, 0, 255])).fill(Buffer.from([255, 0, 0]), 0, 300)
  const raw = { width: 10, height: 20, channels: 3, pageHeight: 10 } as const
  const gif = await sharp(pixels, { raw }).gif({ delay: [100, 100], loop: 0 }).toBuffer()
  response.writeHead(200, { 'content-type': 'image/gif' })
  response.end(gif)
}

/** Documents that are not HTML. */
const drawing: Route = (_request, response) => {
  response.writeHead(200, { 'content-type': 'image/svg+xml' })
  response.end('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1500"><rect width="900" height="1500" fill="#0a1eb4"/></svg>')
}
const words: Route = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' })
  response.end('A line of words\n'.repeat(200))
}

/** Navigates to another page as soon as it is scrolled. */
const leaving = page(`<div style="height:9000px"></div>
<script>addEventListener('scroll', () => location.replace('/bands?height=2000'), { once: true })</script>`)

/** Reloads itself again and again. */
const restless = page('<script>addEventListener("load", () => setTimeout(() => location.reload(), 20))</script>')

/** Pages whose picture is known. */
/** After its load event: removes its root element, or opens its document again and never writes it. */
const rootless = page('<script>onload = () => document.documentElement.remove()</script>')
const unwritten = page('<script>onload = () => document.open()</script>')

export const capturePages: Readonly<Record<string, Route>> = {
  '/bands': bands,
  '/hero': hero,
  '/fixed-backgrounds': fixedBackgrounds,
  '/backdrops': backdrops,
  '/lazy': lazy,
  '/lazy.svg': lazyImage,
  '/feed': feed,
  '/shell': shell,
  '/framed': framed,
  '/elements': elements,
  '/moving': moving,
  '/blinking.gif': blinking,
  '/photo': photo,
  '/bare': bare,
  '/scripts': scripts,
  '/drawing.svg': drawing,
  '/words.txt': words,
  '/wide': wide,
  '/wide-hidden': wideHidden,
  '/leaving': leaving,
  '/restless': restless,
  '/rootless': rootless,
  '/unwritten': unwritten,
}
