import { videoCaption } from '#stages/score/audit/rules/accessibility/media/video-caption.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(videoCaption, {
  passes: [
    {
      name: 'axe: captions',
      page: '<video src="a.mp4"><track kind="captions" src="a.vtt" srclang="en"></video>',
    },
    {
      name: 'one of its tracks',
      page: '<video src="a.mp4"><track kind="subtitles" src="b.vtt"><track kind="Captions" src="a.vtt"></video>',
    },
  ],
  fails: [
    {
      name: 'a track that loads nothing',
      page: '<video id="a" src="a.mp4"><track kind="captions"></video>',
      message: 'broken',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
  ],
  notApplicable: [
    { name: 'no video', page: '<audio src="a.mp3"></audio>' },
    { name: 'a moving background without sound', page: '<video autoplay muted loop src="a.mp4"></video>' },
    { name: 'hidden', page: '<video hidden src="a.mp4"></video>' },
  ],
  notDecidable: [
    { name: 'axe reviews: none', page: '<video src="a.mp4"></video>', reason: 'captions_may_be_in_video' },
    {
      name: 'subtitles leave out what is heard',
      page: '<video src="a.mp4"><track src="a.vtt"></video>',
      reason: 'captions_may_be_in_video',
    },
  ],
})
