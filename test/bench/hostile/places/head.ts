import { inHead, MANY, manyInHead, PAGE_CHARS, type Places, page, quoted } from '../hostile-page.ts'

const names = 'description author robots viewport date keywords generator twitter:label1'.split(' ')
const properties =
  'og:title og:image og:url og:site_name og:locale article:published_time article:author'.split(' ')
const directives = 'refresh content-security-policy content-language content-type'.split(' ')

const metas = (attribute: string, values: readonly string[]): Places =>
  Object.fromEntries(
    values.map((name) => [
      `meta ${name}`,
      inHead((value) => `<meta ${attribute}="${name}" content="${value}">`),
    ]),
  )

/** Places of the head of a page. */
export const headPlaces: Places = {
  ...metas('name', names),
  ...metas('property', properties),
  ...metas('http-equiv', directives),
  title: (run) => ({ html: `<title>${run(PAGE_CHARS)}</title><h1>A</h1>` }),
  doctype: (run) => ({ html: `<!doctype ${run(PAGE_CHARS)}><title>a</title>` }),
  'html lang': (run) => ({ html: `<html lang="${quoted(run(PAGE_CHARS))}"><title>a</title>` }),
  'meta names': inHead((value) => `<meta name="${value}" property="${value}" content="a">`),
  'meta itemprops': (run) => {
    const half = quoted(run(PAGE_CHARS / 2))
    return page(`<meta itemprop="author ${half}" content="${half}">`)
  },
  'meta charset': inHead((value) => `<meta charset="${value}">`),
  'metas author': manyInHead((value, at) => `<meta name="author" content="${at} ${value}">`),
  'metas with own names': manyInHead((value, at) => `<meta name="${at}${value}" content="${value}">`),
  canonical: inHead((value) => `<link rel="canonical" href="/${value}">`),
  'canonical host': inHead((value) => `<link rel="canonical" href="https://${value}/">`),
  canonicals: manyInHead((value, at) => `<link rel="canonical" href="/${at}${value}">`),
  'base href': (run) => {
    const links = '<link rel="alternate" hreflang="de" href="a">'.repeat(MANY)
    const elements = '<a href="b">a</a><img src="c">'.repeat(MANY)
    return page(`<base href="/${quoted(run(PAGE_CHARS))}/">${links}`, elements)
  },
  'link rel': inHead((value) => `<link rel="${value}" href="a">`),
  'preload links': manyInHead(
    (value, at) => `<link rel="preload" as="image" href="/${at}" imagesrcset="${value}">`,
  ),
  'hreflang code': inHead((value) => `<link rel="alternate" hreflang="${value}" href="/a">`),
  'hreflang addresses': manyInHead(
    (value, at) => `<link rel="alternate" hreflang="de" href="/${at}${value}">`,
  ),
  'hreflang codes': manyInHead(
    (value, at) => `<link rel="alternate" hreflang="${value}${at}" href="/${at}">`,
  ),
  icons: manyInHead((value, at) => `<link rel="icon" sizes="${value}" href="/${at}.png">`),
  'style sheet': inHead((value) => `<style>${value}</style>`),
  'scripts with src': manyInHead((value, at) => `<script src="/${at}${value}"></script>`),
}
