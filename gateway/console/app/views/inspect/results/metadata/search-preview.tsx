import { useMemo } from 'preact/hooks'
import type { MetadataResult } from '#shared/operations/results/metadata-result.ts'
import { PageImage } from '../../../../ui/page/page-image.tsx'
import { breadcrumb, hostOf } from './cards.ts'
import { type Fitted, fitLines, type Measure } from './fit-lines.ts'

/** The boxes of a search result, in CSS pixels, and the sizes of their fonts. */
const layouts = {
  desktop: {
    name: 'Desktop',
    width: 600,
    title: { size: 20, lines: 1, width: 580 },
    text: { size: 14, lines: 2, width: 600 },
  },
  phone: {
    name: 'Phone',
    width: 328,
    title: { size: 18, lines: 2, width: 328 },
    text: { size: 14, lines: 3, width: 328 },
  },
} as const

type Layout = (typeof layouts)[keyof typeof layouts]

/** Search results are set in Arial, or what has its widths. */
const FONT = "Arial, 'Liberation Sans', Helvetica, sans-serif"

/** The page as a list of search results shows it, on desktop and phone. The texts are cut where it cuts them, to the pixel. */
export function SearchPreview({ result }: { result: MetadataResult }) {
  return (
    <div class="previews">
      <Snippet result={result} layout={layouts.desktop} />
      <Snippet result={result} layout={layouts.phone} />
    </div>
  )
}

function Snippet({ result, layout }: { result: MetadataResult; layout: Layout }) {
  const title = useFitted(result.title || result.final_url, layout.title)
  const text = useFitted(result.description ?? '', layout.text)
  const icon = result.icons?.[0]?.url
  return (
    <figure class="stack">
      <figcaption>
        <h3>{layout.name}</h3>
      </figcaption>
      <section class="search-result-frame" tabIndex={0} aria-label={`Search result: ${layout.name}`}>
        <div class="search-result" style={{ width: `${layout.width + 34}px` }}>
          <p class="site">
            {icon !== undefined && <PageImage url={icon} width={32} alt="" class="icon" />}
            <span>
              <bdi>{result.site_name ?? hostOf(result.final_url)}</bdi>
              <bdi class="small">{breadcrumb(result.final_url)}</bdi>
            </span>
          </p>
          <p class="title" style={fontOf(layout.title.size)}>
            <bdi>{title.shown}</bdi>
          </p>
          <p class="text" style={fontOf(layout.text.size)}>
            {text.shown === '' ? (
              <em>No description: search engines choose a text of the page.</em>
            ) : (
              <bdi>{text.shown}</bdi>
            )}
          </p>
        </div>
      </section>
      <p class="small">
        {sizeOf('Title', title, layout.title)} {text.shown !== '' && sizeOf('Description', text, layout.text)}
      </p>
    </figure>
  )
}

function useFitted(text: string, { size, lines, width }: Layout['title' | 'text']): Fitted {
  return useMemo(
    () => fitLines(text, { width, lines }, measureIn(`${size}px ${FONT}`)),
    [text, size, lines, width],
  )
}

function sizeOf(name: string, { width, isCut }: Fitted, box: Layout['title' | 'text']): string {
  return `${name}: ${Math.round(width)} of ${box.width * box.lines} px, ${isCut ? 'cut' : 'shown whole'}.`
}

function fontOf(size: number) {
  return { fontFamily: FONT, fontSize: `${size}px` }
}

const canvas = document.createElement('canvas').getContext('2d')

/** Measures as the browser draws. Without a canvas it takes half the size of the font for each character. */
function measureIn(font: string): Measure {
  return (text) => {
    if (canvas === null) return text.length * (Number.parseInt(font, 10) / 2)
    canvas.font = font
    return canvas.measureText(text).width
  }
}
