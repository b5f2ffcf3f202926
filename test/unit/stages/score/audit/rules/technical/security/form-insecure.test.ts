import { formInsecure } from '#stages/score/audit/rules/technical/security/form-insecure.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(formInsecure, {
  passes: [
    { name: 'https and relative', page: '<form action="/send"></form><form></form><form action=""></form>' },
    { name: 'Secure Contexts, 3.1: this machine', page: '<form action="http://localhost:8080/send"></form>' },
  ],
  fails: [
    {
      name: 'Mixed Content, forms: an action of http',
      page: '<form action="http://www.example.com/send"></form><form></form>',
      message: 'insecure',
      affected: 1,
      total: 2,
      evidence: 'html > body > form:nth-of-type(1)',
    },
    {
      name: 'a button that sends elsewhere',
      page: '<form><button formaction="http://www.example.com/send">Go</button></form>',
      message: 'insecure',
      evidence: 'html > body > form > button',
      affected: 1,
      total: 2,
    },
  ],
  notApplicable: [
    { name: 'no form', page: '<title>A</title>' },
    {
      name: 'an http page',
      page: { url: 'http://www.example.com/', html: '<form action="http://www.example.com/send"></form>' },
    },
  ],
})
