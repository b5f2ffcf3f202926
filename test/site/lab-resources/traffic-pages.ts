import { setTimeout as delay } from 'node:timers/promises'
import { answer, silence, to } from '#test/site/hostile/pages.ts'
import type { Route } from '#test/support/sites/target-site.ts'
import { abroad, file, html, pixel, plainScript, script, zippedScript } from './pages.ts'

const wide = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }

/** Pages that make requests of every kind. */
export const trafficPages: Readonly<Record<string, Route>> = {
  '/plain': html('<script src=/plain.js></script><script src=/zipped.js></script>'),
  '/plain.js': script(plainScript, { 'Cache-Control': 'max-age=60', ETag: '"a"', 'X-Other': 'x' }),
  '/zipped.js': script(zippedScript, { 'content-encoding': 'gzip' }),
  '/twice': (_request, response) => {
    response.setHeader('cache-control', ['no-cache', 'private'])
    response.setHeader('content-type', 'text/html').end('<!doctype html><p>x')
  },
  '/first': to('/second'),
  '/second': to('/third'),
  '/third': async (request, response) => {
    await delay(150)
    await html('<p>x')(request, response)
  },
  '/leads-on': html('<script>onload = () => location.replace("/plain")</script>'),
  '/kinds': abroad(
    (origin) => `<link rel=stylesheet href=/a.css><link rel=preload as=font crossorigin href=/a.woff2>
    <img src=/a.png><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><video src=/a.mp4></video>
    <script src=/a.js></script><iframe src=/frame></iframe><script>
      fetch('/a.json'); fetch('/a.json?post', { method: 'POST', body: 'x' }); navigator.sendBeacon('/beacon', 'x')
      fetch('${origin}/asks-first', { headers: { 'x-y': 'z' } })
      fetch(URL.createObjectURL(new Blob(['x']))); new WebSocket('ws://' + location.host + '/socket')
    </script>`,
  ),
  '/a.css': file('text/css', 'p { color: red }'),
  '/a.js': script('1'),
  '/a.woff2': file('font/woff2', 'x'),
  '/a.png': file('image/png', pixel),
  '/a.mp4': file('video/mp4', 'x'),
  '/a.json': file('application/json', '[]'),
  '/frame': html('<p>x'),
  '/beacon': answer(204),
  '/asks-first': answer(200, wide, 'x'),
  '/with-workers': html(`<script>
    new Worker('/worker.js'); navigator.serviceWorker.register('/service.js')
  </script>`),
  '/worker.js': script('importScripts("/imported.js"); fetch("/a.json?worker")'),
  '/imported.js': script('1'),
  '/service.js': script('oninstall = (event) => event.waitUntil(fetch("/a.json?service"))'),
  '/with-frame': abroad((origin) => `<iframe src="${origin}/inner"></iframe>`),
  '/inner': html('<script src=/a.js></script>'),
  '/broken': abroad(
    // The load event does not wait for a fetch. It comes half a second later, with the end of the truncated script.
    (origin) => `<script>fetch('${origin}/not-for-you').catch(() => {})</script>
    <img src=/reset.png><script src=/cut.js></script><img src=/missing.png>`,
  ),
  '/reset.png': (_request, response) => void response.destroy(),
  '/cut.js': (_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/javascript', 'content-length': '5000' })
      .write('x'.repeat(1000))
    // A reset discards data that the receiver has not read yet.
    setTimeout(() => response.destroy(), 500)
  },
  '/missing.png': answer(404, { 'content-type': 'text/plain' }, 'no'),
  '/not-for-you': answer(200, {}, 'x'),
  '/blocked': html(`<img src=/a.png><script src=/a.js></script>`, {
    'content-security-policy': "img-src 'none'",
  }),
  '/refused': html(
    '<img src=/a.png><img src="http://127.0.0.9:9999/"><img src="https://127.0.0.9:9999/">',
  ),
  '/open': html('<script>fetch("/silence")</script>'),
  '/silence': silence,
  '/bodies': html(
    '<script src=/plain.js></script><script src=/zipped.js></script><script src=/a.js></script><img src=/a.png>',
  ),
  '/many': html('<script>for (let i = 0; i < 30; i++) fetch("/a.json?" + i)</script>'),
}
