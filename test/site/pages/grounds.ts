import type { Route } from '#test/support/sites/target-site.ts'
import { page } from './capture.ts'

const BLUE = 'rgb(30,60,200)'
const ground = (style: string, name = 'div', more = '') => `<${name} class="ground" style="position:fixed;inset:0;${style}"${more}></${name}>`
const main = (style = '') => `<main style="position:relative;z-index:1;color:#fff;padding:60px;height:6000px;${style}"><h1>White words on a ground</h1><p style="margin-top:2500px">The last words</p></main>`
const svg = encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="${BLUE}"/></svg>`)

/** A blue ground behind 6,000 px: `?kind=`. */
const kinds: Readonly<Record<string, string>> = {
  auto: ground(`background:${BLUE}`) + main(),
  zero: ground(`background:${BLUE};z-index:0`) + main(),
  negative: ground(`background:${BLUE};z-index:-1`) + main(),
  one: ground(`background:${BLUE};z-index:1`) + main('z-index:2'),
  through: ground(`background:${BLUE};pointer-events:none`) + main(),
  sized: ground(`background:${BLUE};inset:auto;top:0;left:0;width:100vw;height:100vh;max-height:100vh`) + main(),
  centered: ground(`background:${BLUE};inset:auto;top:50%;left:50%;min-width:100%;min-height:100%;transform:translate(-50%,-50%)`) + main(),
  wrapper: `<div id="app">${ground(`background:${BLUE}`)}${main()}</div>`,
  inside: ground('').replace('></div>', `><div style="width:100vw;height:100vh;background:${BLUE}"></div></div>`) + main(),
  layers: ground(`background:linear-gradient(${BLUE},${BLUE})`) + ground('background:rgba(30,60,200,.5);z-index:0') + main(),
  image: ground('width:100%;height:100%;object-fit:cover', 'img', ` src="data:image/svg+xml,${svg}"`) + main(),
  canvas: `${ground('width:100%;height:100%', 'canvas', ' width="40" height="20"')}${main()}<script>
const context = document.querySelector('canvas').getContext('2d'); context.fillStyle = '${BLUE}'; context.fillRect(0, 0, 40, 20)</script>`,
  video: ground('width:100%;height:100%', 'video', ` poster="data:image/svg+xml,${svg}"`) + main(),
  before: `<style>body::before{content:"";position:fixed;inset:0;background:${BLUE}}</style>${main()}`,
  beforeNegative: `<style>body::before{content:"";position:fixed;inset:0;z-index:-1;background:${BLUE}}</style>${main()}`,
  wrapperBefore: `<style>#app::before{content:"";position:fixed;inset:0;z-index:-1;background:${BLUE}}</style><div id="app">${main()}</div>`,
  shadow: `<x-ground></x-ground>${main()}<script>customElements.define('x-ground', class extends HTMLElement { connectedCallback() {
    this.attachShadow({ mode: 'open' }).innerHTML = '${ground(`background:${BLUE}`)}' } })</script>`,
}
const grounds: Route = (request, response) =>
  page(kinds[new URL(request.url ?? '/', 'http://site').searchParams.get('kind') ?? ''] ?? '')(request, response)

/** A hero of one view with words in its middle, over which opaque content slides. */
const hero = page(
  `<div style="position:fixed;inset:0;background:${BLUE};display:flex;align-items:center"><h1 style="width:100%;height:100px;margin:0;background:rgb(200,0,0)">Hero</h1></div>
<main style="position:relative;z-index:1;margin-top:100vh;height:3000px;background:rgb(20,150,60)"></main>`,
)

/** Something that covers the view above 3,000 px of green content: `?kind=`. */
const overlays: Readonly<Record<string, string>> = {
  veil: '<div style="position:fixed;inset:0;z-index:50;background:rgb(240,0,200)"></div>',
  veilAndDialog: '<div style="position:fixed;inset:0;z-index:50;background:rgb(240,0,200)"></div><div style="position:absolute;z-index:60;top:100px;left:300px;width:600px;height:500px;background:#fff">Dialog</div>',
  pseudo: '<style>body::after{content:"";position:fixed;inset:0;z-index:50;background:rgb(240,0,200)}</style>',
}
const veiled: Route = (request, response) =>
  page(`<main style="height:3000px;background:rgb(20,150,60)"><h1 style="margin:0">Article</h1></main>${overlays[new URL(request.url ?? '/', 'http://site').searchParams.get('kind') ?? '']}`)(request, response)

/** Pages with fixed elements that cover the view, behind the content or above it. */
export const pagesOfGrounds: Readonly<Record<string, Route>> = { '/grounds': grounds, '/sliding-over': hero, '/veiled': veiled }
export const groundKinds = Object.keys(kinds)
export const overlayKinds = Object.keys(overlays)
