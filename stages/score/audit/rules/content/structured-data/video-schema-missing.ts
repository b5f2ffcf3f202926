import type { Element } from 'domhandler'
import { nearest } from '../../../derived/page/tree.ts'
import { allItems, hasType } from '../../../derived/structured/structured-data.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { elementEvidence, fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

const players =
  /^https?:\/\/(?:www\.)?(?:youtube(?:-nocookie)?\.com\/embed\/|player\.vimeo\.com\/video\/|dailymotion\.com\/embed\/|fast\.wistia\.(?:net|com)\/embed\/|players\.brightcove\.net\/)/i
const videoTypes = new Set(['VideoObject', 'VideoObjectSnapshot'])

export const videoSchemaMissing = rule({
  id: 'video-schema-missing',
  severity: 'info',
  title: 'Video without structured data',
  passTitle: 'Video has structured data',
  why: 'A VideoObject tells Google the name, date, thumbnail and duration of a video, so that it can appear in video results.',
  fix: 'Add a VideoObject with name, thumbnailUrl and uploadDate.',
  effort: 'hours',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/appearance/structured-data/video',
  needs: ['document', 'structured'],
  messages: { missing: 'The page has {count} {count:video|videos} but no VideoObject: {first}.' },

  check({ document, structured }) {
    const videos = mainVideos(document)
    if (videos.length === 0) return notApplicable
    if (allItems(structured).some((item) => hasType(item, videoTypes))) return pass
    if (structured.isCut) return notDecidable('truncated')
    const evidence = videos.map((video) => elementEvidence(video, video.attribs.src ?? ''))
    return fail('missing', { values: { count: videos.length }, evidence })
  },
})

const besideAround = nearest(({ name }) => /^(?:nav|footer|aside|header)$/.test(name))

/** Videos for viewing, without silent loops in the background. */
function mainVideos(document: PageDocument): Element[] {
  return document.byTag('video', 'iframe').filter((element) => {
    const { name, attribs } = element
    if (document.isHidden(element) || besideAround(element) !== null) return false
    if (name === 'iframe') return players.test(document.resolve(attribs.src ?? '') ?? '')
    return !(attribs.autoplay !== undefined && attribs.muted !== undefined && attribs.controls === undefined)
  })
}
