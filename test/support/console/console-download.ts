import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConsoleTab } from './console-tab.ts'

/** A file that the browser saved. */
export interface SavedFile {
  /** The name that the page gave it. */
  readonly name: string
  readonly text: string
}

interface Download {
  readonly guid: string
  readonly suggestedFilename: string
}

/** Does something in the tab that saves a file, and resolves with the file. */
export async function saved({ page }: ConsoleTab, act: () => Promise<void>): Promise<SavedFile> {
  const folder = await mkdtemp(join(tmpdir(), 'console-download-'))
  const { id: browserContextId } = page.browserContext()
  if (browserContextId === undefined) throw new Error('the tab has no context of its own')
  const session = await page.browser().target().createCDPSession()
  try {
    await session.send('Browser.setDownloadBehavior', {
      behavior: 'allowAndName',
      downloadPath: folder,
      eventsEnabled: true,
      browserContextId,
    })
    const begun = new Promise<Download>((resolve) => session.once('Browser.downloadWillBegin', resolve))
    const completed = new Promise<void>((resolve) =>
      session.on('Browser.downloadProgress', ({ state }) => state === 'completed' && resolve()),
    )
    await act()
    const { guid, suggestedFilename } = await begun
    await completed
    return { name: suggestedFilename, text: await readFile(join(folder, guid), 'utf8') }
  } finally {
    await session.detach()
    await rm(folder, { recursive: true, force: true })
  }
}
