import { mixedContentPassive } from '#stages/score/audit/rules/technical/security/mixed-content-passive.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(mixedContentPassive, {
  passes: [
    {
      name: 'https and relative',
      page: '<img src="/a.png" alt=""><video poster="https://cdn.example.net/p.png"></video>',
    },
    {
      name: 'data',
      page: '<base href="http://www.example.com/"><img src="data:image/png;base64,AA==" alt="">',
    },
  ],
  fails: [
    {
      name: 'Mixed Content, 3.1: images, audio, video',
      page: '<img src="http://cdn.example.net/a.png" alt=""><audio src="http://cdn.example.net/a.mp3"></audio><img src="/b.png" alt="">',
      message: 'insecure',
      evidence: 'html > body > img:nth-of-type(1)',
      affected: 2,
      total: 3,
    },
    {
      name: 'in a srcset, counted once',
      page: '<img src="http://cdn.example.net/a.png" srcset="/b.png 1x, http://cdn.example.net/c.png 2x" alt="">',
      message: 'insecure',
      evidence: 'html > body > img',
      affected: 1,
      total: 1,
    },
  ],
  notApplicable: [{ name: 'no images', page: '<title>A</title>' }],
})
