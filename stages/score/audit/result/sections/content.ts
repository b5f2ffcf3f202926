import { textWithin } from '../../derived/text/bounded-text.ts'
import type { Facts } from '../../facts/facts.ts'
import { truncate } from '../truncate.ts'

const MAX_HEADINGS = 200
const MAX_CHARS = 300

/** Section `content`: numbers and headings of the page. */
export function contentSection({ document, metadata, structured }: Facts) {
  const headings = document.byTag('h1', 'h2', 'h3', 'h4', 'h5', 'h6')
  return {
    language: metadata.language ?? null,
    content_type: metadata.content?.content_type ?? null,
    word_count: metadata.content?.word_count ?? 0,
    read_time_min: metadata.content?.read_time_min ?? 0,
    has_schema: structured.items.length > 0,
    headings: headings.slice(0, MAX_HEADINGS).map((element) => ({
      tag: element.name,
      text: truncate(textWithin(document, element, MAX_CHARS, false), MAX_CHARS),
      level: Number(element.name.slice(1)),
    })),
    headings_truncated: headings.length > MAX_HEADINGS,
  }
}
