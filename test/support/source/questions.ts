/** A question of a page, with its answer. */
export interface Question {
  readonly title: string
  /** The anchor above it; null = none. */
  readonly anchor: string | null
  readonly answer: string
}

/** The questions of a Markdown page: its headings of the third level, each with the text up to the next heading or anchor. */
export function questionsOf(markdown: string): Question[] {
  const found = markdown.matchAll(/(?:<a id="([\w-]+)"><\/a>\n)?^### (.+)\n((?:(?!#|<a id=).*\n?)*)/gm)
  return [...found].map(([, anchor, title = '', answer = '']) => ({
    title,
    anchor: anchor ?? null,
    answer: answer.trim(),
  }))
}

/** Names that an answer says a file has: `path` (`name`), or `path`, `name` in brackets. */
export function namesOf(answer: string): { path: string; name: string }[] {
  const found = answer.replaceAll(/\s+/g, ' ').matchAll(/`([\w./-]+\.ts)`(?: \(|, )`(\w+)`/g)
  return [...found].map(([, path = '', name = '']) => ({ path, name }))
}

/** A command of npm, as a document names it. */
export interface Command {
  /** Name of the script, `start` and `test` included. */
  readonly script: string
  /** What stands behind it on the line or in the backticks. */
  readonly rest: string
}

/** The commands of npm in backticks and blocks of code of a Markdown page. */
export function commandsOf(markdown: string): Command[] {
  const inline = [...markdown.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, code = '']) => code,
  )
  const blocks = [...markdown.matchAll(/^```[^\n]*\n([\s\S]*?)^```/gm)].flatMap(([, code = '']) =>
    code.split('\n'),
  )
  return [...inline, ...blocks].flatMap(commandIn)
}

function commandIn(code: string): Command[] {
  const found = /\bnpm (?:run (?:-s )?([\w-]+)|(start|test))((?: .*)?)$/.exec(code.replace(/\s+#.*$/, ''))
  return found === null ? [] : [{ script: found[1] ?? found[2] ?? '', rest: (found[3] ?? '').trim() }]
}
