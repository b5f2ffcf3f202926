/**
 * Reads and replaces members of a JSON object within its text. The rest of the text stays as it is and is not parsed: a
 * result may have a hundred kilobytes, of which a caller's answer changes one member.
 */

/** Where the value of a member stands in a text: up to `end`, exclusively. */
interface Member {
  readonly name: string
  readonly start: number
  readonly end: number
}

const SPACE = /[\t\n\r ]*/y
const SCALAR = /[^\t\n\r ,\]}]*/y
const BACKSLASH = 0x5c

/** The values of the named members. Throws a SyntaxError when the text is no JSON object up to the last of them. */
export function readMembers(json: string, names: readonly string[]): Record<string, unknown> {
  const found = findMembers(json, names)
  return Object.fromEntries(found.map(({ name, start, end }) => [name, JSON.parse(json.slice(start, end))]))
}

/** The text with new values for those of the members that the object has. Throws as `readMembers` does. */
export function replaceMembers(json: string, values: Readonly<Record<string, unknown>>): string {
  let text = ''
  let from = 0
  for (const { name, start, end } of findMembers(json, Object.keys(values))) {
    text += json.slice(from, start) + JSON.stringify(values[name])
    from = end
  }
  return text + json.slice(from)
}

/** The named members, in the order of the text. Looks no further than the last of them. */
function findMembers(json: string, names: readonly string[]): Member[] {
  const found: Member[] = []
  for (const member of membersOf(json)) {
    if (names.includes(member.name)) found.push(member)
    if (found.length === names.length) break
  }
  return found
}

function* membersOf(json: string): Generator<Member> {
  let at = after('{', json, endOf(SPACE, json, 0))
  while (json[at] !== '}') {
    const end = endOfString(json, at)
    const start = after(':', json, endOf(SPACE, json, end))
    const member = { name: json.slice(at + 1, end - 1), start, end: endOfValue(json, start) }
    yield member
    at = endOf(SPACE, json, member.end)
    if (json[at] !== '}') at = after(',', json, at)
  }
}

/** The first place after `mark`, which has to stand at `at`, and the white space that follows. */
function after(mark: string, json: string, at: number): number {
  if (json[at] !== mark) throw new SyntaxError(`${mark} is missing in a JSON object`)
  return endOf(SPACE, json, at + 1)
}

function endOf(pattern: RegExp, json: string, at: number): number {
  pattern.lastIndex = at
  pattern.test(json)
  return pattern.lastIndex
}

function endOfValue(json: string, start: number): number {
  const first = json[start]
  if (first === '"') return endOfString(json, start)
  return first === '{' || first === '[' ? endOfNested(json, start) : endOf(SCALAR, json, start)
}

function endOfNested(json: string, start: number): number {
  let depth = 0
  for (let at = start; at < json.length; at++) {
    const character = json[at]
    if (character === '"') at = endOfString(json, at) - 1
    else if (character === '{' || character === '[') depth++
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1
  }
  throw new SyntaxError('a JSON value is not complete')
}

function endOfString(json: string, start: number): number {
  if (json[start] !== '"') throw new SyntaxError('a JSON string is missing')
  let end = json.indexOf('"', start + 1)
  while (end > 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1)
  if (end < 0) throw new SyntaxError('a JSON string is not complete')
  return end + 1
}

/** Whether an odd number of backslashes stands before the character. */
function isEscaped(json: string, at: number): boolean {
  let first = at
  while (json.charCodeAt(first - 1) === BACKSLASH) first--
  return (at - first) % 2 === 1
}
