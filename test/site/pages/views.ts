import type { Route } from '#test/support/sites/target-site.ts'
import { page } from './capture.ts'

/**
 * Fixed or sticky at the bottom of 3,000 px: a bar that sticks above the last 100 px, a moved note above it, and 90
 * px to the right a frame of another site; a sheet below the view until it is called; and, not at the bottom, a side
 * bar and a centered box.
 */
export function atBottom(frameUrl: string): Route {
  const fixed = (style: string, inside = '') => `<div style="position:fixed;${style}">${inside}</div>`
  return page(`<div id="content" style="height:2850px;background:rgb(238,238,238)"></div>
<div style="position:sticky;bottom:0;height:50px;background:rgb(200,0,0)"></div><div style="height:100px"></div>
${fixed('bottom:100px;left:50%;width:200px;height:60px;transform:translate(-50%,10px);transition:all 1s;background:rgb(0,0,200)')}
${fixed('bottom:0;left:0;right:0;height:300px;transform:translateY(100%);background:rgb(0,0,0)')}
${fixed('bottom:0;right:0;width:90px;height:90px', `<iframe src="${frameUrl}" style="border:0;width:90px;height:90px"></iframe>`)}
${fixed('top:0;bottom:0;left:0;width:60px;background:rgb(0,0,128)')}
${fixed('inset:300px 600px;background:rgb(128,0,128)')}`)
}

/**
 * Changes in narrow views, and when the size of the view changes: a box that has slid in and is absent in narrow
 * views, a scroller like it at its second half, a box that scripts hide for a while, an image with two sources, and a
 * fallback for scripts. 300 px each, with 3,000 px below.
 */
const responsive = page(
  `<div class="wide" id="came"></div>
<div class="wide" id="scroller"><p></p></div><div id="resized"></div><div id="observed"></div>
<picture><source media="(min-width: 600px)" srcset="/one.svg?rgb(200,0,200)"><img src="/one.svg?rgb(1,1,1)"></picture>
<div class="wide"><noscript><p>No scripts</p></noscript></div><div style="height:3000px"></div>
<script>document.querySelector('#scroller').scrollLeft = 300
const hide = (id) => () => { document.querySelector(id).style.visibility = 'hidden' }
addEventListener('resize', hide('#resized')); let seen = 0
new ResizeObserver(() => { if (seen++ > 0) hide('#observed')() }).observe(document.documentElement)</script>`,
  `<style>div,img{display:block;width:300px;height:300px}#came{background:rgb(200,0,0);animation:in 1s both}@keyframes in{from{opacity:0}to{opacity:1}}
#scroller{overflow-x:auto}p{margin:0;height:300px;width:600px;background:linear-gradient(90deg,rgb(0,0,0) 50%,rgb(0,200,0) 50%)}
#resized{background:rgb(0,0,200)}#observed{background:rgb(200,200,0)}@media(max-width:599px){.wide{display:none}}</style>`,
)

/** A square of the requested color. */
const one: Route = (request, response) => {
  const color = decodeURIComponent((request.url ?? '').replace(/^[^?]*\?/, ''))
  response.writeHead(200, { 'content-type': 'image/svg+xml' })
  response.end(
    `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><rect width="300" height="300" fill="${color}"/></svg>`,
  )
}

/**
 * Images that fail to load, whose sources depend on the view: each is a word, but a square while it is being
 * requested.
 */
const failing = page(
  `${'<img srcset="/late.svg 100w, /later.svg 300w" sizes="(max-width: 630px) 50px, 300px" src="/later.svg" width="300" height="300" alt="Missing">'.repeat(3)}
<div style="height:1500px;background:rgb(200,0,0)"></div><div style="height:1500px;background:rgb(0,0,200)"></div>`,
)

/** Late enough that a test on a busy machine sees the page while it waits. */
const missingLate: Route = (_request, response) => {
  setTimeout(() => response.writeHead(404).end(), 3000)
}

/** Pages that depend on the view: on its size, or on where it ends. */
export const pagesOfViews: Readonly<Record<string, Route>> = { '/responsive': responsive, '/one.svg': one, '/failing': failing, '/late.svg': missingLate, '/later.svg': missingLate }
