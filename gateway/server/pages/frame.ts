import { readFileSync } from 'node:fs'

/** The navigation of the console: text and fragment. */
const areas = [
  ['Inspect', '#/inspect'],
  ['Sites', '#/sites'],
  ['Batches', '#/batches'],
  ['History', '#/history'],
  ['Keys and usage', '#/keys'],
  ['Health', '#/health'],
] as const

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='7' cy='7' r='5' fill='none' stroke='%230b5cad' stroke-width='2'/%3E%3Cpath d='m11 11 4 4' stroke='%230b5cad' stroke-width='2'/%3E%3C/svg%3E"

export interface FramedPage {
  readonly title: string
  /** The way from the page to the console, relative so that it also works below the path of a proxy: `./` or `../../`. */
  readonly home: string
  /** HTML of the head, beside the title. */
  readonly head: string
  /** HTML of the `main`. */
  readonly main: string
  /** Whether it is the page that the link `API reference` leads to. */
  readonly isReference?: boolean
}

/** A page of its own with the top of the console. */
export function framed({ title, home, head, main, isReference = false }: FramedPage): string {
  const links = areas.map(([text, fragment]) => `<a href="${home}${fragment}">${text}</a>`).join('')
  return `<!doctype html>
<html lang="en"><head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · PageProbe</title>
<link rel="icon" href="${ICON}">
${head}
</head><body>
<header class="top">
<a class="brand" href="${home}#/inspect">PageProbe</a>
<nav class="tabs" aria-label="Main">${links}</nav>
<p class="links"><a href="${home}docs"${isReference ? ' aria-current="page"' : ''}>API reference</a></p>
</header>
<main id="main">
${main}
</main>
</body></html>
`
}

/** Style sheets of the console as one, in both colour schemes. */
export function consoleStyle(names: readonly string[]): string {
  return names
    .map((name) => readFileSync(new URL(`../../console/app/style/${name}.css`, import.meta.url), 'utf8'))
    .join('\n')
}
