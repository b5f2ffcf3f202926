import { hreflangCodeInvalid } from '#stages/score/audit/rules/technical/hreflang/hreflang-code-invalid.ts'
import { alternate } from '#test/support/audit/alternate.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { sitemapEntry } from '#test/support/audit/sitemap-file.ts'

const url = 'https://www.example.com/page'
const good = [
  'en',
  'en-GB',
  'de-AT',
  'zh-Hant',
  'zh-Hans-US',
  'x-default',
  'X-Default',
  'EN-us',
  'uk-UA',
  'sr-Latn',
  'eu',
  'eu-ES',
  'no',
  'zh-Hant-HK',
  'pt-br',
]
const bad: [code: string, says: string][] = [
  ['en-UK', 'perhaps gb is meant'],
  ['en-EU', 'eu is no country'],
  ['es-419', '419 is no country'],
  ['en_US', 'en-us'],
  ['jp', 'perhaps ja is meant'],
  ['be-xx', 'xx is no country'],
  ['', 'it is empty'],
  [' ', 'white space'],
  [' en', 'white space'],
  ['en\t', 'white space'],
  ['en\u00A0', 'white space'],
  ['en -us', 'white space'],
  ['en- US', 'white space'],
  ['en US', 'white space'],
  [' x-default', 'white space'],
  ['en-', 'no country'],
  ['en--US', 'no country'],
  ['fr-FX', 'fx is no country'],
  ['zh-Hanz', 'hanz is no script'],
  ['US', 'perhaps en is meant'],
  ['default', 'default is no language'],
  ['en\u2010US', 'no language'],
  ['en, de', 'several codes'],
  ['eng', 'eng is no language'],
  ['en-US-x-a', 'nothing may follow en-US'],
  ['de-DE-Latn', 'nothing may follow de-DE'],
  ['constructor', 'constructor is no language'],
  ['en-AN', 'an is no country'],
]

ruleTester(hreflangCodeInvalid, {
  passes: good.map((code) => ({ name: `Google: ${code}`, page: alternate(code, url) })),
  fails: [
    ...bad.map(([code, says]) => ({
      name: `"${code}"`,
      page: alternate(code, url),
      message: 'invalid',
      evidence: 'html > head > link',
      says,
    })),
    {
      name: 'one of several, the other in a header',
      page: { html: alternate('en', url), headers: { link: `<${url}>; rel="alternate"; hreflang="en-UK"` } },
      message: 'invalid',
      evidence: '"en-UK" (uk is no country; perhaps gb is meant)',
      affected: 1,
      total: 2,
    },
    {
      name: 'in the sitemap',
      page: { sitemaps: { matches: [sitemapEntry(url, [{ hreflang: 'cz', href: url }])] } },
      message: 'invalid',
      evidence: '"cz" (cz is no language; perhaps cs is meant)',
    },
  ],
  notApplicable: [
    { name: 'no versions', page: '<title>A</title>' },
    { name: 'a link that is no version', page: '<a hreflang="xx" href="/a">a</a>' },
  ],
})
