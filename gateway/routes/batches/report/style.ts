import { createHash } from 'node:crypto'

/** The style of the report as HTML: for a screen of any width, light or dark, and for paper. */
export const STYLE = `
:root { color-scheme: light; --ink: #1b1f24; --soft: #57606a; --line: #d8dee4; --back: #fff; --tint: #f4f6f8; --accent: #0b5cad }
@media screen and (prefers-color-scheme: dark) { :root { color-scheme: dark; --ink: #e6edf3; --soft: #9aa5b1; --line: #353c45;
  --back: #0d1117; --tint: #171d25; --accent: #79c0ff } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 52rem; padding: 2rem 1.25rem 5rem; background: var(--back); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 2.1rem; line-height: 1.2; letter-spacing: -.01em; margin: 0 0 .5rem; text-wrap: balance }
h2 { font-size: 1.3rem; line-height: 1.3; margin: 3rem 0 .75rem; padding-top: .5rem; border-top: 1px solid var(--line) }
h3 { font-size: 1.05rem; line-height: 1.35; margin: 0 0 .25rem }
p { margin: .5rem 0 }
a { color: var(--accent); text-underline-offset: .15em; text-decoration-thickness: .06em }
.soft, .meta, figcaption, .source { color: var(--soft) }
.meta, .source, figcaption, .more { font-size: .9rem }
.source a { color: inherit }
.cover { border-top: .35rem solid var(--accent); padding: 2rem 0 .5rem }
.cover p { margin: .25rem 0 }
.logo { display: block; max-width: 14rem; max-height: 5rem; margin: 0 0 2rem; padding: 0 }
.site { font-size: 1.2rem; color: var(--soft) }
.lead { font-size: 1.15rem; max-width: 46rem }
.facts { display: flex; flex-wrap: wrap; gap: .75rem 2rem; margin: 1.25rem 0; padding: 0 }
.facts div { border-left: 2px solid var(--line); padding-left: .6rem }
.facts dt { color: var(--soft); font-size: .85rem }
.facts dd { margin: 0; font-size: 1.2rem; font-weight: 600; font-variant-numeric: tabular-nums }
.tag { font-size: .8rem; font-weight: 600; color: var(--ink); border: 1px solid currentColor; border-radius: .2rem; padding: 0 .35rem }
.tag.error { background: var(--ink); color: var(--back); border-color: var(--ink) }
.tag.info { color: var(--soft); border-style: dashed }
.issue, .annex { margin: 1.75rem 0 }
ul, ol { margin: .5rem 0; padding-left: 1.4rem }
.first li { margin: .6rem 0; padding-left: .25rem }
.contents { list-style: none; padding: 0; columns: 22rem 2; column-gap: 2rem }
.contents li { break-inside: avoid; padding: .1rem 0 }
.flow { font-size: .93rem }
details summary { cursor: pointer; color: var(--accent); font-size: .9rem }
figure { margin: 1rem 0; max-width: 34rem }
.course { display: block; width: 100%; height: auto; overflow: visible }
.course polyline { fill: none; stroke: var(--accent); stroke-width: 1.75; stroke-linejoin: round }
.course circle { fill: var(--back); stroke: var(--accent); stroke-width: 1.5 }
.course line { stroke: var(--line); stroke-width: .75 }
.course text { fill: var(--ink); font-size: 10px }
.course .scale { fill: var(--soft) }
.bar { display: block; width: 100%; min-width: 4rem; height: .6rem }
.bar .track { fill: var(--line) }
.bar .share { fill: var(--accent) }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 1.25rem 2rem; align-items: start }
.wide { overflow-x: auto }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
table { border-collapse: collapse; width: 100%; font-size: .93rem }
th, td { text-align: left; vertical-align: middle; padding: .3rem .5rem .3rem 0; border-bottom: 1px solid var(--line) }
th { color: var(--soft); font-weight: 600; overflow-wrap: normal }
.charts td:nth-child(2):not(:last-child) { width: 45% }
td.number, th.number { text-align: right; padding-right: 0; font-variant-numeric: tabular-nums; white-space: nowrap }
@page { size: A4; margin: 15mm 14mm 16mm }
@media print {
  body { max-width: none; padding: 0; font: 8.25pt/1.32 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif; print-color-adjust: exact; -webkit-print-color-adjust: exact }
  h1 { font-size: 24pt } h2 { font-size: 12.5pt; margin: 10pt 0 3pt; padding-top: 4pt } h3 { font-size: 9.5pt; margin: 0 }
  h2, h3, .head, summary { break-after: avoid }
  p, ul, ol { margin: 2pt 0 }
  p, li { orphans: 2; widows: 2 }
  .cover { padding: 14pt 0 0 } .logo { margin-bottom: 18pt } .lead { font-size: 11pt }
  .facts { margin: 6pt 0; gap: 4pt 16pt } .facts div { padding-left: 5pt } .facts dd { font-size: 11pt }
  .facts dt, .meta, .source, figcaption, .more { font-size: 8pt } .tag { font-size: 7.5pt; padding: 0 2pt }
  .issue { margin: 6pt 0 } .annex { margin: 5pt 0 }
  .annex h3, .annex .same { display: inline } .annex .flow { font-size: 7pt; line-height: 1.25 } .annex .flow li { margin-right: 3pt } .annex .flow li + li::before { content: none }
  .head h3, .head .meta { display: inline } .head .meta::before { content: ' ' }
  .first li { margin: 3pt 0; break-inside: avoid }
  .contents { columns: 3; column-gap: 14pt; font-size: 8pt } .contents li { padding: 0 }
  .flow { display: inline; padding: 0; font-size: 7.5pt; line-height: 1.3 } .flow li { display: inline } .flow li + li::before { content: ' · '; color: var(--soft) }
  .more { display: inline } .more::before { content: ' · ' }
  .changes summary { display: inline; font-weight: 600; list-style: none; color: var(--ink) } .changes summary::after { content: ' ' }
  .changes details { display: block }
  a { text-decoration-color: var(--line); color: var(--ink) }
  figure { break-inside: avoid; max-width: 12cm }
  .charts { grid-template-columns: 1fr 1fr 1fr; gap: 6pt 16pt } .bar { min-width: 1cm } table { font-size: 8pt } th, td { padding: 1.5pt 6pt 1.5pt 0 }
  .charts td:first-child:not(:has(a)) { overflow-wrap: normal }
  tr, .charts > * { break-inside: avoid } thead { display: table-header-group } .wide { overflow: visible }
  .issue details .said { display: none }
  .issue summary, .annex summary { display: none } details { display: inline }
  details::details-content { content-visibility: visible; block-size: auto; display: inline }
  .issue details .flow li:first-child::before { content: ' · '; color: var(--soft) } }
`

/** The policy of the document: nothing but this style, and the logo, which stands in it. */
export const HTML_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
