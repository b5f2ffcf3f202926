import { htmlLangValid } from '#stages/score/audit/rules/accessibility/language/html-lang-valid.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(htmlLangValid, {
  passes: [
    { name: 'ACT bf051a passed: a language', page: '<html lang="fr"><title>x</title>' },
    {
      name: 'ACT bf051a passed: a region that does not exist',
      page: '<html lang="en-US-GB"><title>x</title>',
    },
    { name: 'three letters and upper case', page: '<html lang="GSW-CH"><title>x</title>' },
    { name: 'RFC 5646: for private use', page: '<html lang="qaa"><title>x</title>' },
  ],
  fails: [
    {
      name: 'ACT bf051a failed: not registered',
      page: '<html lang="em"><title>x</title>',
      message: 'unknown',
      evidence: 'html',
      says: 'em',
    },
    {
      name: 'ACT bf051a failed: a whole word',
      page: '<html lang="#1"><title>x</title>',
      message: 'unknown',
      evidence: 'html',
    },
    {
      name: 'ACT bf051a failed: an old tag whose first subtag is none',
      page: '<html lang="i-lux"><title>x</title>',
      message: 'unknown',
      evidence: 'html',
    },
    {
      name: 'RFC 5646, 2.1: subtags are separated by hyphens',
      page: '<html lang="en_US"><title>x</title>',
      message: 'unknown',
      evidence: 'html',
    },
    {
      name: 'axe: in xml:lang',
      page: '<html lang="en" xml:lang="xx"><title>x</title>',
      message: 'unknown',
      evidence: 'html',
      says: 'xx',
    },
  ],
  notApplicable: [
    { name: 'html-has-lang reports a missing one', page: '<html lang=""><title>x</title>' },
    { name: 'ACT bf051a inapplicable: white space', page: '<html lang=" " xml:lang=" "><title>x</title>' },
    { name: 'no attribute', page: '<html><title>x</title>' },
  ],
})
