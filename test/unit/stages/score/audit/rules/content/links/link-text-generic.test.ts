import { linkTextGeneric } from '#stages/score/audit/rules/content/links/link-text-generic.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(linkTextGeneric, {
  passes: [
    {
      name: 'Accessible Name Computation 1.2, 2B: a reference completes the text',
      page: '<a id="l" href="/a" aria-labelledby="l h">More</a><b id="h">about tides</b>',
    },
    {
      name: 'hidden parts are left out of the name, those for the ear alone are not',
      page: '<a href="/a">More <span class="sr-only">about tides</span></a>',
    },
    { name: 'Lighthouse: a descriptive text', page: '<a href="/a">Our cups</a>' },
    {
      name: 'of a language in which it says something',
      page: '<html lang="fr"><a href="/a">information</a>',
    },
    {
      name: 'a name that says more',
      page: '<a href="/a" aria-label="Read more about our cups">Read more</a>',
    },
    { name: 'words around it in the link', page: '<a href="/a"><span>Read more</span> about cups</a>' },
  ],
  fails: [
    {
      name: 'the name by aria-label, which is what is heard',
      page: '<a href="/a" aria-label="Read more">Tides of the North Sea</a>',
      message: 'generic',
      evidence: 'html > body > a',
    },
    {
      name: 'the alternative of an image',
      page: '<a href="/a"><img src="a.png" alt="click here"></a>',
      message: 'generic',
      evidence: 'html > body > a',
    },
    {
      name: 'Lighthouse: click here',
      page: '<html lang="en"><a href="/a">Click here</a><a href="/b">Our cups</a>',
      message: 'generic',
      affected: 1,
      total: 2,
      evidence: 'html > body > a:nth-of-type(1)',
    },
    {
      name: 'Lighthouse: without a language, those of any',
      page: '<a href="/a">こちらをクリック</a>',
      message: 'generic',
      evidence: 'html > body > a',
    },
    {
      name: 'the nearest language counts',
      page: '<html lang="en"><p lang="de-AT"><a href="/a">hier</a>',
      message: 'generic',
      evidence: 'html > body > p > a',
    },
    {
      name: 'an arrow says nothing',
      page: '<a href="/a">Read more »</a>',
      message: 'generic',
      evidence: 'html > body > a',
    },
    {
      name: 'the alternative of an image is its text',
      page: '<a href="/a"><img src="a.png" alt="here"></a>',
      message: 'generic',
      evidence: 'html > body > a',
    },
  ],
  notApplicable: [
    {
      name: 'links that are not shown',
      page: '<a href="/a" hidden>more</a><div style="display:none"><a href="/b">more</a></div><a href="/c" aria-hidden="true">more</a>',
    },
    { name: 'no link', page: '<p>here' },
    { name: 'Lighthouse: it hands nothing on', page: '<a href="/a" rel="nofollow">here</a>' },
    { name: 'Lighthouse: within the page', page: '<a href="#a">more</a>' },
    {
      name: 'Lighthouse: no page',
      page: '<a href="mailto:a@example.com">here</a><a href="javascript:go()">go</a>',
    },
  ],
})
