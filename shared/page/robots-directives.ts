import { timeOf } from './written-date.ts'

/** One directive of a robots meta element or an X-Robots-Tag header, in lower case. */
export interface RobotsDirective {
  /** User agent token that it applies to; null = all. */
  readonly agent: string | null
  readonly name: string
  readonly value: string | null
}

/**
 * Words before a colon that are misspelled directives, or directives that have no value. Any other single word is a
 * user agent.
 */
const noAgent =
  /^(?:max[-_]|unavailable|(?:all|none|(?:no)?(?:index|follow|archive|snippet|imageindex|translate))$)/

const maxPieces = 200

/** The words before and after the first colon, the first in lower case; null without a colon. */
function halves(piece: string): { readonly head: string; readonly rest: string } | null {
  const colon = piece.indexOf(':')
  if (colon < 0) return null
  return { head: piece.slice(0, colon).trim().toLowerCase(), rest: piece.slice(colon + 1).trim() }
}

/** One directive. Blanks do not separate directives: "you must place a comma between them" (Google, 2007). */
function directiveOf(piece: string): Omit<RobotsDirective, 'agent'> | null {
  const { head, rest } = halves(piece) ?? { head: piece.trim().toLowerCase(), rest: null }
  if (head === '' && rest === null) return null
  return { name: head.split(/\s+/).join(' '), value: rest }
}

/** Splits off the user agent at the start of a piece. */
function splitAgent(piece: string): { readonly agent: string | null; readonly rest: string } {
  const { head, rest } = halves(piece) ?? { head: '', rest: '' }
  const isAgent = head !== '' && !/\s/.test(head) && !noAgent.test(head)
  return isAgent ? { agent: head, rest } : { agent: null, rest: piece }
}

const dated = /^(?:[^:]*:)?\s*unavailable_after\s*:(.*)$/is

/** Commas that one date has at most: `Friday, June 25, 2010, 15:00 GMT`. */
const maxCommas = 3

/** Splits at commas, except within a date. */
function* piecesOf(text: string): Generator<string> {
  const pieces = text.split(',').slice(0, maxPieces)
  for (let index = 0; index < pieces.length; index++) {
    const more = commasOfDate(pieces, index)
    yield pieces.slice(index, index + more + 1).join(',')
    index += more
  }
}

/** How many of the next pieces belong to the date of this one. A piece without a digit is a directive. */
function commasOfDate(pieces: readonly string[], index: number): number {
  const date = dated.exec(pieces[index] ?? '')?.[1]
  if (date === undefined) return 0
  for (let more = maxCommas; more > 0; more--) {
    const others = pieces.slice(index + 1, index + 1 + more)
    if (
      others.length === more &&
      /\d/.test(others.at(-1) ?? '') &&
      timeOf([date, ...others].join(',')) !== null
    )
      return more
  }
  const isWeekday = /^\s*[a-z]{3,9}\.?\s*$/i.test(date)
  return isWeekday && /\d/.test(pieces[index + 1] ?? '') ? 1 : 0
}

/**
 * Parses one X-Robots-Tag line. A user agent before a colon applies until the next user agent of the line. A
 * directive that is not known, such as two without a comma between them, is one directive, as written in lower case
 * with single spaces.
 */
export function parseRobotsDirectives(text: string): RobotsDirective[] {
  const directives: RobotsDirective[] = []
  let current: string | null = null
  for (const piece of piecesOf(text)) {
    const { agent, rest } = splitAgent(piece)
    current = agent ?? current
    const directive = directiveOf(rest)
    if (directive !== null) directives.push({ agent: current, ...directive })
  }
  return directives
}

/**
 * Parses a robots meta element. Its name says for which crawler it holds, `robots` for all of them; its content names no
 * crawlers. `name` is in any case.
 */
export function parseRobotsMeta(name: string, content: string): RobotsDirective[] {
  const own = name.trim().toLowerCase()
  const agent = own === 'robots' ? null : own
  const directives = [...piecesOf(content)].map(directiveOf)
  return directives.flatMap((directive) => (directive === null ? [] : { agent, ...directive }))
}

/** Whether a directive forbids indexing at that time: `noindex`, `none`, or an `unavailable_after` that has passed. */
export function forbidsIndexing(
  { name, value }: Pick<RobotsDirective, 'name' | 'value'>,
  at: number,
): boolean {
  if (value !== null && name !== 'unavailable_after') return false
  if (name !== 'unavailable_after') return name === 'noindex' || name === 'none'
  const expiry = timeOf(value ?? '')
  return expiry !== null && expiry <= at
}

/**
 * Combines directives; the most restrictive one of each kind wins. `at` is the time of the evaluation, for
 * `unavailable_after`.
 */
export function effectiveDirectives(
  directives: readonly Pick<RobotsDirective, 'name' | 'value'>[],
  at: Date,
): { readonly index: boolean; readonly follow: boolean } {
  const has = (name: string): boolean =>
    directives.some((directive) => directive.name === name && directive.value === null)
  return {
    index: !directives.some((directive) => forbidsIndexing(directive, at.getTime())),
    follow: !(has('nofollow') || has('none')),
  }
}
