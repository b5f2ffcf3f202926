import type { Element } from 'domhandler'
import { contentOf } from './scripts.ts'

/** Imports precede all other rules (CSS Cascading 5, section 2), so reading the beginning suffices. */
const MAX_CHARS = 100_000
const MAX_FACES = 100

/**
 * The first import of a `style` element; null without one. Print styles are left out, since the page does not wait
 * for them.
 */
export function importsStyles(style: Element): string | null {
  const { media = '', type = '' } = style.attribs
  if (/^\s*print\s*$/i.test(media) || !/^\s*(?:text\/css)?\s*$/i.test(type)) return null
  const text = contentOf(style).slice(0, MAX_CHARS)
  if (!/@import/i.test(text)) return null
  return /@import\b[^;}]{0,200}/i.exec(withoutComments(text))?.[0] ?? null
}

/** The `@font-face` blocks of a `style` element, at most 100: the text between the braces. */
export function fontFaces(style: Element): string[] {
  const written = contentOf(style)
  if (!/@font-face/i.test(written)) return []
  const text = withoutComments(written)
  const faces: string[] = []
  for (const { 0: start, index } of text.matchAll(/@font-face\s*\{/gi)) {
    const from = index + start.length
    const end = text.indexOf('}', from)
    if (end < 0 || faces.length === MAX_FACES) break
    faces.push(text.slice(from, end))
  }
  return faces
}

/** An unclosed comment extends to the end (CSS Syntax 3, 4.3.2). */
function withoutComments(text: string): string {
  const pieces: string[] = []
  let from = 0
  for (;;) {
    const start = text.indexOf('/*', from)
    if (start < 0) return pieces.join('') + text.slice(from)
    pieces.push(text.slice(from, start))
    const end = text.indexOf('*/', start + 2)
    if (end < 0) return pieces.join('')
    from = end + 2
  }
}
