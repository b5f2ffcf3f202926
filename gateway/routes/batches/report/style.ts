import { createHash } from 'node:crypto'

/** The style of the report as HTML: for a screen of any width, light or dark, and for paper. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #59636e; --line: #d1d9e0; --back: #fff; --tint: #f6f8fa;
  --error: #b3261e; --warning: #8a5a00; --info: #0b5cad; --good: #1a6e35 }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9aa5b1; --line: #3d444d; --back: #0d1117; --tint: #151b23;
  --error: #ff7b72; --warning: #e3b341; --info: #79c0ff; --good: #56d364 } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem 1rem 4rem; background: var(--back); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .75rem; border-bottom: 1px solid var(--line); padding-bottom: .25rem }
h3 { font-size: 1rem; margin: 0 }
p { margin: .5rem 0 }
a { color: inherit }
.soft { color: var(--soft) }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); gap: .75rem; margin: 1.25rem 0; padding: 0 }
.facts div { background: var(--tint); border: 1px solid var(--line); border-radius: .5rem; padding: .6rem .75rem }
.facts dt { color: var(--soft); font-size: .85rem }
.facts dd { margin: 0; font-size: 1.15rem; font-weight: 600 }
.issue { border: 1px solid var(--line); border-left: .3rem solid var(--info); border-radius: .5rem; padding: .75rem 1rem; margin: .75rem 0 }
.issue.error { border-left-color: var(--error) }
.issue.warning { border-left-color: var(--warning) }
.severity { font-size: .8rem; font-weight: 600; color: var(--info) }
.error .severity { color: var(--error) }
.warning .severity { color: var(--warning) }
.good { color: var(--good) }
ul, ol { margin: .5rem 0; padding-left: 1.25rem }
details summary { cursor: pointer; color: var(--soft) }
meter { flex: 1; min-width: 6rem; height: .9rem }
.bar { display: flex; align-items: center; gap: .5rem; font-variant-numeric: tabular-nums }
code { font-size: .85em }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: .95rem }
th, td { text-align: left; vertical-align: top; padding: .35rem .5rem; border-bottom: 1px solid var(--line) }
th { color: var(--soft); font-weight: 600; overflow-wrap: normal }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
@media print { body { max-width: none; padding: 0; font-size: 10pt } .issue { break-inside: avoid } h2, h3 { break-after: avoid }
  .wide { overflow: visible } summary { display: none } details::details-content { content-visibility: visible; block-size: auto } }
`

/** The policy of the document: nothing but this style. */
export const HTML_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
