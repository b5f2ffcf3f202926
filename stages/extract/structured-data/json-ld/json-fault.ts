/** Where and why a text is no valid JSON (RFC 8259). */
export interface JsonFault {
  readonly index: number
  readonly reason: string
}

type Expectation = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma or end' | 'nothing'

const blank = /[\t\n\r ]*/y
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** End of the match at `at`; -1 without a match. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** One pass over a text with a stack of open brackets. No recursion; time is linear in the text. */
class JsonScanner {
  readonly #text: string
  readonly #open: ('[' | '{')[] = []
  #at = 0
  #expected: Expectation = 'value'

  constructor(text: string) {
    this.#text = text
  }

  /** Reads one token; returns the fault if there is one. */
  step(): JsonFault | 'done' | null {
    this.#at = endOf(blank, this.#text, this.#at)
    if (this.#at >= this.#text.length)
      return this.#expected === 'nothing' ? 'done' : this.#fault(`${this.#wanted()}, but the text ends`)
    const character = this.#text[this.#at] ?? ''
    if (this.#expected.startsWith('value')) return this.#value(character)
    if (this.#expected.startsWith('key')) return this.#key(character)
    if (this.#expected === 'colon') return this.#take(character === ':', 'value')
    if (this.#expected === 'comma or end') return this.#afterValue(character)
    return this.#fault('there is more after the end')
  }

  #value(character: string): JsonFault | null {
    if (character === ']' && this.#expected === 'value or ]') return this.#close()
    if (character === '{' || character === '[') {
      this.#open.push(character)
      return this.#take(true, character === '{' ? 'key or }' : 'value or ]')
    }
    if (character === '"') return this.#string(this.#afterwards())
    const end = endOf(scalar, this.#text, this.#at)
    if (end < 0) return this.#fault(this.#wanted())
    this.#at = end
    this.#expected = this.#afterwards()
    return null
  }

  #key(character: string): JsonFault | null {
    if (character === '}' && this.#expected === 'key or }') return this.#close()
    return character === '"' ? this.#string('colon') : this.#fault(this.#wanted())
  }

  #string(next: Expectation): JsonFault | null {
    const start = this.#at++
    for (;;) {
      const character = this.#text[this.#at]
      if (character === undefined) return this.#fault('the string that begins here has no end', start)
      if (character === '"') return this.#take(true, next)
      if (character < ' ') return this.#fault('a control character in a string')
      const end = character === '\\' ? endOf(escaped, this.#text, this.#at) : this.#at + 1
      if (end < 0) return this.#fault('an escape that JSON does not have')
      this.#at = end
    }
  }

  #afterValue(character: string): JsonFault | null {
    const isInArray = this.#open.at(-1) === '['
    if (character === ',') return this.#take(true, isInArray ? 'value' : 'key')
    return character === (isInArray ? ']' : '}') ? this.#close() : this.#fault(this.#wanted())
  }

  #close(): null {
    this.#open.pop()
    this.#at++
    this.#expected = this.#afterwards()
    return null
  }

  #afterwards(): Expectation {
    return this.#open.length > 0 ? 'comma or end' : 'nothing'
  }

  #take(isRight: boolean, next: Expectation): JsonFault | null {
    if (!isRight) return this.#fault(this.#wanted())
    this.#at++
    this.#expected = next
    return null
  }

  #fault(reason: string, index = this.#at): JsonFault {
    return { index, reason }
  }

  #wanted(): string {
    const closing = this.#open.at(-1) === '[' ? ']' : '}'
    const names: Readonly<Record<Expectation, string>> = {
      value: 'a value',
      'value or ]': 'a value or ]',
      key: 'a name in double quotes',
      'key or }': 'a name in double quotes or }',
      colon: 'a colon',
      'comma or end': `a comma or ${closing}`,
      nothing: 'the end',
    }
    return `expected ${names[this.#expected]}`
  }
}

/**
 * The first fault of a text as JSON; null when it is valid. Nesting uses no call stack; time is linear in the
 * text.
 */
export function jsonFaultIn(text: string): JsonFault | null {
  const walk = new JsonScanner(text)
  for (;;) {
    const fault = walk.step()
    if (fault !== null) return fault === 'done' ? null : fault
  }
}
