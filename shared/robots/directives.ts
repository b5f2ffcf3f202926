/** One directive of a robots meta or an X-Robots-Tag, in lower case. */
export interface RobotsDirective {
  /** The user agent token it is for; null = all. */
  readonly agent: string | null
  readonly name: string
  readonly value: string | null
}

/** Directives that carry a value after a colon; everything else before a colon is a user agent. */
const withValue = new Set(['max-snippet', 'max-image-preview', 'max-video-preview', 'unavailable_after'])

const maxPieces = 200

function* directivesOf(piece: string): Generator<Omit<RobotsDirective, 'agent'>> {
  const colon = piece.indexOf(':')
  const name = piece.slice(0, Math.max(0, colon)).trim().toLowerCase()
  if (withValue.has(name)) yield { name, value: piece.slice(colon + 1).trim() }
  else for (const word of piece.toLowerCase().split(/\s+/)) if (word !== '') yield { name: word, value: null }
}

/** The user agent that a piece begins with, and what is left of it. */
function splitAgent(piece: string): { agent: string | null; rest: string } {
  const colon = piece.indexOf(':')
  const head = piece.slice(0, Math.max(0, colon)).trim().toLowerCase()
  return head === '' || withValue.has(head)
    ? { agent: null, rest: piece }
    : { agent: head, rest: piece.slice(colon + 1) }
}

function hasDate(piece: string): boolean {
  const date = /unavailable_after\s*:(.*)$/is.exec(piece)?.[1]
  return date !== undefined && !Number.isNaN(Date.parse(date.trim()))
}

/** Pieces between commas, but a date that contains one stays whole. */
function* piecesOf(text: string): Generator<string> {
  const pieces = text.split(',').slice(0, maxPieces)
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index] ?? ''
    const joined = `${piece},${pieces[index + 1] ?? ''}`
    const isCut = !hasDate(piece) && hasDate(joined)
    if (isCut) index++
    yield isCut ? joined : piece
  }
}

/**
 * Reads one robots meta content or one X-Robots-Tag line, token by token. An agent before a colon holds until the
 * next agent of the line. Words that a comma should have parted are taken one by one.
 */
export function parseRobotsDirectives(text: string): RobotsDirective[] {
  const directives: RobotsDirective[] = []
  let current: string | null = null
  for (const piece of piecesOf(text)) {
    const { agent, rest } = splitAgent(piece)
    current = agent ?? current
    for (const directive of directivesOf(rest)) directives.push({ agent: current, ...directive })
  }
  return directives
}

/** What the directives come to; the most restrictive of each kind wins. `at` is the moment of judgement. */
export function effectiveDirectives(
  directives: readonly RobotsDirective[],
  at: Date,
): { readonly index: boolean; readonly follow: boolean } {
  const has = (name: string): boolean => directives.some((directive) => directive.name === name)
  const isOver = directives.some(
    ({ name, value }) => name === 'unavailable_after' && Date.parse(value ?? '') <= at.getTime(),
  )
  return {
    index: !(has('noindex') || has('none') || isOver),
    follow: !(has('nofollow') || has('none')),
  }
}
