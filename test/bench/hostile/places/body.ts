import { inBody, manyInBody, PAGE_CHARS, type Places, page, plain, quoted } from '../hostile-page.ts'

/** Elements around the rest of a page: nearly as deep as pages are read. */
const DEEP = 900

/** Places of the body of a page. */
export const bodyPlaces: Places = {
  heading: inBody((value) => `<h2>${value}</h2>`),
  headings: manyInBody((value, at) => `<h${(at % 6) + 1}>${plain(value)}</h${(at % 6) + 1}>`),
  'anchor text': inBody((value) => `<a href="/a">${value}</a>`),
  'anchor texts': manyInBody((value, at) => `<a href="/${at}">${plain(value)}</a>`),
  href: inBody((value) => `<a href="${quoted(value)}">a</a>`),
  hrefs: manyInBody((value, at) => `<a href="/${at}${value}">a</a>`),
  'hrefs with queries': manyInBody((value, at) => `<a href="/1234/${value}?a=1234&b=${at}&c=${value}">a</a>`),
  'hrefs, many': (run) => {
    const value = quoted(run(12))
    return page('', Array.from({ length: 4000 }, (_, at) => `<a href="/${at}${value}">a</a>`).join(''))
  },
  'hrefs to places': manyInBody((value, at) => `<a href="#${value}" id="${value}${at}">a</a>`),
  'anchor rel': inBody((value) => `<a rel="${quoted(value)}" href="/a">a</a>`),
  'image alt': inBody((value) => `<img src="/a.png" alt="${quoted(value)}">`),
  'image alts': manyInBody((value, at) => `<img src="/${at}.png" alt="${value}">`),
  'image src': inBody((value) => `<img src="${quoted(value)}" alt="a">`),
  'image srcs': manyInBody((value, at) => `<img src="/${at}${value}" width="${at}" alt="a">`),
  srcset: inBody((value) => `<img srcset="${quoted(value)}" sizes="${quoted(value)}" src="/a.png">`),
  srcsets: manyInBody((value, at) => `<img srcset="/${at} 1x,${value}" src="/${at}.png">`),
  'body text': inBody((value) => value),
  'deep text': (run) => page('', `${'<div>'.repeat(DEEP)}${run(PAGE_CHARS)}`),
  nested: (run) => page('', `<div class="${quoted(run(20))}">`.repeat(2500)),
  'formatting elements': (run) => page('', `<a href="${quoted(run(8))}"><b><i><p>`.repeat(3000)),
  paragraph: inBody((value) => `<p>${plain(value)}</p>`),
  paragraphs: manyInBody((value) => `<p>${plain(value)}`),
  byline: inBody((value) => `<p class="author byline">${plain(value)}</p>`),
  bylines: manyInBody((value, at) => `<p class="author byline">By ${plain(value)} ${at}</p>`),
  'inline style': inBody((value) => `<p style="${quoted(value)}">a</p>`),
  'inline styles': manyInBody((value) => `<p style="${value}">a</p>`),
  script: inBody((value) => `<script>var author = "${value.replaceAll('</', '<\\/')}"</script>`),
  comment: inBody((value) => `<!--${value}-->`),
  'tag names': inBody((value) => `<${value}>`),
  'attribute names': inBody((value) => `<p ${value}>a</p>`),
  'attributes, many': (run) => {
    const attributes = Array.from({ length: 8000 }, (_, at) => `a${at}${run(3)}=b`)
    return page('', `<p ${attributes.join(' ')}>a</p>`)
  },
  'class list': inBody((value) => `<p class="${quoted(value)}">a</p>`),
  'class lists': manyInBody((value) => `<p class="${value}">a</p>`),
  ids: manyInBody((value, at) => `<p id="${value}${at % 7}" aria-labelledby="${value}">a</p>`),
  'aria references': manyInBody(
    (value, at) => `<input id="i${at}" aria-labelledby="i${at} i${at + 1} ${value}" aria-label="${value}">`,
  ),
  'aria roles': manyInBody(
    (value, at) => `<div role="${value}" aria-owns="o${at + 1} ${value}" id="o${at}">`,
  ),
  tables: manyInBody(
    (value, at) => `<table><tr><th id="h${at}">${plain(value)}<td headers="${value} h${at}">a</table>`,
  ),
  forms: manyInBody(
    (value, at) =>
      `<label for="f${at}">${plain(value)}</label><input id="f${at}" name="${value}" autocomplete="${value}">`,
  ),
  iframes: manyInBody((value) => `<iframe src="${value}" title="${value}"></iframe>`),
}
