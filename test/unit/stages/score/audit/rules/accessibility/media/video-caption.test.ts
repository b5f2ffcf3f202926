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
      page: '<video id="a" src="a.mp4"><track kind="captions" src=""></video>',
      message: 'broken',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
  ],
  notApplicable: [
    { name: 'nothing to play', page: '<video><track kind="captions" src=""></video>' },
    { name: 'decoration by its role', page: '<video role="none" src="a.mp4"></video>' },
    { name: 'decoration for the eyes alone', page: '<video aria-hidden="true" src="a.mp4"></video>' },
    { name: 'no video', page: '<audio src="a.mp3"></audio>' },
    { name: 'a moving background without sound', page: '<video autoplay muted loop src="a.mp4"></video>' },
    { name: 'hidden', page: '<video hidden src="a.mp4"></video>' },
  ],
  notDecidable: [
    {
      name: 'a script may give the track its address',
      page: '<video src="a.mp4"><track kind="captions"></video>',
      reason: 'captions_may_be_in_video',
    },
    {
      name: 'HTML 4.8.11.11: white space makes another kind',
      page: '<video src="a.mp4"><track kind=" captions" src="a.vtt"></video>',
    },
    { name: 'people can turn the sound on', page: '<video muted controls src="a.mp4"></video>' },
    { name: 'axe reviews: none', page: '<video src="a.mp4"></video>', reason: 'captions_may_be_in_video' },
    {
      name: 'subtitles leave out what is heard',
      page: '<video src="a.mp4"><track src="a.vtt"></video>',
      reason: 'captions_may_be_in_video',
    },
  ],
})
