/** One directive of a robots meta element or an X-Robots-Tag header, in lower case. */
export interface RobotsDirective {
  /** User agent token that it applies to; null = all. */
  readonly agent: string | null
  readonly name: string
  readonly value: string | null
}

/** Directives with a value after a colon. Any other word before a colon is a user agent. */
const withValue = new Set(['max-snippet', 'max-image-preview', 'max-video-preview', 'unavailable_after'])

const maxPieces = 200

function* directivesOf(piece: string): Generator<Omit<RobotsDirective, 'agent'>> {
  const colon = piece.indexOf(':')
  const name = piece.slice(0, Math.max(0, colon)).trim().toLowerCase()
  if (withValue.has(name)) yield { name, value: piece.slice(colon + 1).trim() }
  else for (const word of piece.toLowerCase().split(/\s+/)) if (word !== '') yield { name: word, value: null }
}

/** Splits off the user agent at the start of a piece. */
function splitAgent(piece: string): { agent: string | null; rest: string } {
  const colon = piece.indexOf(':')
  const head = piece.slice(0, Math.max(0, colon)).trim().toLowerCase()
  return head === '' || withValue.has(head)
    ? { agent: null, rest: piece }
    : { agent: head, rest: piece.slice(colon + 1) }
}

/** A zone name that JavaScript does not know: the date is read as UTC and is uncertain by a few hours. */
const unknownZone = /\s+[A-Z]{2,5}$/

/**
 * Time of an `unavailable_after`, in milliseconds since the epoch; null for a date that cannot be read. Formats are
 * RFC 822, RFC 850 and ISO 8601, as Google accepts them.
 */
export function expiryOf(value: string): number | null {
  for (const candidate of [value, value.replace(unknownZone, ' UTC')]) {
    const time = Date.parse(candidate.trim())
    if (!Number.isNaN(time)) return time
  }
  return null
}

function hasDate(piece: string): boolean {
  const date = /unavailable_after\s*:(.*)$/is.exec(piece)?.[1]
  return date !== undefined && expiryOf(date) !== null
}

/** Splits at commas, except within a date. */
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
 * Parses the content of a robots meta element or one X-Robots-Tag line. A user agent before a colon applies
 * until the next user agent of the line. Words without a comma between them are separate directives.
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

/**
 * Parses a robots meta element. One that is named after a crawler holds for that crawler, whatever user agents its
 * content names; `name` is in any case.
 */
export function parseRobotsMeta(name: string, content: string): RobotsDirective[] {
  const own = name.toLowerCase()
  const directives = parseRobotsDirectives(content)
  return own === 'robots' ? directives : directives.map((directive) => ({ ...directive, agent: own }))
}

/**
 * Combines directives; the most restrictive one of each kind wins. `at` is the time of the evaluation, for
 * `unavailable_after`.
 */
export function effectiveDirectives(
  directives: readonly Pick<RobotsDirective, 'name' | 'value'>[],
  at: Date,
): { readonly index: boolean; readonly follow: boolean } {
  const has = (name: string): boolean => directives.some((directive) => directive.name === name)
  const isOver = directives.some(({ name, value }) => {
    const expiry = name === 'unavailable_after' ? expiryOf(value ?? '') : null
    return expiry !== null && expiry <= at.getTime()
  })
  return {
    index: !(has('noindex') || has('none') || isOver),
    follow: !(has('nofollow') || has('none')),
  }
}
