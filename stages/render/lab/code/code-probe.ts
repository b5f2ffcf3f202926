import type { CDPSession, Protocol } from 'puppeteer-core'
import type { LabCoverage } from '#shared/messages/payloads/lab-code.ts'
import { onNextDocument } from '../../tab/next-document.ts'
import type { LoggedRequest } from '../requests/logged-request.ts'
import {
  type CollectedScript,
  fileScripts,
  type ParsedScript,
  readScripts,
  readSheets,
} from './code-texts.ts'
import { fileNames } from './coverage/file-names.ts'
import { scriptCoverage } from './coverage/script-coverage.ts'
import { styleCoverage } from './coverage/style-coverage.ts'

export interface CollectedCode {
  /** Files with the most unused code first. */
  readonly coverage: readonly LabCoverage[]
  readonly scripts: readonly CollectedScript[]
}

/** The page has more code than is worth the time. */
class TooMuchCode extends Error {
  override readonly name = 'TooMuchCode'
}

const limits = {
  /** Scripts and style sheets that are tracked, those with files of their own, and the result's files. */
  tracked: 5000,
  files: 500,
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
    if (!script.embedderName || scripts.length >= limits.tracked) return
    const { sourceMapURL = '' } = script
    const isKept = mapCharacters + sourceMapURL.length <= limits.maps
    if (isKept) mapCharacters += sourceMapURL.length
    scripts.push({ ...script, sourceMapURL: isKept ? sourceMapURL : '' })
  })
  session.on('CSS.styleSheetAdded', ({ header }) => {
    const isFile = !header.isInline && !header.isConstructed
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
      const coverage = [...scriptCoverage(files, result), ...styleCoverage(styles, ruleUsage)]
      return { coverage: mostUnused(coverage), scripts: await readScripts(session, files) }
    },
  }
}

/** Resolves when a blank page is loaded: no later event of the session is about it. The domain Page must be enabled. */
async function showBlankPage(session: CDPSession): Promise<void> {
  const shown = Promise.withResolvers<void>()
  onNextDocument(session, () => session.once('Page.loadEventFired', () => shown.resolve()))
  await session.send('Page.navigate', { url: 'about:blank' })
  await shown.promise
}

function mostUnused(coverage: readonly LabCoverage[]): LabCoverage[] {
  return coverage
    .toSorted((one, other) => other.unusedCharacters - one.unusedCharacters)
    .slice(0, limits.files)
}
