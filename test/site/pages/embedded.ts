import type { Route } from '#test/support/sites/target-site.ts'
import { page } from './capture.ts'

const shadowOf = (name: string, inside: string) =>
  `<script>customElements.define('${name}', class extends HTMLElement { connectedCallback() {
  this.attachShadow({ mode: 'open' }).innerHTML = \`${inside}\` } })</script>`
const frame = (url: string, more = '') => `<iframe src="${url}" ${more} width=640 height=360 style="border:0;display:block"></iframe>`

/** Where a document of another site may be, at 640 x 360 px. */
const holders: Readonly<Record<string, (url: string) => string>> = {
  shadow: (url) => `<v-embed></v-embed>${shadowOf('v-embed', frame(url))}`,
  shadowsInEachOther: (url) => `<v-outer></v-outer>${shadowOf('v-embed', frame(url))}${shadowOf('v-outer', '<div><v-embed></v-embed></div>')}`,
  slot: (url) => `<v-slot>${frame(url)}</v-slot>${shadowOf('v-slot', '<div style="overflow:hidden"><slot></slot></div>')}`,
  frameInFrame: (url) => frame(`/holding?url=${encodeURIComponent(url)}`),
  frameInFrameInShadow: (url) => `<v-embed></v-embed>${shadowOf('v-embed', frame(`/holding?url=${encodeURIComponent(url)}`))}`,
  object: (url) => `<object data="${url}" type="text/html" width=640 height=360 style="display:block"></object>`,
  embed: (url) => `<embed src="${url}" type="text/html" width=640 height=360 style="display:block">`,
  lazy: (url) => frame(url, 'loading=lazy'),
  lazyInShadow: (url) => `<v-embed></v-embed>${shadowOf('v-embed', frame(url, 'loading=lazy'))}`,
  underShadowHeader: (url) => `${frame(url)}<script>document.body.append(document.createElement('v-header'))</script>${shadowOf('v-header', '<div style="position:fixed;z-index:1;top:0;left:0;width:100%;height:500px;background:rgb(255,0,0)"></div>')}`,
}

/** A document of another site 1,800 px down: `?kind=`. `#section`, of 1,600 px, holds it. */
export function embedded(frameUrl: string): Route {
  return (request, response) => {
    const kind = new URL(request.url ?? '/', 'http://site').searchParams.get('kind') ?? ''
    page(`<div style="height:1800px"></div><section id="section" style="height:1600px"><div id="holder">${holders[kind]?.(frameUrl)}</div></section><div style="height:900px"></div>`)(request, response)
  }
}

/** A document of this site that holds one of another. */
export const holding: Route = (request, response) => {
  const url = new URL(request.url ?? '/', 'http://site').searchParams.get('url') ?? ''
  page(frame(url))(request, response)
}

export const embeddedKinds = Object.keys(holders)
