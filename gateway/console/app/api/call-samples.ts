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
  const parts = [
    ...(request.method === 'GET' ? [] : [`  method: '${request.method}',`]),
    `  headers: ${JSON.stringify(headersOf(request, isFresh))},`,
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

/** The call as Python, with its own library alone. */
export function pythonSample(base: string, request: ApiRequest, isFresh: boolean): string {
  const { method, body } = request
  const data = body === null ? [] : [`    data=json.dumps(${pythonLiteral(body)}).encode(),`]
  return [
    'import json',
    'import urllib.request',
    '',
    `# ${KEY} is your key. Keep it on a server: a page shows it to everybody.`,
    'request = urllib.request.Request(',
    `    ${pythonLiteral(addressOf(base, request))},`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    `    headers=${pythonLiteral(headersOf(request, isFresh))},`,
    ...data,
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    result = json.load(response)',
  ].join('\n')
}

/** A value of JSON as Python writes it: texts are the same, the three words are not. */
function pythonLiteral(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`
  if (typeof value !== 'object') return visibleJson(value, 0)
  const entries = Object.entries(value).map(([name, one]) => `${visibleJson(name, 0)}: ${pythonLiteral(one)}`)
  return `{${entries.join(', ')}}`
}

function headersOf({ body }: ApiRequest, isFresh: boolean): Readonly<Record<string, string>> {
  return {
    'X-API-Key': KEY,
    ...(isFresh && { 'Cache-Control': 'no-cache' }),
    ...(body !== null && { 'Content-Type': 'application/json' }),
  }
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
