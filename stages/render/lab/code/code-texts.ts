import type { CDPSession, Protocol } from 'puppeteer-core'
import type { FileScript } from './coverage/script-coverage.ts'
import type { FileSheet } from './coverage/style-coverage.ts'

/** A script as the debugger reports it; `embedderName`: the URL of its file, or of the document that contains it. */
export type ParsedScript = Pick<
  Protocol.Debugger.ScriptParsedEvent,
  'scriptId' | 'embedderName' | 'length' | 'hash' | 'sourceMapURL'
>

/** A script that is a file of its own. */
export interface FoundScript extends FileScript {
  /** Of the content; equal for files with the same content. */
  readonly hash: string
  /** The source map that is part of the file, as a data: URL. */
  readonly inlineMap: string | null
}

/** `text`: null where it was not read. */
export interface CollectedScript extends FoundScript {
  readonly text: string | null
}

/** Characters of texts that are read: of all scripts, and of all style sheets. Larger texts are left out. */
const MAX_SCRIPT_CHARS = 3_000_000
const MAX_SHEET_CHARS = 2_000_000
/** Characters of the shortest text that is read: there is little to report on shorter ones. */
const MIN_CHARS = 1024

/** The scripts that are files, by the name that `names` has for their URL. */
export function fileScripts(
  scripts: readonly ParsedScript[],
  names: ReadonlyMap<string, string>,
): FoundScript[] {
  return scripts.flatMap(({ scriptId, embedderName = '', length = 0, hash, sourceMapURL = '' }) => {
    const url = names.get(embedderName)
    const inlineMap = sourceMapURL.startsWith('data:') ? sourceMapURL : null
    return url === undefined ? [] : [{ scriptId, url, characters: length, hash, inlineMap }]
  })
}

/** Reads the texts of the scripts, one of each content, the longest first. */
export async function readScripts(
  session: CDPSession,
  scripts: readonly FoundScript[],
): Promise<CollectedScript[]> {
  const byUrl = [...new Map(scripts.map((script) => [script.url, script])).values()]
  const contents = [...new Map(byUrl.map((script) => [script.hash, script])).values()]
  const selected = new Set(longestWithin(contents, MAX_SCRIPT_CHARS))
  return Promise.all(
    byUrl.map(async (script) => ({
      ...script,
      text: selected.has(script) ? await readScript(session, script.scriptId) : null,
    })),
  )
}

/** Null when the script is gone. */
async function readScript(session: CDPSession, scriptId: string): Promise<string | null> {
  const source = await session.send('Debugger.getScriptSource', { scriptId }).catch(() => null)
  return source?.scriptSource ?? null
}

/** The style sheets that are files by the name that `names` has for their URL, the longest first; without those that are gone. */
export async function readSheets(
  session: CDPSession,
  headers: readonly Protocol.CSS.CSSStyleSheetHeader[],
  names: ReadonlyMap<string, string>,
): Promise<FileSheet[]> {
  const found = headers.flatMap(({ styleSheetId, sourceURL, length }) => {
    const url = names.get(sourceURL)
    return url === undefined ? [] : [{ styleSheetId, url, characters: length }]
  })
  const sameByUrl = Map.groupBy(found, ({ url }) => url)
  const longest = longestWithin(
    [...sameByUrl.values()].flatMap((same) => same.slice(0, 1)),
    MAX_SHEET_CHARS,
  )
  const sheets = await Promise.all(
    longest.map(async ({ url, styleSheetId }) => {
      const read = await session.send('CSS.getStyleSheetText', { styleSheetId }).catch(() => null)
      return (sameByUrl.get(url) ?? []).map((same) => ({ ...same, text: read?.text ?? null }))
    }),
  )
  return sheets.flat().filter((sheet): sheet is typeof sheet & FileSheet => sheet.text !== null)
}

/** The longest texts that have `maxCharacters` together. */
function longestWithin<T extends { readonly characters: number }>(
  texts: readonly T[],
  maxCharacters: number,
): T[] {
  const longestFirst = texts
    .filter(({ characters }) => characters >= MIN_CHARS)
    .toSorted((one, other) => other.characters - one.characters)
  let remaining = maxCharacters
  return longestFirst.filter(({ characters }) => {
    const fits = characters <= remaining
    if (fits) remaining -= characters
    return fits
  })
}
