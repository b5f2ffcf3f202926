import { filesBySize } from '../advice/items.ts'
import { kib, plural, type Tip } from '../advice/tip.ts'
import { transferOf } from '../resources/totals.ts'

/** As many bytes as a whole light page. */
const MOST_BYTES = 1024 * 1024

export const mediaPreload: Tip = {
  id: 'media-preload',
  title: 'Audio or video loaded before playback',
  effort: 'low',
  when: 'audio and video transfer more than 1,024 KiB before anyone plays them',
  learnMore: 'https://web.dev/articles/fast-playback-with-preload',
  find({ measurement: { requests } }) {
    const media = requests.filter(({ kind }) => kind === 'media')
    const bytes = transferOf(media)
    if (bytes <= MOST_BYTES) return null
    const message = `${plural(media.length, 'request')} for audio or video transferred ${kib(bytes)} while the page loaded, before anyone plays them. Use preload="none" or "metadata", and a poster.`
    return { message, wastedBytes: bytes, items: filesBySize(media) }
  },
}
