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
  ['en-UK', 'did you mean gb?'],
  ['en-EU', 'eu is not a country code'],
  ['es-419', '419 is not a country code'],
  ['en_US', 'en-us'],
  ['jp', 'did you mean ja?'],
  ['be-xx', 'xx is not a country code'],
  ['', 'empty'],
  [' ', 'white space'],
  [' en', 'white space'],
  ['en\t', 'white space'],
  ['en\u00A0', 'white space'],
  ['en -us', 'white space'],
  ['en- US', 'white space'],
  ['en US', 'white space'],
  [' x-default', 'white space'],
  ['en-', 'is not a country code'],
  ['en--US', 'is not a country code'],
  ['fr-FX', 'fx is not a country code'],
  ['zh-Hanz', 'hanz is not a script code'],
  ['US', 'did you mean en?'],
  ['default', 'default is not a language code'],
  ['en\u2010US', 'is not a language code'],
  ['en, de', 'several codes'],
  ['eng', 'eng is not a language code'],
  ['en-US-x-a', 'nothing may follow en-US'],
  ['de-DE-Latn', 'nothing may follow de-DE'],
  ['constructor', 'constructor is not a language code'],
  ['en-AN', 'an is not a country code'],
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
      evidence: '"en-UK" (uk is not a country code; did you mean gb?)',
      affected: 1,
      total: 2,
    },
    {
      name: 'in the sitemap',
      page: { sitemaps: { matches: [sitemapEntry(url, [{ hreflang: 'cz', href: url }])] } },
      message: 'invalid',
      evidence: '"cz" (cz is not a language code; did you mean cs?)',
    },
  ],
  notApplicable: [
    { name: 'no versions', page: '<title>A</title>' },
    { name: 'a link that is no version', page: '<a hreflang="xx" href="/a">a</a>' },
  ],
})
