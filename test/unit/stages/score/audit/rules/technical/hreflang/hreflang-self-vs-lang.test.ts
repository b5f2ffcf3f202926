import { hreflangSelfVsLang } from '#stages/score/audit/rules/technical/hreflang/hreflang-self-vs-lang.ts'
import { alternate } from '#test/support/audit/alternate.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const own = 'https://www.example.com/page'
const page = (lang: string, code: string) => `<html lang="${lang}"><head>${alternate(code, own)}</head>`

ruleTester(hreflangSelfVsLang, {
  passes: [
    { name: 'the same', page: page('en', 'en') },
    { name: 'countries do not matter', page: page('en-US', 'en-GB') },
    { name: 'one of two', page: `<html lang="de"><head>${alternate('en', own)}${alternate('de', own)}` },
  ],
  fails: [
    {
      name: 'another language',
      page: page('en', 'de-AT'),
      message: 'differ',
      evidence: 'html > head > link',
      says: 'hreflang="de-AT", but its lang is "en"',
    },
  ],
  notApplicable: [
    { name: 'everybody else', page: page('en', 'x-default') },
    { name: 'no lang', page: `<html><head>${alternate('de', own)}` },
    { name: 'a lang that is none is reported by html-lang-valid', page: page('english', 'de') },
    {
      name: 'other versions only',
      page: `<html lang="en"><head>${alternate('de', 'https://www.example.com/de')}`,
    },
  ],
})
