import { visibleJson } from '../ui/page/control-marks.ts'
import type { ApiRequest } from './inspection-request.ts'

/** Stands for the key in samples, so that a copied sample gives nothing away. */
const KEY = '$PAGEPROBE_API_KEY'

/** The call as a command for a POSIX shell. */
export function curlSample(base: string, request: ApiRequest, isFresh: boolean): string {
  const lines = [`curl ${shellQuoted(addressOf(base, request))}`, `-H "X-API-Key: ${KEY}"`]
  if (isFresh) lines.push(`-H 'Cache-Control: no-cache'`)
  if (request.body !== null) {
    lines.push(`-H 'Content-Type: application/json'`, `-d ${shellQuoted(visibleJson(request.body, 0))}`)
  }
  return lines.join(' \\\n  ')
}

/** The call as JavaScript. */
export function scriptSample(base: string, request: ApiRequest, isFresh: boolean): string {
  const headers = {
    'X-API-Key': KEY,
    ...(isFresh && { 'Cache-Control': 'no-cache' }),
    ...(request.body !== null && { 'Content-Type': 'application/json' }),
  }
  const parts = [
    ...(request.method === 'GET' ? [] : [`  method: '${request.method}',`]),
    `  headers: ${JSON.stringify(headers)},`,
    ...(request.body === null
      ? []
      : [`  body: JSON.stringify(${visibleJson(request.body).replaceAll('\n', '\n  ')}),`]),
  ]
  return [
    `// ${KEY} is your key. Keep it on a server: a page shows it to everybody.`,
    `const response = await fetch(${JSON.stringify(addressOf(base, request))}, {`,
    ...parts,
    '})',
    'const result = await response.json()',
  ].join('\n')
}

function addressOf(base: string, { path, query }: ApiRequest): string {
  const url = new URL(path, base)
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value)
  return url.href
}

/** In single quotes nothing is special but the quote itself. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
