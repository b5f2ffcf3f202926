import { videoSchemaMissing } from '#stages/score/audit/rules/content/structured-data/video-schema-missing.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

const video = '<video src="/a.mp4" controls></video>'

ruleTester(videoSchemaMissing, {
  passes: [
    {
      name: 'Google: VideoObject',
      page: structuredPage(`${jsonLd({ '@type': 'VideoObject', name: 'Cups' })}${video}`),
    },
    {
      name: 'within another item',
      page: structuredPage(
        `${jsonLd({ '@type': 'Article', video: { '@type': 'VideoObject', name: 'Cups' } })}${video}`,
      ),
    },
  ],
  fails: [
    {
      name: 'a video',
      page: video,
      message: 'missing',
      evidence: 'html > body > video',
      says: '1 video but',
    },
    {
      name: 'an embedded player',
      page: '<iframe src="//www.youtube.com/embed/abc"></iframe>',
      message: 'missing',
      evidence: 'html > body > iframe',
    },
  ],
  notApplicable: [
    { name: 'none', page: '<iframe src="https://maps.example/embed/"></iframe>' },
    { name: 'a silent loop in the background', page: '<video src="/a.mp4" autoplay muted loop></video>' },
    { name: 'hidden', page: `<div hidden>${video}</div>` },
  ],
})
