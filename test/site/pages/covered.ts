import type { Route } from '#test/support/sites/target-site.ts'
import { page } from './capture.ts'

const bar = (style: string, inside = '') => `<div style="background:rgb(240,0,200);z-index:9;${style}">${inside}</div>`

/** What may stick to the view over an element: `?over=`. */
const coverings: Readonly<Record<string, string>> = {
  header: bar('position:fixed;top:0;left:0;right:0;height:90px', 'Menu'),
  sticky: bar('position:sticky;top:0;height:90px'),
  footer: bar('position:fixed;bottom:0;left:0;right:0;height:160px'),
  chat: bar('position:fixed;bottom:200px;left:300px;width:60px;height:60px;border-radius:30px'),
  side: bar('position:fixed;top:0;bottom:0;left:0;width:80px'),
  through: bar('position:fixed;top:0;left:0;right:0;height:90px;pointer-events:none'),
  late: '<script>setTimeout(() => { document.querySelector("#late").style.display = "block" }, 100)</script>' +
    bar('position:fixed;top:0;left:0;right:0;height:90px;display:none', '').replace('<div', '<div id="late"'),
  shadow: `<x-bar></x-bar><script>customElements.define('x-bar', class extends HTMLElement { connectedCallback() {
    this.attachShadow({ mode: 'open' }).innerHTML = '${bar('position:fixed;top:0;left:0;right:0;height:90px')}' } })</script>`,
  empty: bar('position:fixed;top:0;left:0;width:0;height:0', bar('position:absolute;left:0;top:0;width:600px;height:200px')),
  dialog: '<dialog style="height:300px;width:300px;background:rgb(240,0,200)"></dialog><script>document.querySelector("dialog").showModal()</script>',
}

/** A section of 600 px width and `?height=` px in the middle of a long page, with something over it. */
const covered: Route = (request, response) => {
  const query = new URL(request.url ?? '/', 'http://site').searchParams
  page(
    `${coverings[query.get('over') ?? '']}<div style="height:1500px"></div>
<section id="card" style="height:${Number(query.get('height'))}px;width:600px;background:rgb(20,150,60)"></section><div style="height:1500px"></div>`,
  )(request, response)
}

/** A fixed panel of 500 x 400 px that holds an element, with a sticky line and a fixed box in the element; behind all, a fixed ground. */
const covering = page(
  `<div style="position:fixed;inset:0;background:rgb(0,0,128)"></div><div style="height:3000px"></div>
<div style="position:fixed;top:100px;left:100px;width:500px;height:400px;background:rgb(20,150,60)">
<div id="inner" style="position:relative;height:300px"><div style="position:sticky;top:0;height:50px;background:rgb(200,0,0)"></div>
<div style="position:fixed;left:300px;top:300px;width:50px;height:50px;background:rgb(0,0,200)"></div></div></div>
<div id="clear" style="position:absolute;top:1500px;left:700px;width:400px;height:200px"></div>`,
)

/** Pages with elements under what sticks to the view. */
export const pagesOfCovered: Readonly<Record<string, Route>> = { '/covered': covered, '/covering': covering }
export const coveringNames = Object.keys(coverings)
