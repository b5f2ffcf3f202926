import { framed } from '../../server/pages/frame.ts'
import { escaped, withCode } from '../../server/pages/html.ts'
import { errorsSection } from './errors-section.ts'
import { type EventsAbout, eventsSection } from './events-section.ts'
import { copyBox, section } from './parts.ts'
import { type Recipe, recipes } from './recipes.ts'

const contents = [
  ['quick-start', 'Quick start'],
  ['errors', 'Errors'],
  ['events', 'Events'],
  ['reference', 'Reference'],
] as const

/** The documentation as a page: all of it but the reference is there without a script. */
export function docsPage(publicUrl: string, events: EventsAbout): string {
  return framed({
    title: 'API reference',
    home: './',
    isReference: true,
    head: `<meta name="description" content="How to call PageProbe: recipes for curl, every error, events, and the reference of the HTTP API.">
<link rel="stylesheet" href="./docs/docs.css">
<script type="module" src="./docs/start.js"></script>`,
    main: `<h1>API reference</h1>
<p class="lead">One HTTP call inspects one page. Send JSON, get JSON, with a key in the header <code>X-API-Key</code>.</p>
<ul class="plain contents">${contents.map(([id, title]) => `<li><a href="#${id}">${title}</a></li>`).join('')}</ul>
${quickStart(publicUrl)}
${errorsSection()}
${eventsSection(events, publicUrl)}
${reference}`,
  })
}

function quickStart(publicUrl: string): string {
  const key = 'export PAGEPROBE_API_KEY=pp_…'
  return section(
    'quick-start',
    'Quick start',
    `<p>The service prints a key at its first start; keys with the scope <code>admin</code> make more under <a href="./#/keys">Keys and usage</a>. Put it into the environment of your shell:</p>
${copyBox('the line for the key', key, publicUrl)}
${recipes(publicUrl)
  .map((recipe) => recipeOf(recipe, publicUrl))
  .join('\n')}
<p>A call waits for its response. With <code>-H 'Prefer: respond-async'</code> it returns <code>202</code> at once, with a <code>Location</code> to read later.</p>`,
  )
}

function recipeOf({ id, title, text, command }: Recipe, publicUrl: string): string {
  return `<div class="stack tight" id="recipe-${id}"><h3>${escaped(title)}</h3><p>${withCode(text)}</p>
${copyBox(`curl: ${title}`, command, publicUrl)}</div>`
}

const reference = section(
  'reference',
  'Reference',
  `<p>Every call with its parameters and responses, to read and to try. The same for programs: <a href="./openapi.json">openapi.json</a>.</p>
<noscript><p>The reference needs JavaScript.</p></noscript>
<div id="interface"></div>`,
)
