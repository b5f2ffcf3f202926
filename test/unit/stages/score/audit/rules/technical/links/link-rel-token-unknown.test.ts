import { linkRelTokenUnknown } from '#stages/score/audit/rules/technical/links/link-rel-token-unknown.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const link = (rel: string) => `<a href="https://example.org/" rel="${rel}">x</a>`

ruleTester(linkRelTokenUnknown, {
  passes: [
    { name: 'HTML 4.6.7: several', page: link('noopener noreferrer nofollow') },
    { name: 'Google, Qualify your outbound links: commas between its own', page: link('ugc,nofollow') },
    { name: 'upper case', page: link('NoFollow') },
    { name: 'XFN and microformats', page: link('me friend met tag bookmark home') },
    { name: 'a word of a script', page: link('lightbox[gallery] prettyPhoto') },
    { name: 'its opposite has no effect, and needs none', page: link('dofollow') },
  ],
  fails: [
    {
      name: 'a hyphen',
      page: link('no-follow'),
      message: 'misspelled',
      evidence: 'html > body > a',
      says: '"no-follow" instead of "nofollow"',
      affected: 1,
      total: 1,
    },
    {
      name: 'a letter too many',
      page: link('noopenner'),
      message: 'misspelled',
      evidence: 'html > body > a',
      says: 'noopener',
    },
    {
      name: 'a double letter',
      page: link('norefferer'),
      message: 'misspelled',
      evidence: 'html > body > a',
      says: 'noreferrer',
    },
    {
      name: 'parted by a comma',
      page: link('nofollow,noopener'),
      message: 'misspelled',
      evidence: 'html > body > a',
      says: '"nofollow noopener"',
    },
    {
      name: 'a comma at the end',
      page: link('nofollow, noopener'),
      message: 'misspelled',
      evidence: 'html > body > a',
      says: '"nofollow"',
    },
  ],
  notApplicable: [{ name: 'no relations', page: '<a href="/a">a</a>' }],
})
