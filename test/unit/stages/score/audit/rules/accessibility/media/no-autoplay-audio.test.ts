import { noAutoplayAudio } from '#stages/score/audit/rules/accessibility/media/no-autoplay-audio.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(noAutoplayAudio, {
  passes: [
    { name: 'ACT 80f0bf passed: controls', page: '<audio src="a.mp3" autoplay controls></audio>' },
    { name: 'ACT 80f0bf passed: two seconds', page: '<video autoplay><source src="a.mp4#t=8,10"></video>' },
  ],
  fails: [
    {
      name: 'endless without controls',
      page: '<audio id="a" src="a.mp3" autoplay loop></audio>',
      message: 'plays',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'ACT 80f0bf failed: a part longer than three seconds',
      page: '<video autoplay src="a.mp4#t=8,20"></video><audio src="b.mp3" autoplay controls></audio>',
      message: 'plays',
      evidence: 'html > body > video',
      affected: 1,
      total: 2,
    },
    {
      name: 'a button elsewhere does not stop it',
      page: '<p><audio id="a" src="a.mp3" autoplay loop></audio></p><button>Search</button>',
      message: 'plays',
      evidence: '#a',
    },
  ],
  notApplicable: [
    { name: 'ACT 80f0bf inapplicable: muted', page: '<video autoplay muted src="a.mp4"></video>' },
    { name: 'ACT 80f0bf inapplicable: started by people', page: '<audio src="a.mp3"></audio>' },
    { name: 'nothing to play', page: '<video autoplay></video>' },
  ],
  notDecidable: [
    {
      name: 'ACT 4c31df: a button beside it may stop it',
      page: '<div><audio src="a.mp3" autoplay loop></audio><p><button>Stop</button></p></div>',
      reason: 'scripted_content',
    },
    {
      name: 'ACT 4c31df: what controls it may stop it',
      page: '<div><audio id="a" src="a.mp3" autoplay loop></audio></div><a href="#" role="button" aria-controls="a">Stop</a>',
      reason: 'scripted_content',
    },
    {
      name: 'a custom element around it may have controls',
      page: '<x-player><video src="a.mp4" autoplay loop></video></x-player>',
      reason: 'scripted_content',
    },
    {
      name: 'how long it plays is not known',
      page: '<audio src="a.mp3" autoplay></audio>',
      reason: 'duration_unknown',
    },
  ],
})
