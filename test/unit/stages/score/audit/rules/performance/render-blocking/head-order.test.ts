import { headOrder } from '#stages/score/audit/rules/performance/render-blocking/head-order.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const best = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A</title><link rel="preconnect" href="https://a.test">
  <script async src="a.js"></script><style>@import "b.css";</style><script src="c.js"></script><link rel="stylesheet" href="d.css">
  <link rel="preload" as="font" href="e.woff2" crossorigin><script defer src="f.js"></script><link rel="prefetch" href="/g">
  <meta name="description" content="A">`

ruleTester(headOrder, {
  passes: [
    { name: 'the order that capo.js recommends', page: `<head>${best}</head>` },
    {
      name: 'a description before the title costs nothing',
      page: '<head><meta name="description" content="A"><title>A</title></head>',
    },
    {
      name: 'async scripts wait for nothing',
      page: '<head><link rel="stylesheet" href="a.css"><script async src="b.js"></script></head>',
    },
    {
      name: 'what is written in the page is there at once',
      page: '<head><style>p {}</style><script>a()</script><title>A</title></head>',
    },
  ],
  fails: [
    {
      name: 'capo.js: a script before charset and title',
      page: '<head><script src="a.js"></script><meta charset="utf-8"><title>A</title><link rel="icon" href="/a.png"></head>',
      message: 'late',
      evidence: 'html > head > meta',
      affected: 2,
      total: 4,
    },
    {
      name: 'capo.js: a script behind a style sheet',
      page: '<head><title>A</title><link rel="stylesheet" href="a.css"><script src="b.js"></script></head>',
      message: 'late',
      evidence: 'html > head > script',
      affected: 1,
      total: 3,
    },
  ],
  notApplicable: [{ name: 'an empty head', page: '<p>x' }],
})
