/** A link of a page. `to` is a path of the site, or a whole URL. */
export interface PlantedLink {
  readonly to: string
  readonly text: string
  readonly rel?: string
}

/** A page of the planted site. What is left out is unlike that of all other pages. */
export interface PlantedPage {
  readonly path: string
  readonly title?: string
  readonly description?: string
  readonly h1?: string
  /** Paragraphs. */
  readonly text?: string
  readonly links?: readonly PlantedLink[]
  /** Further elements of the head. */
  readonly head?: string
}

/** Words that look like a text. The same seed gives the same words; two seeds have hardly a sequence in common. */
export function proseOf(seed: string, words: number): string {
  let state = [...seed].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0, 1)
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state >>> 28
  }
  const word = () => SYLLABLES[next()] + (SYLLABLES[next()] as string)
  return Array.from({ length: words }, word).join(' ')
}

const SYLLABLES = [
  'ba',
  'do',
  'fi',
  'gu',
  'ka',
  'le',
  'mi',
  'no',
  'pu',
  'ra',
  'se',
  'ti',
  'vo',
  'wu',
  'xe',
  'zo',
]

const WORDS = 120

/** The HTML of a page. */
export function htmlOf({ path, head = '', links = [], ...texts }: PlantedPage): string {
  const {
    title = `Title of ${path}`,
    description = `What ${path} is about`,
    h1 = `Heading of ${path}`,
  } = texts
  const { text = proseOf(path, WORDS) } = texts
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="description" content="${description}">${head}</head><body>
<nav>${links.map(anchorOf).join('\n')}</nav>
<main><h1>${h1}</h1><p>${text}</p></main></body></html>`
}

function anchorOf({ to, text, rel }: PlantedLink): string {
  return `<a href="${to}"${rel === undefined ? '' : ` rel="${rel}"`}>${text}</a>`
}
