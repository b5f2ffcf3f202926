import { templateArtifact } from '#stages/score/audit/rules/metadata/template/template-artifact.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(templateArtifact, {
  passes: [
    {
      name: 'plain texts',
      page: '<title>Bicycles | Shop</title><meta name="description" content="All bicycles, 50% off">',
    },
    {
      name: 'braces and percent signs of a text',
      page: '<title>The {{ }} of 100 % sets: 5%d and 20%s {a}</title>',
    },
    {
      name: 'a page about undefined',
      page: '<title>Why is my variable undefined in JavaScript? | Forum</title><h1>What NaN means</h1>',
    },
  ],
  fails: [
    {
      name: 'double braces',
      page: '<title>{{ page.title }} – Shop</title>',
      message: 'leftover',
      evidence: 'html > head > title',
      says: '{{ page.title }}',
      affected: 1,
      total: 1,
    },
    {
      name: 'a template literal',
      page: `<title>Shop</title><meta property="og:title" content="\${title}">`,
      message: 'leftover',
      evidence: 'html > head > meta',
      affected: 1,
      total: 2,
    },
    {
      name: 'an object as text',
      page: '<title>[object Object]</title>',
      message: 'leftover',
      evidence: 'html > head > title',
    },
    {
      name: 'a value between separators',
      page: '<title>undefined | Shop</title>',
      message: 'leftover',
      evidence: 'html > head > title',
    },
    {
      name: 'a value in the path of the canonical',
      page: '<title>Shop</title><link rel="canonical" href="https://www.example.com/undefined">',
      message: 'leftover',
      evidence: 'html > head > link',
    },
    {
      name: 'a heading',
      page: '<title>Shop</title><h1>{{headline}}</h1>',
      message: 'leftover',
      evidence: 'html > body > h1',
    },
    {
      name: 'a placeholder of a plugin',
      page: '<title>%%title%% %%sep%% Shop</title>',
      message: 'leftover',
      evidence: 'html > head > title',
    },
    {
      name: 'a placeholder of a format',
      page: '<title>Welcome to %s, %1$s!</title>',
      message: 'leftover',
      evidence: 'html > head > title',
      says: '"%s"',
    },
    {
      name: 'a filter with arguments',
      page: `<title>{{ name | default('x', true) }}</title>`,
      message: 'leftover',
      evidence: 'html > head > title',
    },
    {
      name: 'a value behind a colon',
      page: '<title>Price: undefined</title>',
      message: 'leftover',
      evidence: 'html > head > title',
    },
    {
      name: 'a price that is none',
      page: '<title>Bicycle for €NaN</title>',
      message: 'leftover',
      evidence: 'html > head > title',
    },
  ],
  notApplicable: 'every page has a title, an address or nothing to be wrong',
  notDecidable: [
    {
      name: 'AngularJS fills in the title',
      page: '<html ng-app="shop"><title>{{title}}</title>',
      reason: 'app_shell',
    },
    {
      name: 'pitfall 23: an app shell',
      page: '<title>{{title}}</title><div id="app"></div><script src="/app.js"></script>',
      reason: 'app_shell',
    },
  ],
})
