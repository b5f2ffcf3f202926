import { contentMojibake } from '#stages/score/audit/rules/content/text/content-mojibake.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(contentMojibake, {
  passes: [
    { name: 'letters with marks', page: '<p>Füße, São João, ÂNGELO, NÃO, « Étude »' },
    { name: 'program text', page: '<p>It shows as <code>Ã©Ã©</code>.' },
  ],
  fails: [
    {
      name: 'UTF-8 read as windows-1252: é is C3 A9',
      page: '<p>CafÃ© rÃ©sumÃ©',
      message: 'gibberish',
      evidence: 'html > body > p',
      affected: 1,
      total: 1,
    },
    {
      name: 'UTF-8 read as windows-1252: ’ is E2 80 99',
      page: '<p>Itâ€™s',
      message: 'gibberish',
      evidence: 'html > body > p',
    },
    {
      name: 'Encoding Standard: bytes that don’t decode are U+FFFD',
      page: { html: new Uint8Array([...Buffer.from('<p>Caf'), 0xe9, ...Buffer.from(' au lait')]) },
      message: 'gibberish',
      evidence: 'html > body > p',
    },
  ],
  notApplicable: [
    { name: 'no text', page: '<img src="a.png" alt="">' },
    {
      name: 'no encoding is declared: reported by charset-missing',
      page: {
        html: new Uint8Array([0xc3, 0x28, ...Buffer.from('<p>CafÃ© rÃ©sumÃ©')]),
        headers: { 'content-type': 'text/html' },
      },
    },
  ],
})
