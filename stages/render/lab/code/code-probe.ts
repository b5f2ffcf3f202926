import type { CDPSession, Protocol } from 'puppeteer-core'
import { onNextDocument } from '../../tab/next-document.ts'
import { type LoggedRequest, MAX_URL_CHARS } from '../requests/logged-request.ts'
import {
  type CollectedScript,
  fileScripts,
  type ParsedScript,
  readScripts,
  readSheets,
} from './code-texts.ts'
import { type PackedCoverage, packCoverage } from './coverage/packed-coverage.ts'
import type { FileSheet } from './coverage/style-coverage.ts'

export interface CollectedCode {
  readonly scripts: readonly CollectedScript[]
  readonly sheets: readonly FileSheet[]
  readonly coverage: PackedCoverage
}

/** The page has more code than is worth the time. */
class TooMuchCode extends Error {
  override readonly name = 'TooMuchCode'
}

const limits = {
  /** Scripts and style sheets that are tracked, those with files of their own. */
  tracked: 5000,
  /**
   * Characters of all scripts, generated ones included, of which coverage is taken: it comes in one message that grows with the number of
   * functions, about 0.4 bytes per character.
   */
  characters: 12_000_000,
  /** Characters of all source maps that are kept: reading them takes up to 0.1 s of the process. */
  maps: 2_000_000,
}

/**
 * Makes a probe for the code that a page uses, in a session of its own. Frames and workers in other processes are not included, nor code in
 * the document itself.
 */
export function makeCodeProbe(session: CDPSession) {
  const scripts: ParsedScript[] = []
  const sheets = new Map<string, Protocol.CSS.CSSStyleSheetHeader>()
  let characters = 0
  let mapCharacters = 0
  session.on('Debugger.scriptParsed', (script) => {
    characters += script.length ?? 0
    if (!isFileName(script.embedderName) || scripts.length >= limits.tracked) return
    const { scriptId, embedderName = '', length = 0, hash, sourceMapURL = '' } = script
    const isKept = mapCharacters + sourceMapURL.length <= limits.maps
    if (isKept) mapCharacters += sourceMapURL.length
    scripts.push({ scriptId, embedderName, length, hash, sourceMapURL: isKept ? sourceMapURL : '' })
  })
  session.on('CSS.styleSheetAdded', ({ header }) => {
    const isFile = !header.isInline && !header.isConstructed && isFileName(header.sourceURL)
    if (isFile && sheets.size < limits.tracked) sheets.set(header.styleSheetId, header)
  })
  session.on('CSS.styleSheetRemoved', ({ styleSheetId }) => sheets.delete(styleSheetId))

  return {
    /**
     * Starts to record which code is used, on a blank page: CSS.enable lets the browser request the style sheets of the shown page once
     * more.
     */
    async start(): Promise<void> {
      await showBlankPage(session)
      await Promise.all([
        session.send('DOM.enable'),
        session.send('CSS.enable'),
        session.send('CSS.startRuleUsageTracking'),
        session.send('Profiler.enable'),
        session.send('Profiler.startPreciseCoverage', { callCount: false, detailed: false }),
      ])
    },
    /**
     * The code of the files that the page has requested. Uses the debugger, which tells a file from text that claims its name; no statement
     * of the page can pause it. Rejects with `TooMuchCode`.
     */
    async collect(requests: readonly LoggedRequest[]): Promise<CollectedCode> {
      await session.send('Debugger.setSkipAllPauses', { skip: true })
      await session.send('Debugger.enable')
      if (characters > limits.characters) throw new TooMuchCode(`The page has ${characters} characters`)
      const { result } = await session.send('Profiler.takePreciseCoverage')
      const { ruleUsage } = await session.send('CSS.stopRuleUsageTracking')
      const files = fileScripts(scripts, fileNames(requests, 'Script'))
      const styles = await readSheets(session, [...sheets.values()], fileNames(requests, 'Stylesheet'))
      const scriptIds = new Set(files.map(({ scriptId }) => scriptId))
      const sheetIds = new Set(styles.map(({ styleSheetId }) => styleSheetId))
      return {
        scripts: await readScripts(session, files),
        sheets: styles,
        coverage: packCoverage({ result, ruleUsage }, scriptIds, sheetIds),
      }
    },
  }
}

/** Whether it can be the name of a requested file: URLs of requests are cut at that length. */
function isFileName(name: string | undefined): boolean {
  return name !== undefined && name !== '' && name.length <= MAX_URL_CHARS
}

/** Resolves when a blank page is loaded: no later event of the session is about it. The domain Page must be enabled. */
async function showBlankPage(session: CDPSession): Promise<void> {
  const shown = Promise.withResolvers<void>()
  onNextDocument(session, () => session.once('Page.loadEventFired', () => shown.resolve()))
  await session.send('Page.navigate', { url: 'about:blank' })
  await shown.promise
}

/** The files of one type by each URL under which the page may know them, with the URL after redirects. */
export function fileNames(
  requests: readonly LoggedRequest[],
  type: 'Script' | 'Stylesheet',
): ReadonlyMap<string, string> {
  const hopsById = Map.groupBy(
    requests.filter((request) => request.type === type),
    ({ id }) => id,
  )
  const names = new Map<string, string>()
  for (const hops of hopsById.values()) {
    const last = hops.at(-1)
    if (last === undefined) continue
    const final = last.response?.url ?? last.url
    for (const { url } of hops) names.set(url, final)
    names.set(final, final)
  }
  return names
}
