import { parseArgs } from 'node:util'

/** A command that was called wrongly: the message has a line for each problem. */
export class UsageError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'UsageError'
  }
}

/** What a command was called with. */
export interface Given {
  /** Values by option, in their order. */
  readonly options: ReadonlyMap<string, readonly string[]>
  /** What is no option. */
  readonly words: readonly string[]
  /** Unknown options, options without value. */
  readonly problems: readonly string[]
}

/** Reads `--name value` and `--name=value`; a value that begins with `-` must be written the second way. */
export function readOptions(args: readonly string[], names: readonly string[]): Given {
  const known = Object.fromEntries(names.map((name) => [name, { type: 'string' as const, multiple: true }]))
  const form = {
    args: [...args],
    options: known,
    strict: false,
    allowPositionals: true,
    tokens: true,
  } as const
  const options = new Map<string, string[]>()
  const words: string[] = []
  const problems: string[] = []
  for (const token of parseArgs(form).tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const { name, value } = token
    const problem = names.includes(name) ? valueProblem(token) : `There is no option ${token.rawName}`
    if (problem !== null) problems.push(problem)
    else options.set(name, [...(options.get(name) ?? []), value ?? ''])
  }
  return { options, words, problems }
}

interface OptionToken {
  readonly rawName: string
  readonly value: string | undefined
  readonly inlineValue: boolean | undefined
}

function valueProblem({ rawName, value, inlineValue }: OptionToken): string | null {
  const isMissing = value === undefined || (!inlineValue && value.startsWith('-'))
  return isMissing ? `${rawName} needs a value` : null
}
