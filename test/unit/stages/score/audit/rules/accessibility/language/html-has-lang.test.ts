import { htmlHasLang } from '#stages/score/audit/rules/accessibility/language/html-has-lang.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(htmlHasLang, {
  passes: [
    { name: 'ACT b5c3f8 passed: a language', page: '<html lang="es"><title>x</title>' },
    { name: `whether the language exists is another rule's`, page: '<html lang="em-US"><title>x</title>' },
  ],
  fails: [
    { name: 'ACT b5c3f8 failed: none', page: '<html><title>x</title>', evidence: 'html', message: 'missing' },
    {
      name: 'pitfall: the html tag may be left out',
      page: '<!doctype html><title>x</title><p>Text',
      evidence: 'html',
      message: 'missing',
    },
    {
      name: 'ACT b5c3f8 failed: an empty one',
      page: '<html lang=""><title>x</title>',
      evidence: 'html',
      message: 'missing',
    },
    {
      name: 'ACT b5c3f8 failed: white space',
      page: '<html lang=" "><title>x</title>',
      evidence: 'html',
      message: 'missing',
    },
    {
      name: 'ACT b5c3f8 failed: xml:lang alone',
      page: '<html xml:lang="en"><title>x</title>',
      evidence: 'html',
      message: 'xmlOnly',
    },
  ],
  notApplicable: 'every page has an html element',
})
